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
 * `now` in milliseconds; `by` says who acts, by default the service. A session ends at its time, when it is ended, when
 * its key is revoked, and with its member.
 */
export interface SessionStore {
  /**
   * Stores a session, and clears away those that are over. A member has at most `sessionsOfMember`; beyond it the
   * oldest gives way. NotFound for a key that does not exist.
   */
  open(session: KeySession, now: number, by?: Scope): Promise<void>;
  /** What the session with this SHA-256 leads to, while it lasts; its key may be revoked, and its member removed or suspended. */
  find(hash: Uint8Array, now: number): Promise<SignedIn | undefined>;
  /** Records that a session was used. */
  recordUse(sessionId: string, now: number): Promise<void>;
  /** Of a member, or of the whole tenant without one; newest first. */
  list(tenantId: string, memberId: string | undefined, now: number): Promise<DashboardSession[]>;
  /** Whether there was such a session of the member, or of the tenant without one. */
  end(tenantId: string, memberId: string | undefined, sessionId: string, now: number, by?: Scope): Promise<boolean>;
}
