import { hash as digest, randomBytes } from 'node:crypto';
import { ServiceError } from '../../domain/errors.ts';
import type { Origin, Principal } from '../../domain/principal.ts';
import type { Admission } from '../../domain/rate-limit.ts';
import type { LookUp } from '../../domain/stores/tenancy.ts';
import type { Credential, NewKey } from '../../domain/tenant.ts';
import type { Services } from '../context.ts';
import { LastUse } from './last-use.ts';
import type { Refusals } from './refusals.ts';

/** The prefix of every API key, so that leaked ones are recognised. */
export const keyPrefix = 'ams_';
const secretBytes = 32;

/** A new secret of 256 random bits, which needs no slow hash. */
export function newToken(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** A new key and its text, which is stored nowhere. */
export function makeKey(
  id: string,
  name: string,
  more: Pick<NewKey, 'access' | 'characterIds' | 'expiresAt'> = {},
): { text: string; key: NewKey } {
  const text = keyPrefix + newToken();
  return { text, key: { ...more, id, name, hash: hashOf(text) } };
}

/** The SHA-256 under which a key or a token is stored. */
export function hashOf(text: string): Uint8Array {
  return digest('sha256', text, 'buffer');
}

/** The principal of a request. `identity` is the same for each use of a credential, whatever its rights. */
export interface Authenticated {
  principal: Principal;
  identity: string;
  /** Present where its request was counted with the look-up. */
  admission?: Admission | undefined;
  /** The id of the session of the dashboard that it came in by. */
  dashboardSession?: string;
  /** The caller of the same credential, as of now. Throws like a request if the credential is no longer valid. */
  renew(): Promise<Authenticated>;
}

/**
 * Authenticates by API key. Every request reads the store, so a revoked key or a suspended member is refused at once.
 */
export class KeyRing {
  readonly #services: Pick<Services, 'store' | 'now' | 'log'>;
  readonly #used: LastUse;
  readonly #refusals: Refusals;

  constructor(services: Pick<Services, 'store' | 'now' | 'log'>, refusals: Refusals) {
    this.#services = services;
    this.#refusals = refusals;
    this.#used = new LastUse('key', services.log, (id, time) => services.store.keys.recordUse(id, time));
  }

  /** Unauthorized for an unknown, revoked or expired key, AccessDenied for one of a suspended member. */
  async authenticate(text: string, origin?: Origin, how?: LookUp): Promise<Authenticated> {
    const hash = hashOf(text);
    const time = this.#services.now();
    const found = await this.#find(hash, time, origin, how);
    this.#used.note(found.keyId, found.lastUsedAt, time);
    return this.#authenticated(hash, found);
  }

  /** Unauthorized, AccessDenied. */
  async #find(hash: Uint8Array, time: number, origin?: Origin, how?: LookUp): Promise<Credential> {
    const found = await this.#services.store.keys.findCredential(hash, time, how);
    if (!found) throw new ServiceError('Unauthorized', 'The API key is unknown or revoked.');
    const refusal = found.revoked
      ? new ServiceError('Unauthorized', 'The API key is unknown or revoked.')
      : found.expired
        ? new ServiceError('Unauthorized', 'The API key has expired; rotate_key makes another.')
        : found.memberStatus === 'SUSPENDED'
          ? memberSuspended(found.member)
          : undefined;
    if (!refusal) return found;
    const { keyId, member: name } = found;
    const who = { ...found, name, via: 'key', targetId: keyId, identity: keyIdentity(keyId) } as const;
    await this.#refusals.record(who, refusal, origin);
    throw refusal;
  }

  #authenticated(hash: Uint8Array, found: Credential): Authenticated {
    const { keyId, keyName, tenantId, tier, role, memberId, member, admission, access, characterIds } = found;
    const acts = { tenantId, memberId, tier, role, name: member, via: 'key', keyId, keyName } as const;
    return {
      admission,
      principal: { ...acts, only: characterIds, ...(access === 'READ' && { scopes: ['memory:read'] }) },
      identity: keyIdentity(keyId),
      renew: async () => this.#authenticated(hash, await this.#find(hash, this.#services.now())),
    };
  }
}

function keyIdentity(keyId: string): string {
  return `key ${keyId}`;
}

export function memberSuspended(name: string): ServiceError {
  return new ServiceError('AccessDenied', `The member "${name}" is suspended.`);
}

export function memberRemoved(name: string): ServiceError {
  return new ServiceError('AccessDenied', `The member "${name}" was removed.`);
}
