import type { AuditEvent } from '../../domain/audit.ts';
import type { Happening } from '../../domain/event.ts';
import type { Occasion } from '../../domain/event-rules.ts';
import type { Scope } from '../../domain/principal.ts';
import type { AuditCursor, AuditFilter, AuditPage } from '../../domain/stores/audit.ts';
import { iso } from '../../domain/text.ts';

/** The result of a unit: its audit line and the events for webhooks. */
export interface Done extends Subject {
  character?: { no: number; id: string; name: string } | undefined;
  /** Called only when a webhook listens; the parameter says whether one wants the contents of memories. */
  happened?: (withContent: boolean) => readonly Happening[];
}

/** The actor and the action of a scope. */
function actorOf({ memberId, auditContext }: Scope) {
  return { memberId, ...(auditContext ?? { action: 'service', name: memberId, via: 'system' as const }) };
}

/** The fields of a line besides the actor. */
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

/** The fields that all events of a unit share. */
export function occasionOf(scope: Scope, { character }: Done, now: number): Occasion {
  const { memberId, name } = actorOf(scope);
  return {
    at: now,
    member: { id: memberId, name },
    character: character && { id: character.id, name: character.name },
  };
}

/** A line with its member's current name and its character's id. */
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

function toAuditEvent(row: AuditRow): AuditEvent {
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

/** The bound before the first line in an order. */
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
 * A page of at most `limit` lines, from up to `limit` + 1 rows.
 * @param beyond the last line that was scanned, if there may be more after it
 */
export function pageOf(rows: readonly AuditRow[], limit: number, beyond: AuditCursor | undefined): AuditPage {
  const last = rows.length > limit ? rows[limit - 1] : beyond;
  return { events: rows.slice(0, limit).map(toAuditEvent), ...(last && { next: { at: last.at, no: last.no } }) };
}
