import { isObject } from '../mcp/messages.ts';
import { readDeclared, revision, revisionOf, versionKey, withBareMessage } from '../mcp/revision.ts';
import { ErrorCode, type JSONRPCMessage, type JSONRPCRequest, McpError, type Transport } from '../mcp/sdk.ts';
import type { EventStreams } from './event-streams.ts';
import { authInfoOf, type HttpContext, reply, replyJson } from './exchange.ts';
import { answerOrStream, type Tell } from './mcp-answers.ts';
import type { McpSessions } from './mcp-sessions.ts';

const headerMismatch = -32020;
const versionHeader = 'MCP-Protocol-Version';
/** Never read: the client has disconnected. */
const clientClosedRequest = 499;

/** The field that `Mcp-Name` repeats, by method. */
const named = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** Whether a request needs no session, because its body or its header names the revision without. */
export function isStateless({ req }: HttpContext, body: unknown): boolean {
  if (revisionOf((body as JSONRPCRequest | undefined)?.params?._meta) !== undefined) return true;
  return isObject(body) && req.header('mcp-session-id') === undefined && req.header(versionHeader) === revision;
}

/**
 * Answers one request without a session, by a server of its own.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export async function answerAlone(
  c: HttpContext,
  sessions: McpSessions,
  streams: EventStreams,
  message: JSONRPCMessage,
): Promise<Response> {
  // This revision knows no other notification, and no answers to a server.
  if (!('method' in message) || !('id' in message)) return reply(c, 202, null, {});
  const refusal = refusalOf(c, message);
  if (refusal) {
    const { code, message: reason, data } = refusal;
    return replyJson(
      c,
      400,
      withBareMessage({ jsonrpc: '2.0', id: message.id, error: { code, message: reason, data } }),
    );
  }
  return answerOrStream(c, streams, {}, async (tell) => {
    const answer = await ask(c, sessions, message, tell);
    if (!answer) return reply(c, clientClosedRequest, null, {});
    const isUnknown = 'error' in answer && answer.error.code === ErrorCode.MethodNotFound;
    return replyJson(c, isUnknown ? 404 : 200, answer);
  });
}

/** The faults of a request's transport. */
function refusalOf(c: HttpContext, { method, params }: JSONRPCRequest): McpError | undefined {
  const version = revisionOf(params?._meta);
  if (version === undefined) return new McpError(ErrorCode.InvalidParams, `_meta must have ${versionKey}`);
  const field = named.get(method);
  const pairs: [header: string, expected: unknown][] = [
    [versionHeader, version],
    ['Mcp-Method', method],
    ...(field === undefined ? [] : [['Mcp-Name', params?.[field]] as [string, unknown]]),
  ];
  const wrong = pairs.find(([header, expected]) => decoded(c.req.header(header)) !== expected)?.[0];
  const mismatch =
    wrong === undefined
      ? undefined
      : new McpError(headerMismatch, `the header ${wrong} must repeat what the body says`);
  // A client of another revision that sends no headers gets the list of revisions.
  if (wrong !== undefined && c.req.header(wrong) !== undefined) return mismatch;
  try {
    readDeclared(params?._meta);
    return mismatch;
  } catch (error) {
    return error as McpError;
  }
}

/** The answer; undefined when the client goes away before, which cancels the request. */
async function ask(c: HttpContext, sessions: McpSessions, request: JSONRPCRequest, tell: Tell) {
  const { server } = sessions.serveOnce(c.get('authenticated'));
  const { signal } = c.req.raw;
  let end: (message?: JSONRPCMessage) => void = () => undefined;
  const answered = new Promise<JSONRPCMessage | undefined>((resolve) => {
    end = resolve;
  });
  const disconnected = () => end();
  const transport: Transport = {
    start: async () => undefined,
    close: async () => transport.onclose?.(),
    send: async (message) => {
      if ('method' in message) tell(message);
      else end(message);
    },
  };
  signal.addEventListener('abort', disconnected);
  try {
    await server.connect(transport);
    transport.onmessage?.(request, { authInfo: authInfoOf(c) });
    return await answered;
  } finally {
    signal.removeEventListener('abort', disconnected);
    await server.close();
  }
}

/** A header's value; a text that a header can't hold is sent as Base64. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(value ?? '')?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}
