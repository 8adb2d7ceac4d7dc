import type { Hono } from 'hono';
import * as z from 'zod';
import { ServiceError } from '../../../domain/errors.ts';
import { nameBounds, storable } from '../../../domain/storable.ts';
import { memberName } from '../../../domain/tenant.ts';
import { validated } from '../../../domain/validation.ts';
import type { Bodies } from '../../../http/bodies.ts';
import {
  attemptOf,
  type Env,
  type HttpContext,
  methodNotAllowed,
  originOf,
  replyError,
  replyJson,
} from '../../../http/exchange.ts';
import { readJsonObject } from '../../../http/read-body.ts';
import { requireDashboard, requireOwnPage } from '../../../http/session.ts';
import type { Services } from '../../../service/context.ts';
import type { Attempts } from '../../../service/tenancy/attempts.ts';
import { passkeysOfMember } from '../domain/passkey.ts';
import { type Passkeys, userHandleOf } from '../service/passkeys.ts';
import { keyKinds, type PasskeySite } from '../service/webauthn.ts';

export const passkeysPath = '/session/passkeys';
/** Authentication by a session of the dashboard is before it. */
export const newPasskeyPath = `${passkeysPath}/new`;
const maxBodyBytes = 16 * 1024;

/** Bytes as base64url. */
const bytes = z
  .string()
  .max(8_192)
  .regex(/^[\w-]*$/)
  .transform((text): Uint8Array => Buffer.from(text, 'base64url'));
const answer = { ticket: z.string().min(1).max(100), clientData: bytes, authenticatorData: bytes };

/** The page's request for a sign-in. */
export const signed = z.object({
  passkey: z.object({ ...answer, credential: bytes, signature: bytes, userHandle: bytes }),
});
/** The page's request for a new passkey. */
const registration = z.object({ ...answer, name: memberName, publicKey: bytes });

interface Parts {
  passkeys: Passkeys;
  services: Pick<Services, 'publicUrl' | 'store'>;
  bodies: Bodies;
  attempts: Attempts;
}

/** Routes before and after an authenticator signs; `POST /session` takes the signature of a sign-in. */
export function servePasskeys(app: Hono<Env>, parts: Parts): void {
  const { passkeys, services, bodies, attempts } = parts;
  const encoded = (of: Uint8Array) => Buffer.from(of).toString('base64url');

  app.all(passkeysPath, async (c) => {
    c.get('exchange').route = passkeysPath;
    requireOwnPage(c);
    if (c.req.method === 'GET') return replyJson(c, 200, { isOffered: siteOf(c, services.publicUrl) !== undefined });
    if (c.req.method !== 'POST') return refuseMethod(c, ['GET', 'POST']);
    const { rpId } = requireSite(c, services.publicUrl);
    attempts.take(attemptOf(c, 'passkey'));
    const { ticket, challenge } = await passkeys.challenge();
    return replyJson(c, 200, { ticket, challenge: encoded(challenge), rpId });
  });
  app.all(newPasskeyPath, async (c) => {
    c.get('exchange').route = newPasskeyPath;
    requireOwnPage(c);
    const { principal } = requireDashboard(c, 'Passkeys are added');
    const site = requireSite(c, services.publicUrl);
    const { memberId, name, tenantId } = principal;
    if (c.req.method === 'POST') {
      const { ticket, challenge } = await passkeys.challenge(memberId);
      const user = { id: encoded(userHandleOf(memberId)), name };
      const known = await services.store.passkeys.credentials(tenantId, memberId);
      const options = {
        challenge: encoded(challenge),
        rpId: site.rpId,
        user,
        kinds: keyKinds,
        known: known.map(encoded),
      };
      return replyJson(c, 200, { ticket, ...options, most: passkeysOfMember });
    }
    if (c.req.method !== 'PUT') return refuseMethod(c, ['POST', 'PUT']);
    const given = validated(registration, storable(await readJsonObject(c, bodies, maxBodyBytes), nameBounds));
    return replyJson(c, 201, await passkeys.add(given, principal, site, originOf(c)));
  });
}

function refuseMethod(c: HttpContext, allowed: readonly string[]): Response {
  const { error, headers } = methodNotAllowed(c.req.method, allowed);
  return replyError(c, error, headers);
}

/**
 * Where this request may use passkeys: at SERVICE_PUBLIC_URL, and at localhost, whose pages browsers trust without TLS.
 * There the port is the one that this server listens on: any program of the machine can send another Host and Origin.
 */
export function siteOf(c: HttpContext, publicUrl: string | undefined): PasskeySite | undefined {
  const { host } = c.get('exchange');
  if (publicUrl !== undefined) {
    const own = new URL(publicUrl);
    if (own.host === host) return { rpId: own.hostname, origin: own.origin };
  }
  const port = c.env.incoming?.socket.localPort;
  if (port === undefined) return undefined;
  const { host: ownHost, origin } = new URL(`http://localhost:${port}`);
  return host.toLowerCase() === ownHost ? { rpId: 'localhost', origin } : undefined;
}

/** AccessDenied. */
export function requireSite(c: HttpContext, publicUrl: string | undefined): PasskeySite {
  const site = siteOf(c, publicUrl);
  if (site) return site;
  throw new ServiceError('AccessDenied', 'Passkeys work at the address of SERVICE_PUBLIC_URL, and at localhost.');
}
