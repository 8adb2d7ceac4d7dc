import type { Author, Memory, MemoryValues } from '../../../domain/memory.ts';
import { revisedColumns } from '../../../domain/memory-fields.ts';
import type { Scope } from '../../../domain/principal.ts';
import { holdingSql, type MayReplace } from '../../rows/holding.ts';
import type { SortKey } from '../../rows/keyset.ts';
import type { LabelSql } from '../../rows/label-filters.ts';
import { type MemoryRecord, type StoredRow, shownColumns } from '../../rows/memories.ts';
import { fieldColumns, revisionColumns } from '../../rows/memory-columns.ts';
import { wasGiven } from '../../rows/recalls.ts';
import type { Connection } from '../connection.ts';
import { caller, isVisible } from '../sharing/access.ts';

/** A memory replaces those of its own character, and of the other layers of one owner that are not deleted. */
const ofOneOwner: MayReplace = (one, other) => `(${one}.character_no = ${other}.character_no OR EXISTS (
    SELECT 1 FROM characters AS mine JOIN characters AS others
      ON others.tenant_id = mine.tenant_id AND others.owner_id = mine.owner_id
    WHERE mine.no = ${other}.character_no AND others.no = ${one}.character_no AND others.status <> 'DELETED'))`;
export const { holdsAt, holdsNow, endsWithin } = holdingSql(ofOneOwner);

export const keyOrder = { lower: 'min', higher: 'max' };

export const labelSql: LabelSql = {
  tags: 'json_each(memories.tags) AS label',
  entries: 'json_each(memories.metadata) AS label',
  isAmong: (list) => `label.value IN (SELECT value FROM json_each(${list}))`,
  text: (operator, bound) => `(label.type = 'text' AND label.value ${operator} ${bound})`,
  number: (operator, bound) => `(label.type IN ('integer', 'real') AND label.value ${operator} ${bound})`,
};

/** The columns of a ShownRow. */
export const shown = shownColumns({
  mayReplace: ofOneOwner,
  linked: 'newer.no = link.newer_no',
  joined: 'group_concat(older.id)',
  ...keyOrder,
  list: (expressions) => `json_array(${expressions})`,
});

/** Selects MemoryRecords; conditions follow. */
export const selectMemories = `
  SELECT ${shown}, categories.name AS category,
    characters.id AS character_id
  FROM memories
  JOIN categories ON categories.no = memories.category_no
  JOIN characters ON characters.no = memories.character_no`;

// Made once, because a text that is put together at each call is also hashed at each call.
const selectById = `${selectMemories} WHERE memories.id = ? AND memories.character_no = ?`;
const isTwin = "memories.character_no = ? AND memories.content_key = ? AND memories.state = 'ACTIVE'";
const selectTwin = `${selectMemories} WHERE ${isTwin}`;
const selectWhetherTwin = `SELECT 1 FROM memories WHERE ${isTwin}`;

/** The memory of this id, in any state. */
export function findMemory(db: Connection, characterNo: number, memoryId: string): MemoryRecord | undefined {
  return db.get<MemoryRecord>(selectById, memoryId.toLowerCase(), characterNo);
}

/** As `findMemory`. If it was deleted as a duplicate, the memory that has its text: callers may know either id. */
export function findMeant(db: Connection, characterNo: number, memoryId: string): MemoryRecord | undefined {
  const row = findMemory(db, characterNo, memoryId);
  if (row?.state !== 'DELETED') return row;
  const sql = 'SELECT into_id FROM merged_memories WHERE character_no = ? AND id = ?';
  const into = db.get<{ into_id: string }>(sql, characterNo, row.id)?.into_id;
  const kept = into === undefined ? undefined : findMemory(db, characterNo, into);
  return kept?.state === 'ACTIVE' ? kept : row;
}

/** The numbers of the characters of the same owner, as SQL. */
export const ofOwner = (character: string) => `SELECT others.no FROM characters AS mine
    JOIN characters AS others ON others.tenant_id = mine.tenant_id AND others.owner_id = mine.owner_id
    WHERE mine.no = ${character} AND others.status <> 'DELETED'`;

/**
 * As `findMeant`; where that is not active, an active one of that id of another character of the owner: it has moved.
 * @param reader who must see that character
 */
export function findOfOwner(
  db: Connection,
  characterNo: number,
  memoryId: string,
  reader?: Scope,
): MemoryRecord | undefined {
  const meant = findMeant(db, characterNo, memoryId);
  if (meant?.state === 'ACTIVE') return meant;
  const sql = `${selectMemories} WHERE memories.id = @id AND memories.state = 'ACTIVE'
    AND memories.character_no IN (${ofOwner('@no')})${reader ? ` AND ${isVisible}` : ''}`;
  const values = { id: memoryId.toLowerCase(), no: characterNo, ...(reader && caller(reader)) };
  return db.get<MemoryRecord>(sql, values) ?? meant;
}

/** The active memory with this text. */
export function activeTwin(db: Connection, characterNo: number, key: Buffer): MemoryRecord | undefined {
  return db.get<MemoryRecord>(selectTwin, characterNo, key);
}

export function hasActiveTwin(db: Connection, characterNo: number, key: Buffer): boolean {
  return db.get(selectWhetherTwin, characterNo, key) !== undefined;
}

const inserted = [
  'id',
  'character_no',
  ...fieldColumns,
  'content_key',
  'state',
  'revision',
  'created_at',
  'updated_at',
  'index_version',
  'to_judge',
] as (keyof StoredRow)[];
const insert = `INSERT INTO memories (${inserted.join(', ')}) VALUES (${inserted.map(() => '?').join(', ')})`;

/** Inserts a memory; the store chooses its number, which is returned. */
export function insertMemory(db: Connection, row: Omit<StoredRow, 'no'>): number {
  const { lastInsertRowid } = db.run(insert, ...inserted.map((column) => (row as StoredRow)[column]));
  return Number(lastInsertRowid);
}

const changing = revisedColumns.filter(({ field }) => field !== 'category');
const update = `UPDATE memories SET category_no = ?, content_key = ?, state = ?, revision = ?, updated_at = ?,
  ${changing.map(({ ofMemory }) => `${ofMemory} = ?`).join(', ')} WHERE no = ?`;

/** Gives a memory other values. */
export function putValues(
  db: Connection,
  memoryNo: number,
  values: MemoryValues,
  to: { categoryNo: number; key: Buffer; state: Memory['state']; revision: number; now: number },
): void {
  const rest = changing.map(({ field }) => values[field]);
  db.run(update, to.categoryNo, to.key, to.state, to.revision, to.now, ...rest, memoryNo);
}

/**
 * Records revisions, each with its author.
 * @param states a SELECT of character_no, memory_no, revision, change_type and the values that changes set
 * (`revisedFrom`), with its values
 */
export function recordRevisions(
  db: Connection,
  { changedBy, memberId, kind, client, batch, origin, wordsOf, isConflict, moved, now }: Author,
  states: string,
  ...values: (string | number | null)[]
): void {
  db.run(
    insertionOf(states),
    changedBy,
    memberId ?? null,
    kind ?? null,
    client ?? null,
    batch ?? null,
    origin ?? null,
    wordsOf ?? null,
    isConflict ? 1 : null,
    moved ?? null,
    now,
    lastChange(db) + 1,
    ...values,
  );
}

const insertions = new Map<string, string>();

function insertionOf(states: string): string {
  const known = insertions.get(states);
  if (known !== undefined) return known;
  const sql = `INSERT INTO revisions (character_no, memory_no, revision, change_type, ${revisionColumns.join(', ')},
      changed_by, member_id, author_kind, client, batch, origin, words_of, conflict, moved, created_at, change_no)
    SELECT states.*, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM (${states}) AS states`;
  insertions.set(states, sql);
  return sql;
}

/** The number of the newest change; 0: there is none. */
export function lastChange(db: Connection): number {
  const sql = `SELECT max(
    coalesce((SELECT max(change_no) FROM revisions WHERE change_no IS NOT NULL), 0),
    coalesce((SELECT max(change_no) FROM erasures WHERE change_no IS NOT NULL), 0)) AS last`;
  return db.get<{ last: number }>(sql)?.last ?? 0;
}

/** How a list by recalls is sorted. */
export const recallOrder: readonly SortKey[] = ['times', 'occurred_at', 'no'].map((sql) => ({
  sql,
  descends: true,
  holds: 'integer',
}));

/** How many recalls of characters, here and at replicas, gave each memory: of those with some by their ids, and of the others. */
export const timesRecalled = (isOwner: string, where: string) => `WITH recalled AS MATERIALIZED (
    SELECT id, sum(times) AS times FROM (
      SELECT value ->> 'memoryId' AS id, 1 AS times FROM recalls CROSS JOIN json_each(results)
      WHERE recalls.character_no ${isOwner} AND ${wasGiven}
      UNION ALL SELECT memory_id, times FROM recall_counts WHERE recall_counts.character_no ${isOwner}) AS of
    GROUP BY id),
  found AS (SELECT memories.no AS no, times, occurred_at FROM recalled CROSS JOIN memories ON memories.id = recalled.id ${where}
  UNION ALL
  SELECT memories.no, 0, occurred_at FROM memories ${where} AND memories.id NOT IN (SELECT id FROM recalled))`;
