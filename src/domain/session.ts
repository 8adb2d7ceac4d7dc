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

/** What a session's token leads to, as things stand now; `lastUsedAt` is the session's. */
export interface SignedIn extends Credential {
  sessionId: string;
}

/** How many sessions a member may have at once. */
export const sessionsOfMember = 20;

/** The sessions that a caller sees: its own, and as OWNER those of the whole tenant. */
export interface SessionList {
  /** Newest first. */
  list(principal: Principal): Promise<DashboardSession[]>;
  /** NotFound for one that the caller does not see. */
  end(principal: Principal, sessionId: string): Promise<void>;
}
