import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../domain/errors.ts';
import type { Origin, Principal, Scope } from '../../domain/principal.ts';
import type { DashboardSession } from '../../domain/session.ts';
import { iso } from '../../domain/text.ts';
import type { Services } from '../context.ts';
import { type Authenticated, hashOf, newToken } from './keys.ts';
import { acting, type Sessions, sessionEnded, sessionMs, sessionNotFound } from './sessions.ts';

/** How long a code can be used (ms). */
export const codeMs = 60_000;

interface OpenSession {
  id: string;
  createdAt: number;
  lastUsedAt: number;
  userAgent: string;
}

/** Sessions of the person who runs the dashboard on their own machine, by one-time codes: they end with the process. */
export class CodeSessions implements Sessions {
  readonly #principal: Principal;
  readonly #services: Pick<Services, 'store' | 'now' | 'newId'>;
  readonly #sessions = new Map<string, OpenSession>();
  #code: { hash: Uint8Array; until: number; spent: () => void } | undefined;

  constructor(principal: Principal, services: Pick<Services, 'store' | 'now' | 'newId'>) {
    this.#principal = principal;
    this.#services = services;
  }

  /**
   * A new code, which replaces the one before.
   * @param spent called when it was used or replaced
   */
  newCode(spent: () => void = () => undefined): string {
    const code = newToken();
    this.#code?.spent();
    this.#code = { hash: hashOf(code), until: this.#services.now() + codeMs, spent };
    return code;
  }

  async open(proof: string, userAgent: string, origin?: Origin): Promise<string> {
    const time = this.#services.now();
    const code = this.#code;
    if (!code || time >= code.until || !timingSafeEqual(code.hash, hashOf(proof))) {
      const where = 'press Enter where `agent-memory-service ui` runs for a new one';
      throw new ServiceError('Unauthorized', `A link opens the dashboard once, within a minute; ${where}.`);
    }
    this.#code = undefined;
    code.spent();
    const token = newToken();
    const session = { id: this.#services.newId(), createdAt: time, lastUsedAt: time, userAgent };
    await this.#record(acting(this.#principal, 'sign_in', origin), session.id);
    this.#sessions.set(tokenKey(token), session);
    return token;
  }

  async authenticate(token: string): Promise<Authenticated> {
    const session = this.#sessions.get(tokenKey(token));
    const time = this.#services.now();
    if (!session || time >= session.createdAt + sessionMs) throw sessionEnded();
    session.lastUsedAt = time;
    const { id } = session;
    return { principal: this.#principal, identity: id, dashboardSession: id, renew: () => this.authenticate(token) };
  }

  async close(token: string, origin?: Origin): Promise<void> {
    const found = this.#sessions.get(tokenKey(token));
    if (!found) return;
    await this.#record(acting(this.#principal, 'sign_out', origin), found.id);
    this.#sessions.delete(tokenKey(token));
  }

  async list(): Promise<DashboardSession[]> {
    return [...this.#sessions.values()].reverse().map(({ createdAt, lastUsedAt, ...session }) => {
      const times = { createdAt: iso(createdAt), lastUsedAt: iso(lastUsedAt) };
      return { ...session, member: this.#principal.name, ...times };
    });
  }

  async end(principal: Principal, sessionId: string): Promise<void> {
    const found = [...this.#sessions].find(([, { id }]) => id === sessionId);
    if (!found) throw sessionNotFound(sessionId);
    await this.#record(principal, sessionId);
    this.#sessions.delete(found[0]);
  }

  /** The line comes first, so that nothing happens without it. */
  async #record(by: Scope, sessionId: string): Promise<void> {
    const { store, now } = this.#services;
    await store.audit.record(by, { targetId: sessionId }, 'OK', now());
  }
}

function tokenKey(token: string): string {
  return Buffer.from(hashOf(token)).toString('base64');
}
