import type { Principal, Scope } from './principal.ts';
import type { Credential } from './tenant.ts';

/** Someone signed in to the dashboard, as it is shown. */
export interface Session {
  id: string;
  /** Name of the member. */
  member: string;
  createdAt: string;
  /** Exact to a minute. */
  lastUsedAt: string;
  /** What the browser calls itself. */
  userAgent: string;
}

/** A session to be stored: of its token only the SHA-256. */
export interface NewSession {
  id: string;
  /** The API key that was exchanged for it. */
  keyId: string;
  hash: Uint8Array;
  userAgent: string;
  /** Milliseconds. */
  expiresAt: number;
}

/** What a session's token leads to, as things stand now; `lastUsedAt` is the session's. */
export interface SignedIn extends Credential {
  sessionId: string;
}

/** `now` in milliseconds; `by` says who acts, by default the service. A session ends at its time, when it is ended, and when its key is revoked. */
export interface SessionStore {
  /**
   * Stores a session, and clears away those that are over. A member has at most `sessionsOfMember`; beyond it the
   * oldest gives way. NotFound for a key that does not exist.
   */
  open(session: NewSession, now: number, by?: Scope): Promise<void>;
  /** What the session with this SHA-256 leads to, while it lasts; its key may be revoked and its member suspended. */
  find(hash: Uint8Array, now: number): Promise<SignedIn | undefined>;
  /** Records that a session was used. */
  recordUse(sessionId: string, now: number): Promise<void>;
  /** Of a member, or of the whole tenant without one; newest first. */
  list(tenantId: string, memberId: string | undefined, now: number): Promise<Session[]>;
  /** Whether there was such a session of the member, or of the tenant without one. */
  end(tenantId: string, memberId: string | undefined, sessionId: string, now: number, by?: Scope): Promise<boolean>;
}

/** How many sessions a member may have at once. */
export const sessionsOfMember = 20;

/** The sessions that a caller sees: its own, and as OWNER those of the whole tenant. */
export interface SessionList {
  /** Newest first. */
  list(principal: Principal): Promise<Session[]>;
  /** NotFound for one that the caller does not see. */
  end(principal: Principal, sessionId: string): Promise<void>;
}
