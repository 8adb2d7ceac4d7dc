import { createHash } from 'node:crypto';
import type { AuthorKind, ChangeType } from '../../../domain/memory.ts';
import { patchOf, type RevisionState, stateAfter } from '../../../domain/rebase.ts';
import type { SentChange } from '../../../domain/replication.ts';
import type { MemoryRow } from '../../rows/memories.ts';
import { keyText } from '../../rows/replication.ts';
import type { Connection } from '../connection.ts';
import { storeIdOf } from '../disk/identity.ts';

/** Delay before a refused change is sent again (ms). */
const refusedMs = 3_600_000;

/** Hexadecimal digits of digests that tell changes and texts of one memory apart. */
const digits = 16;

/** A revision that the server may not have yet. */
export interface LocalRevision {
  memory_no: number;
  revision: number;
  change_type: ChangeType;
  content: string;
  category: string;
  salience: number;
  importance: MemoryRow['importance'];
  changed_by: string;
  member_id: string | null;
  author_kind: AuthorKind | null;
  client: string | null;
  verdict: string | null;
  batch: string | null;
  conflict: number | null;
  created_at: number;
  change_no: number | null;
}

export interface ReplicaRow {
  character_no: number;
  connection_no: number;
  remote_id: string;
  position: string | null;
  sent_no: number | null;
  base: string | null;
  problem: string | null;
  refused_since: number | null;
  keeps: number;
  recalls_no: number | null;
}

type WaitingRow = LocalRevision &
  Pick<MemoryRow, 'id' | 'source_kind' | 'session_id' | 'occurred_at' | 'said'> & {
    [Key in keyof Omit<RevisionState, 'isConflict' | 'changeType'> as `before_${Key}`]: RevisionState[Key] | null;
  } & { before_type: ChangeType | null };

const fromWaiting = `FROM revisions
  CROSS JOIN memories ON memories.no = revisions.memory_no
  LEFT JOIN replica_memories AS known ON known.memory_no = revisions.memory_no
  LEFT JOIN replica_refusals AS refused ON refused.memory_no = revisions.memory_no
  WHERE revisions.character_no = @no AND coalesce(revisions.change_no, 0) > @sent
    AND revisions.revision > coalesce(known.revision, 0) AND (refused.at IS NULL OR refused.at <= @again)`;
const inOrder = 'ORDER BY coalesce(revisions.change_no, 0), revisions.memory_no, revisions.revision';

/** The bound below which no revision waits, except changes that were refused long ago. */
function bounds(db: Connection, { character_no: no, sent_no: sent }: ReplicaRow, now: number) {
  const again = now - refusedMs;
  const sql = `SELECT 1 FROM replica_refusals CROSS JOIN memories ON memories.no = memory_no
    WHERE at <= ? AND character_no = ? LIMIT 1`;
  return { no, sent: db.get(sql, again, no) ? -1 : (sent ?? -1), again };
}

export function waitingChanges(db: Connection, replica: ReplicaRow, limit: number, now: number): SentChange[] {
  const rows = db.all<WaitingRow>(
    `SELECT revisions.*, memories.id, memories.source_kind, memories.session_id, memories.occurred_at, memories.said,
       before.change_type AS before_type, before.content AS before_content, before.category AS before_category,
       before.salience AS before_salience, before.importance AS before_importance
     ${fromWaiting.replace(
       'WHERE',
       `LEFT JOIN revisions AS before
         ON before.memory_no = revisions.memory_no AND before.revision = revisions.revision - 1 WHERE`,
     )} ${inOrder} LIMIT @limit`,
    { ...bounds(db, replica, now), limit },
  );
  const isFirst = replica.position === null;
  const storeId = storeIdOf(db.sqlite);
  return rows.map((row) => toSent(row, storeId, isFirst));
}

export function countWaiting(db: Connection, replica: ReplicaRow, now: number): number {
  const row = db.get<{ count: number }>(`SELECT count(*) AS count ${fromWaiting}`, bounds(db, replica, now));
  return row?.count ?? 0;
}

export function isAnyWaiting(db: Connection, replica: ReplicaRow, now: number): boolean {
  return db.get(`SELECT 1 ${fromWaiting} LIMIT 1`, bounds(db, replica, now)) !== undefined;
}

/** The number before the first waiting change; if none waits, the last number. */
export function sentUpTo(db: Connection, characterNo: number, last: number): number {
  const first = db.get<{ no: number }>(
    `SELECT coalesce(revisions.change_no, 0) AS no ${fromWaiting} ${inOrder} LIMIT 1`,
    { no: characterNo, sent: -1, again: -1 },
  );
  return first ? first.no - 1 : last;
}

/** The id of a change: the same each time it is sent, even if its revision gets another number. */
export function changeId(storeId: string, memoryId: string, row: LocalRevision): string {
  const { change_no: number, revision, created_at: at } = row;
  const parts = [storeId, memoryId, number ?? `revision ${revision}`, at];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, digits);
}

function toSent(row: WaitingRow, storeId: string, isFirst: boolean): SentChange {
  const { id: memoryId, before_type: type, revision, created_at: at, salience, importance } = row;
  const before: RevisionState | undefined =
    type === null
      ? undefined
      : {
          changeType: type,
          content: row.before_content ?? '',
          category: row.before_category ?? '',
          salience: row.before_salience ?? salience,
          importance: row.before_importance ?? importance,
        };
  const sent = {
    id: changeId(storeId, memoryId, row),
    memoryId,
    at,
    ...(row.author_kind !== null && { by: row.author_kind }),
    ...(row.client !== null && { client: row.client }),
    ...(row.conflict === 1 && { isConflict: true }),
    ...(isFirst && { revision }),
  };
  if (!before) {
    return {
      ...{ ...sent, kind: 'add', content: row.content, category: row.category, salience, importance },
      ...(row.change_type === 'PROPOSED' && { isProposed: true }),
      source: row.source_kind,
      ...(row.session_id !== null && { sessionId: row.session_id }),
      occurredAt: row.occurred_at,
      ...(row.said === 1 && { said: true }),
    };
  }
  if (stateAfter(row.change_type) === 'DELETED') {
    const { content, changeType: _type, ...known } = before;
    return { ...sent, kind: 'delete', replaces: textOf(content), ...known };
  }
  const patch = patchOf(before, stateOf(row));
  const replaces = patch.content !== undefined && { replaces: textOf(before.content) };
  return { ...sent, kind: row.change_type === 'UPDATED' ? 'update' : 'restore', ...patch, ...replaces };
}

const textOf = (content: string) => keyText(content).slice(0, digits);

export function stateOf(row: LocalRevision): RevisionState {
  const { change_type: changeType, content, category, salience, importance } = row;
  return { changeType, content, category, salience, importance, ...(row.conflict === 1 && { isConflict: true }) };
}
