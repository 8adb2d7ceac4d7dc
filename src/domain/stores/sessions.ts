import type { Scope } from '../principal.ts';
import type { DashboardSession, SignedIn } from '../session.ts';

/** A session to be stored: of its token only the SHA-256. */
export interface NewSession {
  id: string;
  hash: Uint8Array;
  userAgent: string;
  /** Milliseconds. */
  expiresAt: number;
}

/** A session that a key is exchanged for. */
export type KeySession = NewSession & { keyId: string };

/**
 * `now` in milliseconds; `by` is the actor, by default the service. A session ends when it expires, when it is ended,
 * when its key is revoked, and with its member.
 */
export interface SessionStore {
  /**
   * Stores a session, and deletes expired ones. A member has at most `sessionsOfMember`; beyond that the oldest are
   * deleted. NotFound for a key that does not exist.
   */
  open(session: KeySession, now: number, by?: Scope): Promise<void>;
  /**
   * The credential of the session with this SHA-256, until it ends. Its key may be revoked, and its member removed or
   * suspended.
   */
  find(hash: Uint8Array, now: number): Promise<SignedIn | undefined>;
  /** Records that a session was used. */
  recordUse(sessionId: string, now: number): Promise<void>;
  /** Sessions of a member, or of the whole tenant; newest first. */
  list(tenantId: string, memberId: string | undefined, now: number): Promise<DashboardSession[]>;
  /** Ends a session of the member, or of anyone in the tenant. Returns whether it existed. */
  end(tenantId: string, memberId: string | undefined, sessionId: string, now: number, by?: Scope): Promise<boolean>;
}
