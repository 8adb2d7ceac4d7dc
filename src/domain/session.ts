import type { Principal } from './principal.ts';
import type { Credential } from './tenant.ts';

/** Someone signed in to the dashboard, as it is shown. */
export interface DashboardSession {
  id: string;
  /** Name of the member. */
  member: string;
  createdAt: string;
  /** Exact to a minute. */
  lastUsedAt: string;
  /** What the browser calls itself. */
  userAgent: string;
}

/** The state of a session's token; `lastUsedAt` is the session's. The key is the one that was exchanged for it, if one was. */
export interface SignedIn extends Omit<Credential, 'keyId' | 'keyName' | 'admission'> {
  sessionId: string;
  keyId?: string;
  keyName?: string;
}

/** The most sessions of a member at a time. */
export const sessionsOfMember = 20;

/** The sessions that a caller may see: its own, and as OWNER those of the whole tenant. */
export interface SessionList {
  /** Newest first. */
  list(principal: Principal): Promise<DashboardSession[]>;
  /** NotFound for one that the caller does not see. */
  end(principal: Principal, sessionId: string): Promise<void>;
}
