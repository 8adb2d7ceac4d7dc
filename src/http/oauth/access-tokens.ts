import type { JWTPayload } from 'jose';
import { ServiceError } from '../../domain/errors.ts';
import { type Role, roleIncludes, roles, scopes, type TokenScope } from '../../domain/principal.ts';
import { externalId, type Tenant } from '../../domain/tenant.ts';
import type { Services } from '../../service/context.ts';
import { type Authenticated, memberSuspended } from '../../service/tenancy/keys.ts';
import { memberFor } from '../../service/tenancy/sign-in.ts';
import { IssuerKeys } from './issuer-keys.ts';

/** Whose access tokens are accepted, and what they mean. */
export interface OAuthSettings {
  issuer: string;
  /** The address of this server, without a slash at its end. */
  publicUrl: string;
  /** An `aud` beside this server's own addresses. */
  audience?: string | undefined;
  tenantClaim: string;
  roleClaim: string;
  /** The role with which who is no member becomes one. */
  join?: 'MEMBER' | 'VIEWER' | undefined;
}

export type AccessTokenVerifier = (token: string) => Promise<Authenticated>;

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

/**
 * A verifier of an issuer's access tokens. It throws Unauthorized for one that is not valid now or not for this server;
 * AccessDenied when its tenant does not exist or its subject may not be a member there; TierLimitExceeded when no seat
 * is left for who would join; ServiceUnavailable when the issuer's keys can't be had.
 */
export async function createAccessTokenVerifier(
  services: Pick<Services, 'store' | 'now' | 'newId' | 'log'>,
  settings: OAuthSettings,
): Promise<AccessTokenVerifier> {
  const { jwtVerify } = await import('jose');
  const { store, now } = services;
  const { issuer, publicUrl, join } = settings;
  const keys = new IssuerKeys(issuer, services);
  const own = [publicUrl, `${publicUrl}/`, `${publicUrl}/mcp`];
  const audience = settings.audience === undefined ? own : [...own, settings.audience];
  const rules = {
    issuer,
    audience,
    algorithms,
    requiredClaims: ['sub', 'exp'],
    clockTolerance: clockToleranceSeconds,
  };

  const verified = async (token: string) => {
    if (token.length > maxTokenLength) throw new Error('too long');
    const { payload } = await jwtVerify(token, keys.find, { ...rules, currentDate: new Date(now()) });
    return { claims: payload, sub: externalId.parse(payload.sub) };
  };

  const authenticate: AccessTokenVerifier = async (token) => {
    const { claims, sub } = await verified(token).catch(refuse);
    const tenant = await tenantOf(claims, settings, await store.tenants.list(now()));
    const member = await memberFor(services, tenant, sub, { join, names: namesIn(claims) });
    if (member.status === 'SUSPENDED') throw memberSuspended(member.name);
    const principal = {
      tenantId: tenant.id,
      tier: tenant.tier,
      memberId: member.id,
      name: member.name,
      role: roleOf(claims[settings.roleClaim], member.role),
      via: 'oauth',
      scopes: scopesOf(claims),
    } as const;
    return { principal, identity: `oauth ${tenant.id} ${sub}`, renew: () => authenticate(token) };
  };
  return authenticate;
}

function refuse(error: unknown): never {
  if (error instanceof ServiceError) throw error;
  const expired = error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED';
  const reason = expired ? 'has expired' : 'is not a valid one of the identity provider for this server';
  throw new ServiceError('Unauthorized', `The access token ${reason}.`);
}

/** The tenant that a token names, by id or else by name, or the only one there is. */
function tenantOf(claims: JWTPayload, { tenantClaim }: OAuthSettings, tenants: readonly Tenant[]): Tenant {
  const named = claims[tenantClaim];
  const [only, another] = tenants;
  if (named === undefined && only && !another) return only;
  const found = tenants.find(({ id }) => id === named) ?? tenants.find(({ name }) => name === named);
  if (found) return found;
  const reason = named === undefined ? `has no claim "${tenantClaim}"` : 'names a tenant that does not exist';
  throw new ServiceError('AccessDenied', `The access token ${reason}.`);
}

/** The highest role that the claim (a text or a list) names, at most the member's own; its own without the claim. */
function roleOf(claim: unknown, own: Role): Role {
  if (claim === undefined) return own;
  const named = roles.findLast((role) => [claim].flat().includes(role));
  if (!named) throw new ServiceError('AccessDenied', `The access token names none of the roles ${roles.join(', ')}.`);
  return roleIncludes(own, named) ? named : own;
}

/** What the token allows; undefined when it says nothing of it, as RFC 9068 permits. */
function scopesOf({ scope }: JWTPayload): TokenScope[] | undefined {
  if (scope === undefined) return undefined;
  const named = typeof scope === 'string' ? scope.split(' ') : [];
  return scopes.filter((one) => named.includes(one));
}

/** What a newcomer may be called, the best first. */
function namesIn({ preferred_username, email, name, sub }: JWTPayload): unknown[] {
  return [preferred_username, email, name, sub];
}
