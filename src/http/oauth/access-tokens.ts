import type { JWTPayload } from 'jose';
import { ServiceError } from '../../domain/errors.ts';
import type { Origin } from '../../domain/principal.ts';
import { externalId } from '../../domain/tenant.ts';
import { isStorable } from '../../domain/text.ts';
import type { Services } from '../../service/context.ts';
import { type Authenticated, memberSuspended } from '../../service/tenancy/keys.ts';
import { type Refusals, type TokenSubject, tokenIdentity } from '../../service/tenancy/refusals.ts';
import { memberFor } from '../../service/tenancy/sign-in.ts';
import { timedClaims } from '../jwt.ts';
import { namesIn, roleOf, scopesOf, tenantOf } from './claims.ts';
import { IssuerKeys } from './issuer-keys.ts';

/** The issuer of accepted access tokens, and the meaning of their claims. */
export interface OAuthSettings {
  issuer: string;
  /** The address of this server, without a slash at its end. */
  publicUrl: string;
  /** An `aud` besides this server's own addresses. */
  audience?: string | undefined;
  /** Names of claims, or paths to them. */
  tenantClaim: string;
  roleClaim: string;
  /** The role of new members. */
  join?: 'MEMBER' | 'VIEWER' | undefined;
}

/** @param origin where it came from; absent: its member and tenant are read again */
export type AccessTokenVerifier = (token: string, origin?: Origin) => Promise<Authenticated>;

/** Asymmetric only: a published key must never serve as a shared secret. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Longer than any access token that a header could carry. */
const maxTokenLength = 16_384;
const clockToleranceSeconds = 5;
/** Compared exactly, so a subject that normalisation would change is invalid. */
const subjectClaim = externalId.refine(isStorable);

/**
 * A verifier of an issuer's access tokens. It throws Unauthorized for one that is not valid now or not for this server;
 * AccessDenied when its tenant does not exist or its subject may not be a member there; TierLimitExceeded when no seat
 * is left for who would join; ServiceUnavailable when the issuer's keys can't be had.
 */
export async function createAccessTokenVerifier(
  services: Pick<Services, 'store' | 'now' | 'newId' | 'log'>,
  settings: OAuthSettings,
  refusals: Refusals,
): Promise<AccessTokenVerifier> {
  const { jwtVerify } = await import('jose');
  const { store, now } = services;
  const { issuer, publicUrl, join } = settings;
  const keys = new IssuerKeys(issuer, services);
  const own = [publicUrl, `${publicUrl}/`, `${publicUrl}/mcp`];
  const audience = settings.audience === undefined ? own : [...own, settings.audience];
  const tenantNamed = async (claims: JWTPayload) =>
    tenantOf(claims, settings.tenantClaim, await store.tenants.list(now()));
  const rules = {
    issuer,
    audience,
    algorithms,
    requiredClaims: ['sub', 'exp'],
    clockTolerance: clockToleranceSeconds,
  };

  const verified = async (token: string) => {
    if (token.length > maxTokenLength) throw new Error('too long');
    const { claims, untimely } = await timedClaims(
      jwtVerify(token, keys.find, { ...rules, currentDate: new Date(now()) }),
    );
    return { claims, untimely, sub: subjectClaim.parse(claims.sub) };
  };

  const authenticate: AccessTokenVerifier = async (token, origin) => {
    const { claims, untimely, sub } = await verified(token).catch(refuse);
    const tenant = await tenantNamed(claims).catch((error) => refuse(untimely ?? error));
    const subject: TokenSubject = { tenantId: tenant.id, via: 'oauth', sub, subject: { externalId: sub } };
    const principal = await refusals.watched(subject, origin, async () => {
      if (untimely) refuse(untimely);
      const member = await memberFor(services, tenant, sub, { join, names: namesIn(claims) });
      if (member.status === 'SUSPENDED') throw memberSuspended(member.name);
      return {
        tenantId: tenant.id,
        tier: tenant.tier,
        memberId: member.id,
        name: member.name,
        role: roleOf(claims, settings.roleClaim, member.role),
        via: 'oauth',
        scopes: scopesOf(claims),
      } as const;
    });
    return { principal, identity: tokenIdentity(subject), renew: () => authenticate(token) };
  };
  return authenticate;
}

function refuse(error: unknown): never {
  if (error instanceof ServiceError) throw error;
  const expired = error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED';
  const reason = expired ? 'has expired' : 'is not a valid one of the identity provider for this server';
  throw new ServiceError('Unauthorized', `The access token ${reason}.`);
}
