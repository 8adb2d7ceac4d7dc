import type { Author, ChangeType, NewMemory } from '../../../domain/memory.ts';
import { additionOf } from '../../../domain/memory-rules.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import { contentKey } from '../../../text/content-key.ts';
import { type MemoryRow, memoryColumns } from '../../rows/memories.ts';
import type { Proof, SqlStatement, Unit } from '../unit.ts';

/** A row with the further columns that writing needs. */
export interface StoredMemory extends MemoryRow {
  content_key: Uint8Array;
  embedded_model: number;
  /** The version of the analyser that indexed it. */
  index_version: number;
}

export const storedColumns = `${memoryColumns}, memories.content_key, memories.embedded_model,
  memories.index_version`;

/** Selects MemoryRecords. Callers append conditions. */
export const selectMemories = `
  SELECT ${memoryColumns}, categories.name AS category
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
  { no, characterNo, categoryNo, by }: { no: number; characterNo: number; categoryNo: number; by: Author },
): StoredMemory {
  const { id, content, salience, importance, source, sessionId, occurredAt, said = false } = memory;
  return {
    no,
    id: id.toLowerCase(),
    character_no: characterNo,
    category_no: categoryNo,
    content,
    content_key: contentKey(content),
    salience,
    importance,
    state: additionOf(memory).state,
    revision: 1,
    source_kind: source.kind,
    source_file: source.fileId ?? null,
    session_id: sessionId ?? null,
    occurred_at: occurredAt ?? by.now,
    said: said ? 1 : 0,
    created_at: by.now,
    updated_at: by.now,
    embedded_model: 0,
    index_version: INDEX_VERSION,
  };
}

/** A revision to store, with the number of its memory. */
export interface StoredRevision {
  no: number;
  revision: number;
  changeType: ChangeType;
  content: string;
  category: string;
  salience: number;
  importance: StoredMemory['importance'];
  by: Author;
}

/** Rows per statement. */
const batch = 1_000;

/** The columns of a memory with their types. Those that never change come first. */
const columns = {
  no: 'int',
  id: 'uuid',
  source_kind: 'text',
  source_file: 'text',
  session_id: 'text',
  occurred_at: 'bigint',
  said: 'smallint',
  created_at: 'bigint',
  category_no: 'int',
  content: 'text',
  content_key: 'bytea',
  salience: 'float8',
  importance: 'text',
  state: 'text',
  revision: 'int',
  updated_at: 'bigint',
  embedded_model: 'int',
  index_version: 'int',
} as const satisfies Partial<Record<keyof StoredMemory, string>>;
type Column = keyof typeof columns;
const names = Object.keys(columns) as Column[];
const changing = names.slice(names.indexOf('category_no'));

const values = names.map((name, i) => `$${i + 2}::${columns[name]}[]`).join(', ');
const put = `
  INSERT INTO memories (character_no, ${names.join(', ')})
  SELECT $1, * FROM unnest(${values})
  ON CONFLICT (character_no, no) DO UPDATE SET
    ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`;

const inBatches = <Row>(rows: readonly Row[], statement: (some: readonly Row[]) => SqlStatement): SqlStatement[] =>
  Array.from({ length: Math.ceil(rows.length / batch) }, (_, i) => statement(rows.slice(i * batch, (i + 1) * batch)));

/** Upserts memories. STAGED memories are invisible. */
export function putMemories(characterNo: number, rows: readonly StoredMemory[], as?: 'STAGED'): SqlStatement[] {
  const partOf = (row: StoredMemory, name: Column) => (name === 'state' && as ? as : row[name]);
  return inBatches(rows, (some) => ({
    sql: put,
    values: [characterNo, ...names.map((name) => some.map((row) => partOf(row, name)))],
  }));
}

/** Stores revisions. */
export function putRevisions(characterNo: number, revisions: readonly StoredRevision[]): SqlStatement[] {
  return inBatches(revisions, (some) => ({
    sql: `INSERT INTO revisions (character_no, changed_by, member_id, author_kind, client, batch, origin, conflict, created_at,
        memory_no, revision, change_type, content, category, salience, importance)
      SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::smallint[],
        $9::bigint[], $10::int[], $11::int[], $12::text[], $13::text[], $14::text[], $15::float8[], $16::text[])`,
    values: [
      characterNo,
      some.map(({ by }) => by.changedBy),
      some.map(({ by }) => by.memberId ?? null),
      some.map(({ by }) => by.kind ?? null),
      some.map(({ by }) => by.client ?? null),
      some.map(({ by }) => by.batch ?? null),
      some.map(({ by }) => by.origin ?? null),
      some.map(({ by }) => (by.isConflict ? 1 : null)),
      some.map(({ by }) => by.now),
      some.map(({ no }) => no),
      some.map(({ revision }) => revision),
      some.map(({ changeType }) => changeType),
      some.map(({ content }) => content),
      some.map(({ category }) => category),
      some.map(({ salience }) => salience),
      some.map(({ importance }) => importance),
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
