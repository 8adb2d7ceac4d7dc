import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Hono } from 'hono';
import { ServiceError } from '../domain/errors.ts';
import { once } from '../domain/once.ts';
import { type Env, type HttpContext, reply, replyJson } from './exchange.ts';
import type { McpSession, McpSessions } from './mcp-sessions.ts';
import { readJson } from './read-body.ts';

/** Longer than any call takes: what is still open then was cancelled, and the protocol answers nothing to that. */
const patienceMs = 120_000;

/** Codes of JSON-RPC errors as MCP's own server gives them over HTTP. */
const codes = { parse: -32700, request: -32000, session: -32001 } as const;

/** MCP over Streamable HTTP; authentication stands before it. */
export function serveMcp(app: Hono<Env>, sessions: McpSessions): void {
  app.all('/mcp', async (c) => {
    c.var.exchange.route = '/mcp';
    const id = c.req.header('mcp-session-id');
    try {
      const body = c.req.method === 'POST' ? await readJson(c.req.raw) : undefined;
      if (id !== undefined) {
        const session = sessions.find(id, c.var.authenticated);
        return session ? await handle(c, session, body) : refused(c, 404, codes.session, 'Session not found');
      }
      if (!isInitializeRequest(body)) {
        return refused(c, 400, codes.request, 'Mcp-Session-Id header is required; begin with initialize');
      }
      const session = await sessions.open(c.var.authenticated);
      if (!session) return refused(c, 429, codes.request, 'Too many MCP sessions are in use; close one');
      return await handle(c, session, body);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const code = error.type === 'InvalidInput' ? codes.parse : codes.request;
      return refused(c, error.status, code, error.message);
    }
  });
}

async function handle(c: HttpContext, session: McpSession, parsedBody: unknown): Promise<Response> {
  session.inUse += 1;
  const release = once(() => {
    session.inUse -= 1;
  });
  try {
    const answered = session.transport.handleRequest(c.req.raw, { parsedBody });
    const { status, body, headers } = await withPatience(answered);
    const isStream = headers.get('content-type') === 'text/event-stream';
    // An event stream keeps its session until the client goes away.
    if (isStream && c.env.outgoing) c.env.outgoing.once('close', release);
    else release();
    return reply(c, status, body, Object.fromEntries(headers));
  } catch (error) {
    release();
    throw error;
  }
}

async function withPatience(answered: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError('InvalidInput', 'The request was cancelled.')), patienceMs);
    timer.unref();
  });
  return Promise.race([answered, patience]).finally(() => clearTimeout(timer));
}

function refused(c: HttpContext, status: number, code: number, message: string): Response {
  return replyJson(c, status, { jsonrpc: '2.0', error: { code, message }, id: null });
}
