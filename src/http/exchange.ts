import { setMaxListeners } from 'node:events';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { networkOf } from '../base/networks.ts';
import { PassingLimit, ServiceError } from '../domain/errors.ts';
import { InsufficientScope, type Origin, scopes } from '../domain/principal.ts';
import type { RateLimitState } from '../domain/rate-limit.ts';
import type { Authenticated } from '../service/tenancy/keys.ts';

/** The value of WWW-Authenticate with these parameters, and where to learn how to get a token (RFC 6750, RFC 9728). */
export type Challenge = (parameters: Record<string, string>) => string;

/** The data of one request and its answer. */
export interface Exchange {
  requestId: string;
  /** The client's: the peer's, or what a trusted proxy says. Absent when the application is called without a socket. */
  address: string | undefined;
  /** By which name and port the server was called. */
  host: string;
  /** Headers of every answer to it. */
  headers: Record<string, string>;
  /** The route's pattern, for the log: paths contain names of characters. */
  route: string;
  tenantId?: string;
  /** Writes WWW-Authenticate where an identity provider gives tokens for this path. */
  challenge?: Challenge | undefined;
}

/** The bindings are absent when the application is called without a socket. */
export interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: { exchange: Exchange; authenticated: Authenticated };
}

export type HttpContext = Context<Env>;

/** The origin of a request; behind a proxy that no setting names the proxy's address. */
export function originOf(c: HttpContext): Origin {
  const { requestId, address } = c.get('exchange');
  return { requestId, address };
}

/** The key that a client's attempts are counted by. */
export function attemptOf(c: HttpContext, what: string): string {
  return `${what} ${networkOf(c.get('exchange').address ?? '')}`;
}

/** Signals of clients that go away: one for all requests of a connection, because making one takes time. */
export class Disconnections {
  readonly #signals = new WeakMap<object, AbortSignal>();

  /** Undefined when the application is called without a socket. */
  of({ env }: HttpContext): AbortSignal | undefined {
    const socket = env.incoming?.socket;
    if (!socket) return undefined;
    const known = this.#signals.get(socket);
    if (known) return known;
    const controller = new AbortController();
    // Requests that are pipelined may listen at a time.
    setMaxListeners(0, controller.signal);
    if (socket.destroyed) controller.abort();
    else socket.once('close', () => controller.abort());
    this.#signals.set(socket, controller.signal);
    return controller.signal;
  }
}

/** Runs when a connection has its answer or is closed, at once if it was closed while the request was queued. */
export function whenClosed(outgoing: NonNullable<HttpContext['env']['outgoing']>, run: () => void): void {
  if (outgoing.destroyed) run();
  else outgoing.once('close', run);
}

/** The authentication in the form of the MCP SDK's server; the caller is already authenticated. */
export function authInfoOf(c: HttpContext) {
  return { token: '', clientId: '', scopes: [], extra: { ...originOf(c) } };
}

/** The content codings that a client takes. */
export function acceptedEncodings({ req }: HttpContext): string[] {
  return (req.header('accept-encoding') ?? '').split(/[\s,;]+/);
}

const jsonType = { 'content-type': 'application/json' };

/** Makes every answer, so that all have the common headers. */
export function reply(
  c: HttpContext,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  headers: Record<string, string> = {},
  usual: Record<string, string> = {},
): Response {
  return new Response(body, { status, headers: Object.assign({}, c.get('exchange').headers, usual, headers) });
}

export function replyJson(c: HttpContext, status: number, body: unknown, headers?: Record<string, string>): Response {
  return reply(c, status, JSON.stringify(body), headers, jsonType);
}

/** The headers of an error's status: authentication, scope, or Retry-After (s). */
export function companionsOf(c: HttpContext, error: ServiceError): Record<string, string> {
  const { challenge } = c.get('exchange');
  if (error.type === 'ServiceUnavailable') return { 'retry-after': '10' };
  if (error.type === 'RequestInProgress') return { 'retry-after': '1' };
  if (error.type === 'Unauthorized') {
    const isRefused = c.req.header('authorization') !== undefined;
    return { 'www-authenticate': challenge?.(isRefused ? { error: 'invalid_token' } : {}) ?? 'Bearer' };
  }
  if (!(error instanceof InsufficientScope) || !challenge) return {};
  // A client asks for these instead of those it has, so they are named all.
  const needed = scopes.filter((one) => one === error.scope || error.held.includes(one)).join(' ');
  return { 'www-authenticate': challenge({ error: 'insufficient_scope', scope: needed }) };
}

/** The error envelope, with the headers of its status. */
export function replyError(c: HttpContext, error: ServiceError, headers?: Record<string, string>): Response {
  return replyJson(c, error.status, error.toEnvelope(), { ...companionsOf(c, error), ...headers });
}

/** The four headers of the bucket that a request was counted in; none when requests are not limited. */
export function rateLimitHeaders(state: RateLimitState | undefined): Record<string, string> {
  if (!state) return {};
  return {
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.reset),
    'x-ratelimit-bucket': state.bucket,
  };
}

/** When to come back after a limit that passes with time. */
export function retryAfter(error: ServiceError, now: number) {
  if (!(error instanceof PassingLimit)) return undefined;
  return { 'retry-after': String(Math.max(1, Math.ceil((error.retryAt - now) / 1000))) };
}

/** The error and the header for a wrong method of a path; where GET is allowed, HEAD is too. */
export function methodNotAllowed(method: string, methods: readonly string[]) {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
  const error = new ServiceError('MethodNotAllowed', `This path takes ${allow}, not ${method}.`);
  return { error, headers: { allow } };
}
