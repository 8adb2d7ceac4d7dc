import { categoryKey } from '../../../../domain/category-rules.ts';
import type { Author } from '../../../../domain/memory.ts';
import { RETIRED } from '../../../../search/index/passage-records.ts';
import type { HiddenSegment } from '../../../../search/index/segments.ts';
import { INDEX_VERSION } from '../../../../search/parameters.ts';
import { indexed, type MemoryRow } from '../../../rows/memories.ts';
import { revisedFrom, stagedColumns } from '../../../rows/memory-columns.ts';
import type { Recorder } from '../../audit/record.ts';
import { chosenCategory, requireCategory } from '../../characters/category-rows.ts';
import type { Engine } from '../../engine.ts';
import { recordRevisions } from '../memory-rows.ts';
import { adjustMemoryCount } from '../memory-unit.ts';
import { moveStaged } from './moves.ts';

/** The file of the memories, and its staged pieces that are still wanted. */
export interface AdoptedPieces {
  fileNo: number;
  fileId: string;
  wanted: ReadonlySet<string>;
  /** The new keys of moved pieces, by the pieces' numbers. */
  moves: ReadonlyMap<number, string>;
}

export interface Adopted {
  added: number;
  /** Staged memories whose text was stored already. */
  duplicates: number;
  /** The pieces that moved, with their memories. */
  moved: ReadonlySet<number>;
}

/** The lease's end of a staging whose memories are visible. */
export const adopted = 1;

interface Place {
  no: number;
  characterNo: number;
}

/**
 * Makes staged memories visible, inside a write unit, with few statements for any number. The result is that of single
 * additions, but all revisions, counts and segments come at once. CategoryNotConfigured.
 */
export function adopt(engine: Engine, { no, characterNo }: Place, by: Recorder, pieces?: AdoptedPieces): Adopted {
  const { db, index } = engine;
  const staging = db.get<{ until: number }>('SELECT until FROM stagings WHERE no = ?', no);
  // Another process removes a staging only after its lease.
  if (!staging || staging.until === 0) throw new Error('another process has cleared the staging');
  if (pieces) dropUnwanted(engine, no, pieces.wanted);
  requireCategories(engine, no, characterNo);
  const base = db.get<{ no: number }>('SELECT coalesce(max(no), 0) AS no FROM memories')?.no ?? 0;
  const added = insertMemories(engine, { no, characterNo }, base, by, pieces);
  insertRevisions(engine, no, base, by);
  const numbers = new Set(
    db.all<{ no: number }>('SELECT no FROM memories WHERE no > ?', base).map((memory) => memory.no),
  );
  by.changes.note('CREATED', numbers);
  const segments = db.all<HiddenSegment>(
    'SELECT segment, passages, filter FROM staged_segments WHERE staging_no = ?',
    no,
  );
  // Its words follow in short units (see clear.ts): 143,000 of them at once would take 0.3 s.
  db.run('UPDATE stagings SET until = ? WHERE no = ?', adopted, no);
  const moves = pieces ? moveStaged(engine, { no, characterNo }, pieces.moves, by) : [];
  const moved = new Map(moves.map(({ position, memoryNo }) => [position, memoryNo]));
  db.run('DELETE FROM staged_segments WHERE staging_no = ?', no);
  // The old texts are removed before the new ones are added: they have the same numbers.
  index.remove(characterNo, [...moved.values()], (segment) => discardSegment(engine, no, segment));
  index.reveal(
    characterNo,
    segments,
    (position) => moved.get(position) ?? (numbers.has(base + position) ? base + position : RETIRED),
  );
  indexOthers(engine, no, base);
  if (added > 0) adjustMemoryCount(engine, characterNo, added, by.now);
  const total = db.get<{ count: number }>('SELECT count(*) AS count FROM staged_memories WHERE staging_no = ?', no);
  if (pieces) insertPieces(engine, { no, characterNo }, pieces.fileNo);
  const movedPieces = new Set(moves.map(({ pieceNo }) => pieceNo));
  return { added, duplicates: (total?.count ?? 0) - added, moved: movedPieces };
}

/** Moves an obsolete segment to the staging, which removes its postings later. */
export function discardSegment({ db }: Engine, no: number, segment: number): void {
  db.run(`INSERT INTO staged_segments (staging_no, segment, passages) VALUES (?, ?, x'')`, no, segment);
}

function dropUnwanted({ db }: Engine, no: number, wanted: ReadonlySet<string>): void {
  const staged = db.all<{ position: number; key: string }>(
    'SELECT position, piece_key AS key FROM staged_memories WHERE staging_no = ?',
    no,
  );
  for (const { position, key } of staged) {
    if (!wanted.has(key)) db.run('DELETE FROM staged_memories WHERE staging_no = ? AND position = ?', no, position);
  }
}

function requireCategories({ db }: Engine, no: number, characterNo: number): void {
  const named = db.all<{ category: string }>(
    `SELECT category FROM staged_memories WHERE staging_no = @no AND category IS NOT NULL
     UNION SELECT category FROM staged_moves WHERE staging_no = @no AND category IS NOT NULL`,
    { no },
  );
  for (const { category } of named) requireCategory(db, characterNo, category);
}

/** Columns that do not have their staged value. */
const adoptedFrom = new Map([
  ['category_no', 'categories.no'],
  ['source_file', 'coalesce(@file, source_file)'],
]);

/** A memory gets the number `base` + its position; the numbers of duplicates stay free. Returns how many there are. */
function insertMemories(
  { db }: Engine,
  { no, characterNo }: Place,
  base: number,
  { now }: Author,
  pieces: AdoptedPieces | undefined,
): number {
  const values = { no, characterNo, base, now, version: INDEX_VERSION, file: pieces?.fileId ?? null };
  const { changes } = db.run(
    `INSERT INTO memories (no, id, character_no, content_key, state, revision, created_at, updated_at, index_version,
       ${stagedColumns.join(', ')})
     SELECT @base + position, staged.id, @characterNo, content_key, 'ACTIVE', 1, @now, @now, @version,
       ${stagedColumns.map((column) => adoptedFrom.get(column) ?? `staged.${column}`).join(', ')}
     FROM staged_memories AS staged
     CROSS JOIN categories ON categories.character_no = @characterNo AND categories.name_key = coalesce(category, @fallback)
     WHERE staging_no = @no ORDER BY position
     ON CONFLICT (character_no, content_key) WHERE state = 'ACTIVE' DO NOTHING`,
    { ...values, fallback: categoryKey(chosenCategory(db, characterNo, undefined).name) },
  );
  return changes;
}

/** Every memory after `base` was inserted by this unit. */
function insertRevisions({ db }: Engine, no: number, base: number, by: Author): void {
  recordRevisions(
    db,
    by,
    `SELECT memories.character_no, memories.no, 1, 'CREATED', ${revisedFrom()}
     FROM memories CROSS JOIN categories ON categories.no = category_no
     WHERE memories.no > ?`,
    base,
  );
  db.run(
    `UPDATE revisions SET words_of = staged.words_of FROM staged_memories AS staged
     WHERE staging_no = ? AND staged.words_of IS NOT NULL AND memory_no = ? + position`,
    no,
    base,
  );
}

/** Texts that were stored when they were staged and are no longer: few, so they are indexed one by one. */
function indexOthers({ db, index }: Engine, no: number, base: number): void {
  const rows = db.all<MemoryRow>(
    `SELECT memories.* FROM staged_memories CROSS JOIN memories ON memories.no = ? + position
     WHERE staging_no = ? AND is_indexed = 0`,
    base,
    no,
  );
  for (const row of rows) index.add(indexed(row));
}

/** The pieces, each with the memory that has its text, new or old. */
function insertPieces({ db }: Engine, { no, characterNo }: Place, fileNo: number): void {
  db.run(
    `INSERT INTO pieces (file_no, key, body_key)
     SELECT ?, piece_key, body_key FROM staged_memories WHERE staging_no = ? ORDER BY position`,
    fileNo,
    no,
  );
  db.run(
    `INSERT INTO piece_memories (piece_no, memory_no, revision)
     SELECT pieces.no, memories.no, memories.revision FROM staged_memories AS staged
     CROSS JOIN pieces ON pieces.file_no = ? AND pieces.key = staged.piece_key
     CROSS JOIN memories ON memories.character_no = ? AND memories.content_key = staged.content_key
       AND memories.state = 'ACTIVE'
     WHERE staging_no = ?`,
    fileNo,
    characterNo,
    no,
  );
}
