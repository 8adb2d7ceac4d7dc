import { createHash } from 'node:crypto';
import { ServiceError } from '../../../domain/errors.ts';
import type { Origin } from '../../../domain/principal.ts';
import type { Services } from '../../../service/context.ts';
import type { As } from '../../../service/tenancy/attempts.ts';
import { type Authenticated, hashOf, memberSuspended, newToken } from '../../../service/tenancy/keys.ts';
import { LastUse } from '../../../service/tenancy/last-use.ts';
import type { Refusals } from '../../../service/tenancy/refusals.ts';
import {
  type CodeProof,
  type Exchangeable,
  type Exchanged,
  exchanges,
  type GrantAccess,
  scopesOf,
} from '../domain/grant.ts';
import { OAuthFault } from './oauth-error.ts';
import { required, resourceOf, single } from './request.ts';

/** The prefixes of a grant's tokens: they distinguish tokens from keys, and let scanners find leaked ones. */
export const accessPrefix = 'amsg_';
export const refreshPrefix = 'amsr_';

export const codeMs = 60_000;
const accessMs = 60 * 60_000;
/** How long a grant lasts without use; after that the client must ask for consent again. */
const refreshMs = 60 * 24 * 60 * 60_000;

type Parts = Pick<Services, 'store' | 'now' | 'log'>;

/** The S256 challenge of a verifier: its SHA-256. */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

/** Access tokens of clients with a member's consent, and how they are issued. */
export class GrantTokens {
  readonly #services: Parts;
  readonly #refusals: Refusals;
  readonly #used: LastUse;
  /** The addresses of the server and of its MCP endpoint. */
  readonly #resources: readonly string[];

  constructor(services: Parts, refusals: Refusals, resources: readonly string[]) {
    this.#services = services;
    this.#refusals = refusals;
    this.#resources = resources;
    this.#used = new LastUse('grant', services.log, (id, time) => services.store.grants.recordUse(id, time));
  }

  /**
   * The identity behind an access token. Unauthorized, also for a token of another resource than the path belongs to;
   * AccessDenied for a suspended member.
   */
  async authenticate(token: string, path: string, origin?: Origin): Promise<Authenticated> {
    const { store, now } = this.#services;
    const time = now();
    const found = await store.grants.find(hashOf(token), time);
    if (!found) throw new ServiceError('Unauthorized', 'The access token is unknown, has expired or was revoked.');
    const { grantId, tenantId, tier, memberId, member: name, role, client, access, characterIds, lastUsedAt } = found;
    const identity = `grant ${grantId}`;
    const refusal = this.#refusalOf(found, path);
    if (refusal) {
      const who = { tenantId, memberId, role, name, via: 'grant', keyId: grantId, targetId: grantId } as const;
      await this.#refusals.record({ ...who, identity }, refusal, origin);
      throw refusal;
    }
    if (origin) this.#used.note(grantId, lastUsedAt, time);
    const acts = { tenantId, memberId, tier, role, name, via: 'grant', keyId: grantId, keyName: client } as const;
    return {
      principal: { ...acts, scopes: scopesOf(access), only: characterIds },
      identity,
      renew: () => this.authenticate(token, path),
    };
  }

  #refusalOf(
    { memberStatus, member, resource }: { memberStatus: string; member: string; resource: string },
    path: string,
  ) {
    if (memberStatus === 'SUSPENDED') return memberSuspended(member);
    const [whole, endpoint] = this.#resources;
    if (resource === whole || (resource === endpoint && path === '/mcp')) return undefined;
    return new ServiceError('Unauthorized', `The access token is for ${resource} alone.`);
  }

  /**
   * Answers the token endpoint: exchanges a code or a refresh token. OAuthFault.
   * @param as receives the member whose attempt it is
   */
  async exchange(form: URLSearchParams, origin: Origin, as: As): Promise<object> {
    const kind = kindOf(required(form, 'grant_type'));
    const clientId = required(form, 'client_id');
    const given = required(form, kind === 'code' ? 'code' : 'refresh_token');
    const verifier = kind === 'code' ? required(form, 'code_verifier') : undefined;
    const redirectUri = single(form, 'redirect_uri');
    const resource = form.has('resource') ? resourceOf(form, this.#resources) : undefined;
    const { store, now } = this.#services;
    const time = now();
    const [access, refresh] = [accessPrefix + newToken(), refreshPrefix + newToken()];
    const fresh = {
      access: { hash: hashOf(access), expiresAt: time + accessMs },
      refresh: { hash: hashOf(refresh), expiresAt: time + refreshMs },
    };
    let meant: Exchanged | undefined;
    const exchanging = store.grants.exchange(
      { kind, hash: hashOf(given) },
      fresh,
      (one) => {
        meant = one;
        // Not a guess: replicas of a suspended member go on asking.
        if (one.memberStatus === 'SUSPENDED') throw notGood(memberSuspended(one.member).message);
        as(`token of member ${one.memberId}`);
        if (one.clientId !== clientId) throw notGood();
        if (one.proof) requireProof(one.proof, verifier ?? '', redirectUri);
        if (resource !== undefined && resource !== one.resource) {
          throw new OAuthFault('invalid_target', `The tokens of this grant are for ${one.resource}.`);
        }
        requireScopes(single(form, 'scope'), one.access);
      },
      time,
    );
    const found = await exchanging.catch(async (error: unknown) => {
      if (meant && error instanceof OAuthFault) await this.#recordRefusal(meant, kind, origin);
      throw error;
    });
    if (found === undefined || found === 'reused') throw notGood();
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: accessMs / 1000,
      refresh_token: refresh,
      scope: scopesOf(found.access).join(' '),
    };
  }

  async #recordRefusal(meant: Exchanged, kind: Exchangeable, origin: Origin): Promise<void> {
    const { grantId, tenantId, memberId, role, member: name, memberStatus } = meant;
    const action = exchanges[kind];
    const who = { tenantId, memberId, role, name, via: 'grant', keyId: grantId, targetId: grantId, action } as const;
    const type = memberStatus === 'SUSPENDED' ? 'AccessDenied' : 'Unauthorized';
    await this.#refusals.record({ ...who, identity: `${action} ${grantId}` }, { type }, origin);
  }
}

function kindOf(grantType: string): Exchangeable {
  if (grantType === 'authorization_code') return 'code';
  if (grantType === 'refresh_token') return 'refresh';
  throw new OAuthFault('unsupported_grant_type', 'The grant_type must be authorization_code or refresh_token.');
}

function requireProof({ redirectUri, challenge }: CodeProof, verifier: string, givenUri: string | undefined): void {
  const isProven = verifierPattern.test(verifier) && challengeOf(verifier) === challenge;
  // OAuth 2.1 leaves out the redirect_uri here. If given, it must be the same.
  if (!isProven || (givenUri !== undefined && givenUri !== redirectUri)) throw notGood();
}

/** A refresh may not ask for more than was granted. Unknown scopes are ignored. */
function requireScopes(scope: string | undefined, access: GrantAccess): void {
  const asked = scope?.split(' ') ?? [];
  const lacking = scopesOf('REPLICATE').find((one) => asked.includes(one) && !scopesOf(access).includes(one));
  if (lacking !== undefined) throw new OAuthFault('invalid_scope', `The scope ${lacking} was not granted.`);
}

/** By default the same error for every cause, so that an attacker learns nothing. */
function notGood(why = 'The code or token is unknown, used, expired, or of another client.'): OAuthFault {
  return new OAuthFault('invalid_grant', why);
}
