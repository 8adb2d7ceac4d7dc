import { createHash } from 'node:crypto';
import type { AuthorKind, ChangeType, MemoryValues } from '../../../../domain/memory.ts';
import type { RevisedRow } from '../../../../domain/memory-fields.ts';
import type { MemoryRow } from '../../../../storage/rows/memories.ts';
import { columnsBefore, fixedColumns, valuesOf, valuesWith } from '../../../../storage/rows/memory-columns.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import { storeIdOf } from '../../../../storage/sqlite/disk/identity.ts';
import { patchOf, type RevisionState, stateAfter } from '../../domain/rebase.ts';
import type { SentChange } from '../../domain/replication.ts';
import { keyText } from '../rows.ts';

/** Delay before a refused change is sent again (ms). */
const refusedMs = 3_600_000;

/** Hexadecimal digits of digests that tell changes and texts of one memory apart. */
const digits = 16;

/** A revision that the server may not have yet. */
export interface LocalRevision extends RevisedRow {
  memory_no: number;
  revision: number;
  change_type: ChangeType;
  changed_by: string;
  member_id: string | null;
  author_kind: AuthorKind | null;
  client: string | null;
  words_of: string | null;
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
  erased_no: number;
  told_no: number;
}

/** It has the columns of the revision before too, with a prefix. */
type WaitingRow = LocalRevision &
  Pick<MemoryRow, 'id' | 'source_kind' | 'session_id' | 'occurred_at' | 'said'> & { before_type: ChangeType | null };

const ofMemories = `CROSS JOIN memories ON memories.no = revisions.memory_no
  LEFT JOIN replica_memories AS known ON known.memory_no = revisions.memory_no`;
const isUnknown = 'revisions.revision > coalesce(known.revision, 0)';
/** The changes of memories without a refused one. */
const newChanges = (joined = '') => `FROM revisions ${ofMemories} ${joined}
  WHERE revisions.character_no = @no AND coalesce(revisions.change_no, 0) > @sent AND ${isUnknown}
    AND NOT EXISTS (SELECT 1 FROM replica_refusals AS refused WHERE refused.memory_no = revisions.memory_no)`;
const inOrder = 'ORDER BY coalesce(revisions.change_no, 0), revisions.memory_no, revisions.revision';
/** The changes of memories whose refused ones are due to be sent again. */
const dueChanges = (joined = '') => `FROM replica_refusals AS refused
  CROSS JOIN revisions ON revisions.memory_no = refused.memory_no ${ofMemories} ${joined}
  WHERE refused.at <= @again AND +revisions.character_no = @no AND ${isUnknown}`;
/** All changes of a memory together: a later one may correct the refused one. */
const byMemory = 'ORDER BY refused.at, refused.memory_no, revisions.revision';

export function waitingChanges(db: Connection, replica: ReplicaRow, limit: number, now: number): SentChange[] {
  const ofMemory = fixedColumns.map((column) => `memories.${column}`).join(', ');
  const columns = `revisions.*, memories.id, ${ofMemory}, before.change_type AS before_type, ${columnsBefore}`;
  const before = `LEFT JOIN revisions AS before
    ON before.memory_no = revisions.memory_no AND before.revision = revisions.revision - 1`;
  const first = db.all<WaitingRow>(`SELECT ${columns} ${newChanges(before)} ${inOrder} LIMIT @limit`, {
    ...newOf(replica),
    limit,
  });
  const due = db.all<WaitingRow>(`SELECT ${columns} ${dueChanges(before)} ${byMemory} LIMIT @limit`, {
    ...dueOf(replica, now),
    limit: limit - first.length,
  });
  const isFirst = replica.position === null;
  const storeId = storeIdOf(db.sqlite);
  return [...first, ...due].map((row) => toSent(row, storeId, isFirst));
}

const newOf = ({ character_no: no, sent_no: sent }: ReplicaRow) => ({ no, sent: sent ?? -1 });
const dueOf = ({ character_no: no }: ReplicaRow, now: number) => ({ no, again: now - refusedMs });

export function countWaiting(db: Connection, replica: ReplicaRow, now: number): number {
  const count = (from: string, values: Record<string, number>) =>
    db.get<{ count: number }>(`SELECT count(*) AS count ${from}`, values)?.count ?? 0;
  return count(newChanges(), newOf(replica)) + count(dueChanges(), dueOf(replica, now));
}

export function isAnyWaiting(db: Connection, replica: ReplicaRow, now: number): boolean {
  const isAny = (from: string, values: Record<string, number>) =>
    db.get(`SELECT 1 ${from} LIMIT 1`, values) !== undefined;
  return isAny(newChanges(), newOf(replica)) || isAny(dueChanges(), dueOf(replica, now));
}

/** The number before the first waiting change; if none waits, the last number. */
export function sentUpTo(db: Connection, characterNo: number, last: number): number {
  const first = db.get<{ no: number }>(
    `SELECT coalesce(revisions.change_no, 0) AS no ${newChanges()} ${inOrder} LIMIT 1`,
    { no: characterNo, sent: -1 },
  );
  return first ? first.no - 1 : last;
}

/** The refused changes of a memory are sent again at once, with what corrects them. */
export function sendAgain(db: Connection, memoryNo: number, now: number): void {
  db.run('UPDATE replica_refusals SET at = min(at, ?) WHERE memory_no = ?', now - refusedMs, memoryNo);
}

/** The id of a change: the same each time it is sent, even if its revision gets another number. */
export function changeId(storeId: string, memoryId: string, row: LocalRevision): string {
  const { change_no: number, revision, created_at: at } = row;
  const parts = [storeId, memoryId, number ?? `revision ${revision}`, at];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, digits);
}

function toSent(row: WaitingRow, storeId: string, isFirst: boolean): SentChange {
  const { id: memoryId, before_type: type, revision, created_at: at } = row;
  const before: RevisionState | undefined =
    type === null ? undefined : { changeType: type, ...valuesWith(row, 'before_') };
  const sent = {
    id: changeId(storeId, memoryId, row),
    memoryId,
    at,
    ...(row.author_kind !== null && { by: row.author_kind }),
    ...(row.client !== null && { client: row.client }),
    ...(row.words_of !== null && { wordsOf: row.words_of }),
    ...(row.conflict === 1 && { isConflict: true }),
    ...(isFirst && { revision }),
  };
  if (!before) {
    return {
      ...{ ...sent, kind: 'add', ...known(valuesOf(row)) },
      ...(row.change_type === 'PROPOSED' && { isProposed: true }),
      source: row.source_kind,
      ...(row.session_id !== null && { sessionId: row.session_id }),
      occurredAt: row.occurred_at,
      ...(row.said === 1 && { said: true }),
    };
  }
  if (stateAfter(row.change_type) === 'DELETED') {
    const { content, category, salience, importance } = before;
    return { ...sent, kind: 'delete', replaces: textOf(content), category, salience, importance };
  }
  const patch = patchOf(before, stateOf(row));
  const replaces = patch.content !== undefined && { replaces: textOf(before.content) };
  const isProposed = row.change_type === 'PROPOSED' && { isProposed: true };
  return { ...sent, kind: updates.has(row.change_type) ? 'update' : 'restore', ...patch, ...replaces, ...isProposed };
}

const updates: ReadonlySet<ChangeType> = new Set(['UPDATED', 'ENDED', 'REVIVED']);

/** The values that a memory has. */
function known(values: MemoryValues) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Known;
}

/** Content, category and weights of any memory; the others where it has them. */
type Known = Pick<MemoryValues, 'content' | 'category' | 'salience' | 'importance'>;

const textOf = (content: string) => keyText(content).slice(0, digits);

export function stateOf(row: LocalRevision): RevisionState {
  return { changeType: row.change_type, ...valuesOf(row), ...(row.conflict === 1 && { isConflict: true }) };
}
