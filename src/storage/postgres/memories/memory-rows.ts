import { judgedFor } from '../../../domain/judging.ts';
import type { Author, ChangeType, NewMemory } from '../../../domain/memory.ts';
import { columnType, type RevisedRow } from '../../../domain/memory-fields.ts';
import { holdingSql, type MayReplace } from '../../rows/holding.ts';
import type { LabelSql } from '../../rows/label-filters.ts';
import { memoryColumns, type StoredRow, shownColumns } from '../../rows/memories.ts';
import { changingColumns, fixedColumns, revisionColumns } from '../../rows/memory-columns.ts';
import { newRow } from '../../rows/new-memory.ts';
import type { Proof, SqlStatement, Unit } from '../unit.ts';

/** A row with the further columns that writing needs. */
export interface StoredMemory extends StoredRow {
  embedded_model: number;
}

export const storedColumns = `${memoryColumns}, memories.content_key, memories.embedded_model,
  memories.index_version, memories.to_judge`;

/** A server has no layers: there a memory replaces those of its own character. */
const ofOneCharacter: MayReplace = (one, other) => `${one}.character_no = ${other}.character_no`;
export const { holdsAt, holdsNow, endsWithin } = holdingSql(ofOneCharacter);

export const keyOrder = { lower: 'least', higher: 'greatest' };

export const labelSql: LabelSql = {
  tags: 'jsonb_array_elements(memories.tags::jsonb) AS label (value)',
  entries: 'jsonb_each(memories.metadata::jsonb) AS label (key, value)',
  isAmong: (list) => `label.value IN (SELECT one.value FROM jsonb_array_elements(${list}::jsonb) AS one (value))`,
  text: (operator, bound) =>
    `(jsonb_typeof(label.value) = 'string' AND (label.value #>> '{}') COLLATE "C" ${operator} ${bound})`,
  number: (operator, bound) =>
    `(jsonb_typeof(label.value) = 'number' AND label.value ${operator} to_jsonb(${bound}::float8))`,
};

/** The columns of a ShownRow. */
export const shown = shownColumns({
  mayReplace: ofOneCharacter,
  linked: 'newer.character_no = link.character_no AND newer.no = link.newer_no',
  joined: "string_agg(older.id::text, ',')",
  ...keyOrder,
  list: (expressions) => `json_build_array(${expressions})::text`,
});

/** Selects MemoryRecords. Callers append conditions. */
export const selectMemories = `
  SELECT ${shown}, categories.name AS category
  FROM memories JOIN categories ON categories.character_no = memories.character_no
    AND categories.no = memories.category_no`;

/** By id. If the memory was deleted as a duplicate, the memory that has its text comes first. */
export const byEitherId = `${selectMemories} WHERE memories.character_no = $1 AND memories.id IN ($2,
    (SELECT into_id FROM merged_memories WHERE character_no = $1 AND merged_memories.id = $2))
  ORDER BY memories.state = 'ACTIVE' DESC, memories.id <> $2 LIMIT 1`;

/** The key of a memory in a map by content. */
export const keyText = (key: Uint8Array): string => Buffer.from(key).toString('latin1');

/** The row of a new memory. */
export function newStoredMemory(
  memory: NewMemory,
  {
    by,
    ownerId,
    ...place
  }: { no: number; characterNo: number; categoryNo: number; key?: Buffer; by: Author; ownerId?: string },
): StoredMemory {
  const waits = ownerId === undefined ? undefined : judgedFor(by, ownerId, memory.source.kind);
  return { ...newRow(memory, { ...place, now: by.now, waits }), embedded_model: 0 };
}

/** A revision to store, with the number of its memory. */
export interface StoredRevision extends RevisedRow {
  no: number;
  revision: number;
  changeType: ChangeType;
  by: Author;
}

/** Rows per statement. */
const batch = 1_000;

/** The columns of a memory that change, and all of them; each with its type. */
const changing = [
  'category_no',
  ...changingColumns,
  'content_key',
  'state',
  'revision',
  'updated_at',
  'embedded_model',
  'index_version',
  'to_judge',
];
const names = ['no', 'id', ...fixedColumns, 'created_at', ...changing] as (keyof StoredMemory)[];
const ownTypes: Partial<Record<keyof StoredMemory, string>> = {
  no: 'int',
  id: 'uuid',
  created_at: 'bigint',
  content_key: 'bytea',
  state: 'text',
  revision: 'int',
  updated_at: 'bigint',
  embedded_model: 'int',
  index_version: 'int',
  to_judge: 'smallint',
};

const values = names.map((name, i) => `$${i + 2}::${ownTypes[name] ?? columnType(name)}[]`).join(', ');
const put = `
  INSERT INTO memories (character_no, ${names.join(', ')})
  SELECT $1, * FROM unnest(${values})
  ON CONFLICT (character_no, no) DO UPDATE SET
    ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`;

const inBatches = <Row>(rows: readonly Row[], statement: (some: readonly Row[]) => SqlStatement): SqlStatement[] =>
  Array.from({ length: Math.ceil(rows.length / batch) }, (_, i) => statement(rows.slice(i * batch, (i + 1) * batch)));

/** Upserts memories. STAGED memories are invisible. */
export function putMemories(characterNo: number, rows: readonly StoredMemory[], as?: 'STAGED'): SqlStatement[] {
  const partOf = (row: StoredMemory, name: keyof StoredMemory) => (name === 'state' && as ? as : row[name]);
  return inBatches(rows, (some) => ({
    sql: put,
    values: [characterNo, ...names.map((name) => some.map((row) => partOf(row, name)))],
  }));
}

const putRevision = `
  INSERT INTO revisions (character_no, changed_by, member_id, author_kind, client, batch, origin, words_of, conflict,
    moved, created_at, memory_no, revision, change_type, ${revisionColumns.join(', ')})
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::smallint[], $10::text[], $11::bigint[], $12::int[], $13::int[], $14::text[],
    ${revisionColumns.map((column, i) => `$${i + 15}::${columnType(column)}[]`).join(', ')})`;

/** Stores revisions. */
export function putRevisions(characterNo: number, revisions: readonly StoredRevision[]): SqlStatement[] {
  return inBatches(revisions, (some) => ({
    sql: putRevision,
    values: [
      characterNo,
      some.map(({ by }) => by.changedBy),
      some.map(({ by }) => by.memberId ?? null),
      some.map(({ by }) => by.kind ?? null),
      some.map(({ by }) => by.client ?? null),
      some.map(({ by }) => by.batch ?? null),
      some.map(({ by }) => by.origin ?? null),
      some.map(({ by }) => by.wordsOf ?? null),
      some.map(({ by }) => (by.isConflict ? 1 : null)),
      some.map(({ by }) => by.moved ?? null),
      some.map(({ by }) => by.now),
      some.map(({ no }) => no),
      some.map(({ revision }) => revision),
      some.map(({ changeType }) => changeType),
      ...revisionColumns.map((column) => some.map((one) => one[column])),
    ],
  }));
}

/** The statement that proves, by one of its revisions, that a unit was committed. */
export function proofOf(characterNo: number, memoryId: string | undefined, { revision, by }: StoredRevision): Proof {
  return {
    sql: `SELECT 1 FROM memories CROSS JOIN LATERAL (SELECT 1 FROM revisions WHERE character_no = $1
        AND memory_no = memories.no AND revisions.revision = $3 AND created_at = $4 AND changed_by = $5) AS found
      WHERE character_no = $1 AND id = $2`,
    values: [characterNo, memoryId, revision, by.now, by.changedBy],
  };
}

/** Removes the embeddings of memories. */
export function dropVectors(q: Unit, characterNo: number, memoryNos: readonly number[]): void {
  if (memoryNos.length === 0) return;
  for (const table of ['embeddings', 'embedding_bits']) {
    q.send(`DELETE FROM ${table} WHERE character_no = $1 AND memory_no = ANY($2::int[])`, characterNo, memoryNos);
  }
}
