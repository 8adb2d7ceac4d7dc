import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { clientAddress, inNetworks } from '../base/networks.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Env } from './exchange.ts';

export interface GuardSettings {
  /** Host names of this server besides localhost and IP addresses, lower case, without port. */
  hosts: readonly string[];
  /** Origins whose pages may call it, such as `https://app.example.com`. */
  origins: readonly string[];
  /** Addresses and networks of proxies whose `X-Forwarded-For` counts; default: none. */
  proxies?: readonly string[] | undefined;
}

/** For every answer: it is data, never to be framed, sniffed, cached or rendered. */
const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const exposedHeaders =
  'ETag, Idempotency-Replayed, Mcp-Session-Id, Retry-After, WWW-Authenticate, X-RateLimit-Bucket, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
const preflightSeconds = '600';

/** Opens the exchange: request id, headers of the answer, Host and Origin checked, CORS for configured origins. */
export function guard({ hosts, origins, proxies = [] }: GuardSettings): MiddlewareHandler<Env> {
  const known = new Set(['localhost', ...hosts]);
  const isProxy = inNetworks(proxies);
  return async (c, next) => {
    const requestId = requestIdOf(c.req.header('x-request-id'));
    const headers: Record<string, string> = Object.assign({}, securityHeaders, { 'x-request-id': requestId });
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    const peer = c.env.incoming?.socket.remoteAddress;
    const address = clientAddress(peer, c.req.header('x-forwarded-for'), isProxy);
    c.set('exchange', { requestId, address, host, headers, route: 'none' });
    requireHost(host, known);
    const origin = c.req.header('origin');
    if (origin === undefined) return next();
    const allowed = origins.includes(origin);
    if (!allowed && !isSameOrigin(origin, host)) {
      throw new ServiceError('AccessDenied', 'Pages of this origin may not call this server (SERVICE_HTTP_ORIGINS).');
    }
    if (!allowed) return next();
    headers['access-control-allow-origin'] = origin;
    headers['access-control-expose-headers'] = exposedHeaders;
    headers['cross-origin-resource-policy'] = 'cross-origin';
    headers.vary = 'Origin';
    const wanted = c.req.header('access-control-request-method');
    if (c.req.method !== 'OPTIONS' || wanted === undefined) return next();
    return new Response(null, {
      status: 204,
      headers: {
        ...headers,
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': c.req.header('access-control-request-headers') ?? '',
        'access-control-max-age': preflightSeconds,
      },
    });
  };
}

/** Keeps a client's own request id if it is short and plain, so that both logs can be compared. */
function requestIdOf(given: string | undefined): string {
  return given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/**
 * Against DNS rebinding, which lets a foreign page call this server by a name of its own: names must be known, IP
 * addresses pass.
 */
function requireHost(host: string, known: ReadonlySet<string>): void {
  const name = nameOf(host);
  if (known.has(name) || isAddress(name)) return;
  throw new ServiceError('AccessDenied', `This server does not answer to the host "${name}" (SERVICE_HTTP_HOSTS).`);
}

/** The name in a host, lower case, without its port. */
export function nameOf(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase();
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

/** Whether a host is a name that other servers of the machine don't answer to: neither localhost nor a plain address. */
export function hasOwnName(host: string): boolean {
  const name = nameOf(host);
  return !isAddress(name) && !/(?:^|\.)localhost$/.test(name);
}

/** Whether it is a page of the server that is called by this name. */
export function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}
