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

/** A cursor in the audit log: the time (ms) and number of the last line that was read. */
export interface AuditCursor {
  at: number;
  no: number;
}

/** How the audit log is read. `scan`: the most lines that a page scans; default: auditScan. */
export interface AuditWalk {
  order: 'ASC' | 'DESC';
  limit: number;
  after?: AuditCursor | undefined;
  scan?: number | undefined;
}

export interface AuditPage {
  events: AuditEvent[];
  /** Where the next page begins; absent: this is the last page. */
  next?: AuditCursor | undefined;
}

/** The most lines that a page scans, however few of them match. */
export const auditScan = 5_000;

/** The audit log. Every change writes its line in its own unit; lines never change. */
export interface AuditStore {
  /** Writes the line of an action that changed nothing: one that was refused, or an export of data. */
  record(scope: Scope, subject: AuditSubject, outcome: 'OK' | ErrorType, now: number): Promise<void>;
  /**
   * Lines of the tenant from a cursor on, without those of characters that the caller can't see. A page may be short or
   * empty if few of the scanned lines match; if it has a `next`, there are more.
   */
  list(scope: Scope, filter: AuditFilter, page: AuditWalk): Promise<AuditPage>;
  /** Removes at most `limit` lines older than a time (ms), of all tenants. Returns how many. */
  prune(before: number, limit: number): Promise<number>;
}
