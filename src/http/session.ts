import type { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { validated } from '../domain/validation.ts';
import type { Attempts } from '../service/tenancy/attempts.ts';
import { type Sessions, sessionMs } from '../service/tenancy/sessions.ts';
import { bearerOf } from './authentication.ts';
import type { Bodies } from './bodies.ts';
import {
  attemptOf,
  type Env,
  type HttpContext,
  methodNotAllowed,
  originOf,
  reply,
  replyError,
  replyJson,
} from './exchange.ts';
import { hasOwnName, isSameOrigin } from './guard.ts';
import { readJsonObject } from './read-body.ts';
import type { SignInWays } from './sign-in-ways.ts';

const path = '/session';
const cookieName = 'ams_session';
/** Browsers accept a cookie with this prefix only over TLS, and only from this host. */
const secureCookieName = `__Host-${cookieName}`;
/** Tells a session's bearer token from API keys and other tokens. */
const bearerMark = 'session_';
const maxBodyBytes = 4_096;
const proof = z.object({ key: z.string().min(1).max(1_000) });

interface Parts {
  sessions: Sessions;
  /** Absent: the sessions alone decide. */
  ways: SignInWays | undefined;
  bodies: Bodies;
  attempts: Attempts;
}

/**
 * Sign-in and sign-out of the dashboard: the only paths, besides its page, that need no credential. Cookies ignore
 * ports, so only a host name of the server gets one; elsewhere the page stores a bearer token for its tab.
 */
export function serveSession(app: Hono<Env>, { sessions, ways, bodies, attempts }: Parts): void {
  app.post(path, async (c) => {
    c.get('exchange').route = path;
    requireOwnPage(c);
    const given = await readJsonObject(c, bodies, maxBodyBytes);
    const userAgent = c.req.header('user-agent') ?? '';
    const open = async () =>
      ways?.open(given, c, userAgent) ?? sessions.open(validated(proof, given).key.trim(), userAgent, originOf(c));
    const token = await attempts.limited(attemptOf(c, 'sign-in'), open);
    if (!hasOwnName(c.get('exchange').host)) return replyJson(c, 200, { token: bearerMark + token });
    return reply(c, 204, null, { 'set-cookie': cookie(c, token, sessionMs / 1_000) });
  });
  app.delete(path, async (c) => {
    c.get('exchange').route = path;
    requireOwnPage(c);
    const given = givenSession(c);
    if (given) await sessions.close(given.token, originOf(c));
    return reply(c, 204, null, given?.isCookie ? { 'set-cookie': cookie(c, '', 0) } : {});
  });
  app.all(path, (c) => {
    c.get('exchange').route = path;
    const { error, headers } = methodNotAllowed(c.req.method, ['POST', 'DELETE']);
    return replyError(c, error, headers);
  });
}

/** The session that a request names. A bearer token counts everywhere, a cookie at a name of the server's own. */
export function givenSession(c: HttpContext): { token: string; isCookie: boolean } | undefined {
  const header = c.req.header('authorization');
  if (header !== undefined) {
    const bearer = bearerOf(header);
    return bearer?.startsWith(bearerMark) ? { token: bearer.slice(bearerMark.length), isCookie: false } : undefined;
  }
  if (!hasOwnName(c.get('exchange').host)) return undefined;
  // Another host of the domain can set a cookie of the plain name: over TLS it says nothing.
  const token = getCookie(c, secureCookieName) || (isOverTls(c) ? undefined : getCookie(c, cookieName));
  return token ? { token, isCookie: true } : undefined;
}

/**
 * CSRF protection: refuses requests that our page has not sent. The browser sends a cookie with requests of any page;
 * only our own page can set a header, and the browser names the page's origin. AccessDenied.
 */
export function requireOwnPage(c: HttpContext): void {
  const origin = c.req.header('origin');
  const { method } = c.req;
  const reads = method === 'GET' || method === 'HEAD';
  if (c.req.header('x-requested-with') === undefined) {
    throw new ServiceError('AccessDenied', 'Requests of a session need the header X-Requested-With.');
  }
  if (origin === undefined ? reads : isSameOrigin(origin, c.get('exchange').host)) return;
  throw new ServiceError('AccessDenied', 'Requests of a session must come from the dashboard itself (Origin).');
}

/**
 * Only a person signed in to the dashboard may do this, not a program with a key or token. AccessDenied.
 * @param what the subject and verb of the refusal, such as "Passkeys are added"
 */
export function requireDashboard(c: HttpContext, what: string) {
  const who = c.get('authenticated');
  if (who.dashboardSession === undefined) {
    throw new ServiceError('AccessDenied', `${what} on a page of the dashboard alone.`);
  }
  return who;
}

/** @param seconds the lifetime; 0 removes it */
function cookie(c: HttpContext, token: string, seconds: number): string {
  const isSecure = isOverTls(c);
  const pair = `${isSecure ? secureCookieName : cookieName}=${token}`;
  const attributes = [pair, 'Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`];
  return [...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/**
 * Behind a proxy that ends TLS only the browser shows it: by its page's origin, or by a header that it never sends over
 * plain HTTP.
 */
function isOverTls(c: HttpContext): boolean {
  const origin = c.req.header('origin');
  if (origin !== undefined && isSameOrigin(origin, c.get('exchange').host)) return origin.startsWith('https:');
  return c.req.header('sec-fetch-site') !== undefined;
}
