import type { Author, ChangeType } from '../../../domain/memory.ts';
import type { Unit } from '../unit.ts';
import type { StoredMemory } from './memory-rows.ts';
import type { MemorySet } from './memory-set.ts';

/** A revision to be stored, of the memory of a number. */
export interface StoredRevision {
  no: number;
  revision: number;
  changeType: ChangeType;
  content: string;
  category: string;
  salience: number;
  importance: StoredMemory['importance'];
}

/** Rows that one statement stores. */
const batch = 1_000;

/** The columns of a memory with their types; those that no change touches stand first. */
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

/** Stores memories, new ones and changed ones, as they stand. */
export function putMemories(q: Unit, characterNo: number, rows: readonly StoredMemory[], memories: MemorySet): void {
  // Texts that change hands within the unit: where the statement came to one before its last holder had given it up, the
  // index of contents would refuse it.
  if (rows.some((row) => memories.isInTheWay(row))) {
    q.send(
      `UPDATE memories SET state = 'CHANGING' WHERE character_no = $1 AND no = ANY($2::int[])`,
      characterNo,
      rows.map(({ no }) => no),
    );
  }
  for (let from = 0; from < rows.length; from += batch) {
    const some = rows.slice(from, from + batch);
    q.send(put, characterNo, ...names.map((name) => some.map((row) => row[name])));
  }
}

/** Stores revisions of the author. */
export function putRevisions(
  q: Unit,
  characterNo: number,
  revisions: readonly StoredRevision[],
  { changedBy, memberId, kind, now }: Author,
): void {
  for (let from = 0; from < revisions.length; from += batch) {
    const some = revisions.slice(from, from + batch);
    q.send(
      `INSERT INTO revisions (character_no, changed_by, member_id, author_kind, created_at, memory_no, revision, change_type,
         content, category, salience, importance)
       SELECT $1, $2, $3, $4, $5, * FROM unnest($6::int[], $7::int[], $8::text[], $9::text[], $10::text[], $11::float8[], $12::text[])`,
      characterNo,
      changedBy,
      memberId ?? null,
      kind ?? null,
      now,
      some.map(({ no }) => no),
      some.map(({ revision }) => revision),
      some.map(({ changeType }) => changeType),
      some.map(({ content }) => content),
      some.map(({ category }) => category),
      some.map(({ salience }) => salience),
      some.map(({ importance }) => importance),
    );
  }
}
