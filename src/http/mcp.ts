import type { Hono } from 'hono';
import { once } from '../base/once.ts';
import { type ErrorType, ServiceError } from '../domain/errors.ts';
import { batchFault, batchRevision, receive } from '../mcp/messages.ts';
import { ErrorCode, isInitializeRequest, type JSONRPCMessage } from '../mcp/sdk.ts';
import type { Bodies } from './bodies.ts';
import type { EventStreams } from './event-streams.ts';
import {
  authInfoOf,
  companionsOf,
  type Env,
  type HttpContext,
  originOf,
  reply,
  replyJson,
  whenClosed,
} from './exchange.ts';
import { answerOrStream } from './mcp-answers.ts';
import type { McpSession, McpSessions } from './mcp-sessions.ts';
import { answerAlone, isStateless } from './mcp-stateless.ts';
import { requireScopes, type ScopeParts } from './oauth/message-scopes.ts';
import { readJson } from './read-body.ts';

/** Codes of JSON-RPC errors as MCP's own server gives them over HTTP. */
const codes: { readonly [Type in ErrorType]?: number } = { InvalidInput: -32700, NotFound: -32001 };
const otherCode = -32000;

/** MCP over Streamable HTTP; authentication is before it. */
export function serveMcp(
  app: Hono<Env>,
  sessions: McpSessions,
  bodies: Bodies,
  streams: EventStreams,
  scopes: ScopeParts,
): void {
  app.all('/mcp', async (c) => {
    c.get('exchange').route = '/mcp';
    const id = c.req.header('mcp-session-id');
    try {
      const body = c.req.method === 'POST' ? await readJson(c, bodies) : undefined;
      await requireScopes(c.get('authenticated'), [body].flat(), scopes, originOf(c));
      if (isStateless(c, body))
        return faultIn(c, body) ?? (await answerAlone(c, sessions, streams, body as JSONRPCMessage));
      if (id === undefined) return await begin(c, sessions, streams, body);
      const session = sessions.find(id, c.get('authenticated'));
      if (!session) throw sessionNotFound();
      return faultIn(c, body) ?? (await handle(c, session, streams, body));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { status, type, message } = error;
      return refused(c, status, codes[type] ?? otherCode, message, companionsOf(c, error));
    }
  });
}

async function begin(c: HttpContext, sessions: McpSessions, streams: EventStreams, body: unknown): Promise<Response> {
  if (!isInitializeRequest(body)) {
    return refused(c, 400, otherCode, 'Mcp-Session-Id header is required; begin with initialize');
  }
  const session = await sessions.open(c.get('authenticated'));
  if (!session) return refused(c, 429, otherCode, 'Too many MCP sessions are in use; close one');
  return handle(c, session, streams, body);
}

/** The answer to an invalid message. The transport itself handles batches, of an older revision of the protocol. */
function faultIn(c: HttpContext, body: unknown): Response | undefined {
  if (body === undefined) return undefined;
  if (Array.isArray(body)) {
    // The revision of a client that names none, by the protocol.
    const fault = batchFault(body, c.req.header('mcp-protocol-version') ?? batchRevision);
    return fault === undefined ? undefined : refused(c, 400, ErrorCode.InvalidRequest, fault);
  }
  const received = receive(body);
  if (received.message) return undefined;
  return received.fault
    ? replyJson(c, 400, received.fault)
    : refused(c, 400, ErrorCode.InvalidRequest, received.reason);
}

async function handle(
  c: HttpContext,
  session: McpSession,
  streams: EventStreams,
  parsedBody: unknown,
): Promise<Response> {
  const isOwnStream = c.req.method === 'GET';
  session.inUse += 1;
  const release = once(() => {
    session.inUse -= 1;
    if (!isOwnStream) session.touch();
  });
  try {
    const { status, body, headers } = await answerOf(c, session, streams, parsedBody);
    const isStream = headers.get('content-type') === 'text/event-stream';
    // An event stream keeps its session until the client goes away.
    if (isStream && c.env.outgoing) whenClosed(c.env.outgoing, release);
    else release();
    return reply(c, status, body, Object.fromEntries(headers));
  } catch (error) {
    release();
    throw error;
  }
}

async function answerOf(
  c: HttpContext,
  { id, transport }: McpSession,
  streams: EventStreams,
  parsedBody: unknown,
): Promise<Response> {
  if (parsedBody === undefined) return transport.handleRequest(c.req.raw);
  const options = { parsedBody, authInfo: authInfoOf(c) };
  return answerOrStream(c, streams, { 'mcp-session-id': id }, (tell) => transport.exchange(c.req.raw, options, tell));
}

function sessionNotFound(): ServiceError {
  return new ServiceError('NotFound', 'Session not found');
}

function refused(
  c: HttpContext,
  status: number,
  code: number,
  message: string,
  headers?: Record<string, string>,
): Response {
  return replyJson(c, status, { jsonrpc: '2.0', error: { code, message }, id: null }, headers);
}
