import type { JSONWebKeySet, JWTPayload, JWTVerifyOptions } from 'jose';
import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { type Origin, roles, strangerId } from '../domain/principal.ts';
import { isStorable } from '../domain/text.ts';
import type { Services } from '../service/context.ts';
import { type Authenticated, memberRemoved, memberSuspended } from '../service/tenancy/keys.ts';
import { type Refusals, type TokenSubject, tokenIdentity } from '../service/tenancy/refusals.ts';

/** Which tokens are accepted: HS256 by a secret, RS256 by a key set, or both. */
export interface JwtSettings {
  secret?: string | undefined;
  keySet?: JSONWebKeySet | undefined;
  /** When set, the token's `iss` or `aud` must equal it. */
  issuer?: string | undefined;
  audience?: string | undefined;
}

/** @param origin where it came from; absent: its member and tenant are read again */
export type JwtVerifier = (token: string, origin?: Origin) => Promise<Authenticated>;

const named = z.object({
  sub: z.string().min(1).max(limits.memberName).refine(isStorable),
  tenant: z.string().min(1).refine(isStorable),
});
const acting = z.object({ role: z.enum(roles) });
/** Clocks of two machines are rarely equal. */
const clockToleranceSeconds = 5;

/**
 * A verifier of tokens with the claims sub (name of the caller), tenant (id or name), role and exp.
 * It throws Unauthorized for a token that is not valid now, AccessDenied when its tenant does not exist or its
 * subject is a suspended or removed member of it.
 */
export async function createJwtVerifier(
  { store, now }: Pick<Services, 'store' | 'now'>,
  { secret, keySet, issuer, audience }: JwtSettings,
  refusals: Refusals,
): Promise<JwtVerifier> {
  const { createLocalJWKSet, decodeProtectedHeader, jwtVerify } = await import('jose');
  const rules: JWTVerifyOptions = {
    requiredClaims: ['sub', 'exp'],
    clockTolerance: clockToleranceSeconds,
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  };
  const secretKey = secret === undefined ? undefined : new TextEncoder().encode(secret);
  const publicKeys = keySet && createLocalJWKSet(keySet);

  const verify = async (token: string): Promise<{ payload: JWTPayload }> => {
    // Each kind of key verifies its own algorithm only: a public key must never serve as a shared secret.
    const current = { ...rules, currentDate: new Date(now()) };
    const { alg } = decodeProtectedHeader(token);
    if (alg === 'RS256' && publicKeys) {
      return jwtVerify(token, publicKeys, { ...current, algorithms: [alg] });
    }
    if (alg === 'HS256' && secretKey) {
      return jwtVerify(token, secretKey, { ...current, algorithms: [alg] });
    }
    throw new Error('its algorithm is not accepted');
  };

  const verified = async (token: string) => {
    const { claims, untimely } = await timedClaims(verify(token));
    return { claims, untimely, ...named.parse(claims) };
  };

  const authenticate: JwtVerifier = async (token, origin) => {
    const { claims, untimely, sub, tenant: reference } = await verified(token).catch(refuse);
    const found = await store.tenants.find(reference, now());
    // A person may type a name loosely, a token may not.
    const tenant = found && [found.id, found.name].includes(reference) ? found : undefined;
    if (!tenant && untimely) refuse(untimely);
    if (!tenant) throw new ServiceError('AccessDenied', `The token's tenant "${reference}" does not exist.`);
    const subject: TokenSubject = { tenantId: tenant.id, via: 'jwt', sub, subject: { reference: sub } };
    const principal = await refusals.watched(subject, origin, async () => {
      if (untimely) refuse(untimely);
      const { role } = acting.safeParse(claims).data ?? refuse(undefined);
      const member = await store.members.identify(tenant.id, subject.subject);
      if (member === 'removed') throw memberRemoved(sub);
      if (member?.status === 'SUSPENDED') throw memberSuspended(member.name);
      const who = { memberId: member?.id ?? strangerId(sub), name: member?.name ?? sub };
      return { tenantId: tenant.id, tier: tenant.tier, role, ...who, via: 'jwt' } as const;
    });
    return { principal, identity: tokenIdentity(subject), renew: () => authenticate(token) };
  };
  return authenticate;
}

function refuse(error: unknown): never {
  const expired = error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED';
  const reason = expired ? 'has expired' : 'is not valid: it needs sub, tenant, role and exp, signed as configured';
  throw new ServiceError('Unauthorized', `The token ${reason}.`);
}

/** The claims of a token that its issuer made for this server; `untimely` says why it isn't good at this time. */
export interface TimedClaims {
  claims: JWTPayload;
  untimely?: unknown;
}

/**
 * Distinguishes an expired token from an invalid one: its subject is known. jose checks the times last, after
 * signature, `iss` and `aud`. Throws jose's error for any other.
 */
export async function timedClaims(verifying: Promise<{ payload: JWTPayload }>): Promise<TimedClaims> {
  try {
    return { claims: (await verifying).payload };
  } catch (error) {
    const { code, claim, payload } = error as { code?: string; claim?: string; payload?: JWTPayload };
    const isEarly = code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'nbf';
    if (payload && (code === 'ERR_JWT_EXPIRED' || isEarly)) return { claims: payload, untimely: error };
    throw error;
  }
}
