import type { AuditEvent, AuditSubject } from '../audit.ts';
import type { ErrorType } from '../errors.ts';
import type { Scope } from '../principal.ts';

export interface AuditFilter {
  /** Milliseconds: since inclusive, until exclusive. */
  since?: number | undefined;
  until?: number | undefined;
  memberId?: string | undefined;
  action?: string | undefined;
  characterId?: string | undefined;
  outcome?: AuditEvent['outcome'] | undefined;
}

/** A place in the audit log: the time (ms) and number of the line that was read last. */
export interface AuditCursor {
  at: number;
  no: number;
}

/** How the audit log is walked along; `scan` is how many lines a page looks through at most, by default auditScan. */
export interface AuditWalk {
  order: 'ASC' | 'DESC';
  limit: number;
  after?: AuditCursor | undefined;
  scan?: number | undefined;
}

export interface AuditPage {
  events: AuditEvent[];
  /** Where the next page begins; absent: there is nothing more. */
  next?: AuditCursor | undefined;
}

/** How many lines a page looks through at most, however few of them are asked for. */
export const auditScan = 5_000;

/** The audit log. Changes write their lines themselves, in their own unit; nothing changes a line. */
export interface AuditStore {
  /** Writes the line of an action that changed nothing: one that was refused, or that carried data away. */
  record(scope: Scope, subject: AuditSubject, outcome: 'OK' | ErrorType, now: number): Promise<void>;
  /**
   * Lines of the tenant from a place on. A page is short, or even empty, where few of the lines that it looked through
   * are asked for; there is more as long as it has a `next`. Characters that the caller can't see are left out.
   */
  list(scope: Scope, filter: AuditFilter, page: AuditWalk): Promise<AuditPage>;
  /** Removes at most `limit` of the lines of all tenants that are older than a time (ms); how many it were. */
  prune(before: number, limit: number): Promise<number>;
}
