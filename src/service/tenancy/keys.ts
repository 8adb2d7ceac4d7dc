import { createHash, randomBytes } from 'node:crypto';
import { type ErrorType, ServiceError } from '../../domain/errors.ts';
import type { Origin, Principal } from '../../domain/principal.ts';
import type { Credential, NewKey } from '../../domain/tenant.ts';
import type { Services } from '../context.ts';
import { LastUse, recordIntervalMs } from './last-use.ts';

/** What every API key begins with, so that it is recognised when it turns up where it should not. */
export const keyPrefix = 'ams_';
const secretBytes = 32;

/** A new key and its text, which is stored nowhere. 256 random bits need no slow hash. */
export function makeKey(id: string, name: string): { text: string; key: NewKey } {
  const text = `${keyPrefix}${randomBytes(secretBytes).toString('base64url')}`;
  return { text, key: { id, name, hash: hashOf(text) } };
}

/** The SHA-256 under which a key or a token is stored. */
export function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/** Who a request acts for; `identity` is the same for the same credential, whatever it may do at the moment. */
export interface Authenticated {
  principal: Principal;
  identity: string;
  /** The id of the session of the dashboard that it came in by. */
  dashboardSession?: string;
  /** What the same credential stands for by now. Throws as it would at a request when it is no longer good. */
  renew(): Promise<Authenticated>;
}

/** Knows API keys. Every request looks at the store, so a revoked key or a suspended member is out at once. */
export class KeyRing {
  readonly #services: Pick<Services, 'store' | 'now' | 'log'>;
  readonly #used: LastUse;

  /** When this process last recorded that a key was refused; one entry a key. */
  readonly #refused = new Map<string, number>();

  constructor(services: Pick<Services, 'store' | 'now' | 'log'>) {
    this.#services = services;
    this.#used = new LastUse('key', services.log, (id, time) => services.store.keys.recordUse(id, time));
  }

  /** Unauthorized for an unknown or revoked key, AccessDenied for one of a suspended member. */
  async authenticate(text: string, origin?: Origin): Promise<Authenticated> {
    const hash = hashOf(text);
    const time = this.#services.now();
    const found = await this.#find(hash, time, origin);
    this.#used.note(found.keyId, found.lastUsedAt, time);
    return this.#authenticated(hash, found);
  }

  /** Unauthorized, AccessDenied. */
  async #find(hash: Uint8Array, time: number, origin?: Origin): Promise<Credential> {
    const found = await this.#services.store.keys.findCredential(hash, time);
    if (!found) throw new ServiceError('Unauthorized', 'The API key is unknown or revoked.');
    const refusal = found.revoked
      ? new ServiceError('Unauthorized', 'The API key is unknown or revoked.')
      : found.memberStatus === 'SUSPENDED'
        ? memberSuspended(found.member)
        : undefined;
    if (!refusal) return found;
    if (origin) await this.#recordRefusal(found, refusal.type, origin, time);
    throw refusal;
  }

  /** Whoever goes on calling in vain leaves a line a minute: no rate limit holds him back. */
  async #recordRefusal(found: Credential, type: ErrorType, origin: Origin, time: number): Promise<void> {
    const { keyId, tenantId, memberId, role, member: name } = found;
    if (time - (this.#refused.get(keyId) ?? Number.NEGATIVE_INFINITY) < recordIntervalMs) return;
    this.#refused.set(keyId, time);
    const { store, log } = this.#services;
    const scope = {
      tenantId,
      memberId,
      role,
      deed: { action: 'authenticate', name, via: 'key', keyId, ...origin },
    } as const;
    await store.audit.record(scope, { targetId: keyId }, type, time).catch((error: unknown) => {
      log('error', 'a refusal is not in the audit trail', { keyId, error });
    });
  }

  #authenticated(hash: Uint8Array, { keyId, tenantId, tier, role, memberId, member }: Credential): Authenticated {
    return {
      principal: { tenantId, memberId, tier, role, name: member, via: 'key', keyId },
      identity: `key ${keyId}`,
      renew: async () => this.#authenticated(hash, await this.#find(hash, this.#services.now())),
    };
  }
}

export function memberSuspended(name: string): ServiceError {
  return new ServiceError('AccessDenied', `The member "${name}" is suspended.`);
}

export function memberRemoved(name: string): ServiceError {
  return new ServiceError('AccessDenied', `The member "${name}" was removed.`);
}
