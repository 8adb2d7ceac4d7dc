import { ServiceError } from '../../domain/errors.ts';
import { isLimited, type Origin, type Principal, roleIncludes, type Scope } from '../../domain/principal.ts';
import type { DashboardSession, SessionList } from '../../domain/session.ts';
import type { NewSession } from '../../domain/stores/sessions.ts';
import type { Services } from '../context.ts';
import { type Authenticated, hashOf, KeyRing, memberSuspended, newToken } from './keys.ts';
import { LastUse } from './last-use.ts';
import { Refusals } from './refusals.ts';

/** How long a session lasts, independent of its use. */
export const sessionMs = 12 * 60 * 60_000;
const maxUserAgentLength = 300;

/** The sessions of the dashboard. A token is in the browser's cookie. */
export interface Sessions extends SessionList {
  /** Exchanges a proof of identity for a session's token. Unauthorized, AccessDenied. */
  open(proof: string, userAgent: string, origin?: Origin): Promise<string>;
  /** Unauthorized when the session has ended, AccessDenied for a suspended member. */
  authenticate(token: string, origin?: Origin): Promise<Authenticated>;
  /** Ends the session of a token; one that has ended stays so. */
  close(token: string, origin?: Origin): Promise<void>;
}

export function sessionEnded(): ServiceError {
  return new ServiceError('Unauthorized', 'The session has ended; sign in again.');
}

export function sessionNotFound(sessionId: string): ServiceError {
  return new ServiceError('NotFound', `There is no session ${sessionId}.`);
}

type Parts = Pick<Services, 'store' | 'now' | 'newId' | 'log' | 'sessions'>;

/** Sessions of members, who sign in by an API key: in the store, for every process. */
export class MemberSessions implements Sessions {
  readonly #services: Parts;
  readonly #keys: KeyRing;
  readonly #refusals: Refusals;
  readonly #used: LastUse;

  constructor(services: Parts, refusals = new Refusals(services)) {
    this.#services = services;
    this.#refusals = refusals;
    this.#keys = new KeyRing(services, refusals);
    this.#used = new LastUse('session', services.log, (id, time) => services.store.sessions.recordUse(id, time));
  }

  async open(proof: string, userAgent: string, origin?: Origin): Promise<string> {
    const { store, now } = this.#services;
    const { token, session } = newSession(this.#services, userAgent);
    const { principal } = await this.#keys.authenticate(proof, origin);
    if (isLimited(principal)) {
      throw new ServiceError(
        'AccessDenied',
        'A key with a scope does not sign in: use another key, a link or a passkey.',
      );
    }
    const { keyId = '' } = principal;
    await store.sessions.open({ ...session, keyId }, now(), acting(principal, 'sign_in', origin));
    return token;
  }

  async authenticate(token: string, origin?: Origin): Promise<Authenticated> {
    const time = this.#services.now();
    const found = await this.#services.store.sessions.find(hashOf(token), time);
    if (!found) throw sessionEnded();
    const { sessionId, keyId, tenantId, tier, role, memberId, member, lastUsedAt } = found;
    const isSuspended = found.memberStatus === 'SUSPENDED';
    if (found.revoked || isSuspended) {
      const refusal = found.revoked ? sessionEnded() : memberSuspended(member);
      const who = { tenantId, memberId, role, keyId, name: member, via: 'dashboard' } as const;
      await this.#refusals.record({ ...who, targetId: sessionId, identity: sessionId }, refusal, origin);
      throw refusal;
    }
    this.#used.note(sessionId, lastUsedAt, time);
    return {
      principal: { tenantId, memberId, tier, role, name: member, via: 'dashboard', keyId },
      identity: sessionId,
      dashboardSession: sessionId,
      renew: () => this.authenticate(token),
    };
  }

  async close(token: string, origin?: Origin): Promise<void> {
    const { store, now } = this.#services;
    const found = await store.sessions.find(hashOf(token), now());
    if (!found) return;
    const { tenantId, memberId, sessionId, member: name } = found;
    const by = acting({ ...found, name }, 'sign_out', origin);
    await store.sessions.end(tenantId, memberId, sessionId, now(), by);
  }

  list(principal: Principal): Promise<DashboardSession[]> {
    return this.#services.store.sessions.list(principal.tenantId, within(principal), this.#services.now());
  }

  async end(principal: Principal, sessionId: string): Promise<void> {
    const { store, now } = this.#services;
    const ended = await store.sessions.end(principal.tenantId, within(principal), sessionId, now(), principal);
    if (!ended) throw sessionNotFound(sessionId);
  }
}

/** A session to be stored, and its token. */
export function newSession(
  { now, newId }: Pick<Services, 'now' | 'newId'>,
  userAgent: string,
): { token: string; session: NewSession } {
  const token = newToken();
  const shown = userAgent.slice(0, maxUserAgentLength);
  return { token, session: { id: newId(), hash: hashOf(token), userAgent: shown, expiresAt: now() + sessionMs } };
}

/** Where this process knows its sessions from. */
export function sessionsOf(services: Parts): SessionList {
  return services.sessions ?? new MemberSessions(services);
}

/** The actor of a sign-in, which is no operation. */
export function acting(
  who: Pick<Principal, 'tenantId' | 'memberId' | 'role' | 'name' | 'keyId'>,
  action: 'sign_in' | 'sign_in_by_link' | 'sign_in_by_passkey' | 'sign_out' | 'add_passkey',
  origin: Origin | undefined,
  fields?: readonly string[],
): Scope {
  const { tenantId, memberId, role, name, keyId } = who;
  return { tenantId, memberId, role, auditContext: { action, name, via: 'dashboard', keyId, fields, ...origin } };
}

/** The member whose sessions a caller may see; undefined: all members. */
function within({ role, memberId }: Principal): string | undefined {
  return roleIncludes(role, 'OWNER') ? undefined : memberId;
}
