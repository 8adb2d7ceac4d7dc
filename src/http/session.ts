import type { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { validated } from '../domain/validation.ts';
import { type Sessions, sessionMs } from '../service/tenancy/sessions.ts';
import type { Bodies } from './bodies.ts';
import { type Env, type HttpContext, methodNotAllowed, originOf, reply, replyError } from './exchange.ts';
import { isSameOrigin } from './guard.ts';
import { readJsonObject } from './read-body.ts';

const path = '/session';
const cookieName = 'ams_session';
const maxBodyBytes = 4_096;
const proof = z.object({ key: z.string().min(1).max(1_000) });

/** Signing in to the dashboard and out of it: the only paths, beside its page, that need no credential. */
export function serveSession(app: Hono<Env>, sessions: Sessions, bodies: Bodies): void {
  app.post(path, async (c) => {
    c.var.exchange.route = path;
    requireOwnPage(c);
    const { key } = validated(proof, await readJsonObject(c, bodies, maxBodyBytes));
    const token = await sessions.open(key.trim(), c.req.header('user-agent') ?? '', originOf(c));
    return reply(c, 204, null, { 'set-cookie': cookie(c, token, sessionMs / 1_000) });
  });
  app.delete(path, async (c) => {
    c.var.exchange.route = path;
    requireOwnPage(c);
    const token = sessionToken(c);
    if (token !== undefined) await sessions.close(token, originOf(c));
    return reply(c, 204, null, { 'set-cookie': cookie(c, '', 0) });
  });
  app.all(path, (c) => {
    c.var.exchange.route = path;
    const { error, headers } = methodNotAllowed(c.req.method, ['POST', 'DELETE']);
    return replyError(c, error, headers);
  });
}

/** What the request's cookie holds. */
export function sessionToken(c: HttpContext): string | undefined {
  return getCookie(c, cookieName) || undefined;
}

/**
 * Refuses what no page of ours has sent. A cookie is sent along by the browser whoever makes it ask; only our own pages
 * can set a header, and the browser names whose page it was. AccessDenied.
 */
export function requireOwnPage(c: HttpContext): void {
  const origin = c.req.header('origin');
  const { method } = c.req;
  const reads = method === 'GET' || method === 'HEAD';
  if (c.req.header('x-requested-with') === undefined) {
    throw new ServiceError('AccessDenied', 'Requests of a session need the header X-Requested-With.');
  }
  if (origin === undefined ? reads : isSameOrigin(origin, c.var.exchange.host)) return;
  throw new ServiceError('AccessDenied', 'Requests of a session must come from the dashboard itself (Origin).');
}

/** @param seconds how long it is kept; 0 removes it */
function cookie(c: HttpContext, token: string, seconds: number): string {
  const attributes = [`${cookieName}=${token}`, 'Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`];
  // Behind a proxy that ends TLS, only the page's own origin tells of it.
  if (c.req.header('origin')?.startsWith('https:')) attributes.push('Secure');
  return attributes.join('; ');
}
