import type { Principal } from './principal.ts';
import type { Credential, KeyScope } from './tenant.ts';

/** A session of the dashboard, as it is shown. */
export interface DashboardSession {
  id: string;
  /** The member's name. */
  member: string;
  createdAt: string;
  /** Exact to a minute. */
  lastUsedAt: string;
  /** The browser's own name. */
  userAgent: string;
  /** Who made the link that opened it, if somebody else did. */
  linkBy?: string | undefined;
}

/** The state of a session's token; `lastUsedAt` is the session's. `key`: the key that was exchanged for it, if any. */
export interface SignedIn extends Omit<Credential, 'keyId' | 'keyName' | 'admission' | 'expired' | keyof KeyScope> {
  sessionId: string;
  keyId?: string;
  keyName?: string;
}

/** Begins the detail of the audit line of a session that somebody else's link opened; the maker's name follows. */
export const makerMark = 'maker';

/** The maker's name in such a detail. */
export function makerIn(detail: readonly string[]): string | undefined {
  return detail[0] === makerMark ? detail[1] : undefined;
}

/** The most concurrent sessions of a member. */
export const sessionsOfMember = 20;

/** The sessions that a caller may see: its own; for an OWNER, those of the whole tenant. */
export interface SessionList {
  /** Newest first. */
  list(principal: Principal): Promise<DashboardSession[]>;
  /** NotFound for one that the caller may not see. */
  end(principal: Principal, sessionId: string): Promise<void>;
}
