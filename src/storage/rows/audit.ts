import type { AuditEvent } from '../../domain/audit.ts';
import type { Happening } from '../../domain/event.ts';
import type { Occasion } from '../../domain/event-rules.ts';
import type { Scope } from '../../domain/principal.ts';
import type { AuditCursor, AuditFilter, AuditPage } from '../../domain/stores/audit.ts';
import { iso } from '../../domain/text.ts';

/** What a unit did: its line, and what webhooks may get. */
export interface Done extends Subject {
  character?: { no: number; id: string; name: string } | undefined;
  /** Asked only when a webhook listens; whether one asks for the contents of memories. */
  happened?: (withContent: boolean) => readonly Happening[];
}

/** Who acts in a scope, and what it does. */
function actorOf({ memberId, auditContext }: Scope) {
  return { memberId, ...(auditContext ?? { action: 'service', name: memberId, via: 'system' as const }) };
}

/** What a line says beside who acts. */
export interface Subject {
  character?: { no: number } | undefined;
  targetId?: string | undefined;
}

/** The values of a line from `at` on, in the order of `lineColumns`. */
export function lineOf(scope: Scope, { character, targetId }: Subject, outcome: string, now: number) {
  const { memberId, name, via, keyId, action, requestId, address, fields } = actorOf(scope);
  const detail = fields && fields.length > 0 ? JSON.stringify(fields) : null;
  return [
    ...[now, memberId, name, via, keyId ?? null, action, character?.no ?? null, targetId ?? null, outcome],
    ...[requestId ?? null, address ?? null, detail],
  ];
}

export const lineColumns =
  'at, member_id, name, via, key_id, action, character_no, target_id, outcome, request_id, address, detail';

/** What the events of a unit have in common. */
export function occasionOf(scope: Scope, { character }: Done, now: number): Occasion {
  const { memberId, name } = actorOf(scope);
  return {
    at: now,
    member: { id: memberId, name },
    character: character && { id: character.id, name: character.name },
  };
}

/** A line with the name that its member has now and the id of its character. */
export interface AuditRow {
  no: number;
  at: number;
  member_id: string;
  name: string;
  via: AuditEvent['actor']['via'];
  key_id: string | null;
  action: string;
  character_id: string | null;
  target_id: string | null;
  outcome: AuditEvent['outcome'];
  request_id: string | null;
  address: string | null;
  detail: string | null;
}

export function toAuditEvent(row: AuditRow): AuditEvent {
  return {
    id: String(row.no),
    at: iso(row.at),
    actor: {
      memberId: row.member_id,
      name: row.name,
      via: row.via,
      ...(row.key_id !== null && { keyId: row.key_id }),
    },
    action: row.action,
    ...(row.character_id !== null && { characterId: row.character_id }),
    ...(row.target_id !== null && { targetId: row.target_id }),
    outcome: row.outcome,
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.address !== null && { address: row.address }),
    ...(row.detail !== null && { detail: JSON.parse(row.detail) as string[] }),
  };
}

/** Where the audit log begins in an order. */
export const beginning: Record<'ASC' | 'DESC', AuditCursor> = {
  ASC: { at: -1, no: 0 },
  DESC: { at: Number.MAX_SAFE_INTEGER, no: 0 },
};

export function filterValues({ since, until, memberId, action, characterId, outcome }: AuditFilter) {
  return {
    since: since ?? 0,
    until: until ?? Number.MAX_SAFE_INTEGER,
    memberId: memberId ?? null,
    action: action ?? null,
    characterId: characterId?.toLowerCase() ?? null,
    outcome: outcome ?? null,
  };
}

/**
 * A page of at most `limit` lines from rows that may be one more.
 * @param beyond the last line that was looked at where there may be more behind it
 */
export function pageOf(rows: readonly AuditRow[], limit: number, beyond: AuditCursor | undefined): AuditPage {
  const last = rows.length > limit ? rows[limit - 1] : beyond;
  return { events: rows.slice(0, limit).map(toAuditEvent), ...(last && { next: { at: last.at, no: last.no } }) };
}
