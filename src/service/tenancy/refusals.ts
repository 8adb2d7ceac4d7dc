import { type ErrorType, ServiceError } from '../../domain/errors.ts';
import { type Origin, type Principal, type Scope, strangerId, type Via } from '../../domain/principal.ts';
import type { Subject } from '../../domain/stores/tenancy.ts';
import type { Services } from '../context.ts';

/**
 * Limits of refusal lines in the audit log: one per caller and window, and a maximum per tenant. Refused calls have no
 * rate limit.
 */
const windowMs = 60_000;
const linesOfTenant = 60;
/** Refusals because of identity. An unavailable identity provider is not one of them. */
const refusals: ReadonlySet<ErrorType> = new Set(['Unauthorized', 'AccessDenied', 'TierLimitExceeded']);

/** The refused caller; absent when its tenant is not certain. */
export type Refused = Pick<Principal, 'tenantId' | 'memberId' | 'role' | 'name' | 'via' | 'keyId'> & {
  /** The credential: the same for the same one. */
  identity: string;
  /** The attempted action; absent: signing in. */
  action?: string | undefined;
  /** The credential's id, where it has one. */
  targetId?: string | undefined;
};

/** The subject of a valid token in a tenant. */
export interface TokenSubject {
  tenantId: string;
  via: Via;
  sub: string;
  /** How the tenant knows its members by it. */
  subject: Subject;
}

/** Writes the audit lines of refused sign-ins, before any operation. */
export class Refusals {
  readonly #services: Pick<Services, 'store' | 'now' | 'log'>;
  #since = Number.NEGATIVE_INFINITY;
  /** By tenant: the credentials that have left a line since then. */
  readonly #recorded = new Map<string, Set<string>>();

  constructor(services: Pick<Services, 'store' | 'now' | 'log'>) {
    this.#services = services;
  }

  /** Without an origin it is a new check of an open connection, which is not logged. */
  async record(refused: Refused, { type }: Pick<ServiceError, 'type'>, origin: Origin | undefined): Promise<void> {
    const { store, now, log } = this.#services;
    const time = now();
    const { tenantId, memberId, role, name, via, keyId, targetId, identity, action = 'authenticate' } = refused;
    if (!origin || !this.#isDue(tenantId, identity, time)) return;
    const scope: Scope = { tenantId, memberId, role, auditContext: { action, name, via, keyId, ...origin } };
    await store.audit.record(scope, { targetId }, type, time).catch((error: unknown) => {
      log('error', 'a refusal is not in the audit log', { identity, error });
    });
  }

  /** Runs the decision on a token's subject; a refusal is in the audit log of its tenant. */
  async watched<Result>(
    whom: TokenSubject,
    origin: Origin | undefined,
    decide: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await decide();
    } catch (error) {
      if (error instanceof ServiceError && refusals.has(error.type)) {
        await this.record({ ...(await this.#whoIs(whom)), identity: tokenIdentity(whom) }, error, origin);
      }
      throw error;
    }
  }

  async #whoIs({ tenantId, via, sub, subject }: TokenSubject) {
    const found = await this.#services.store.members.identify(tenantId, subject);
    const { id, name, role } =
      found && found !== 'removed' ? found : { id: strangerId(sub), name: sub, role: 'VIEWER' as const };
    return { tenantId, memberId: id, name, role, via };
  }

  #isDue(tenantId: string, identity: string, time: number): boolean {
    if (time - this.#since >= windowMs || time < this.#since) {
      this.#since = time;
      this.#recorded.clear();
    }
    const ofTenant = this.#recorded.get(tenantId) ?? new Set();
    if (ofTenant.has(identity) || ofTenant.size >= linesOfTenant) return false;
    this.#recorded.set(tenantId, ofTenant.add(identity));
    return true;
  }
}

/** The same for every token of the same subject. */
export function tokenIdentity({ via, tenantId, sub }: TokenSubject): string {
  return `${via} ${tenantId} ${sub}`;
}
