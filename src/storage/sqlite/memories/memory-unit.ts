import type { Standing } from '../../../domain/holding.ts';
import { judgedFor } from '../../../domain/judging.ts';
import type {
  ChangeOutcome,
  ChangeType,
  Memory,
  MemoryChange,
  MemoryValues,
  NewMemory,
} from '../../../domain/memory.ts';
import { outcomeOf, requireStored, type StandingMemory } from '../../../domain/memory-rules.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import { applyChange as applyTo, type ChangedMemories } from '../../rows/changed-memories.ts';
import type { CategoryRow } from '../../rows/characters.ts';
import { type IndexedRow, indexed, type MemoryRecord, standingOf, toMemory } from '../../rows/memories.ts';
import { revisedFrom, revisionColumns, valuesOf } from '../../rows/memory-columns.ts';
import { newRow } from '../../rows/new-memory.ts';
import type { Recorder } from '../audit/record.ts';
import { chosenCategory } from '../characters/category-rows.ts';
import { ownerOf } from '../characters/character-rows.ts';
import { dropEmbeddings } from '../embeddings/embeddings.ts';
import type { Engine } from '../engine.ts';
import { requireUnerased } from '../erasing/tombstones.ts';
import { activeTwin, findMemory, findOfOwner, insertMemory, putValues, recordRevisions } from './memory-rows.ts';

/** The only way to change memories; must be called inside a write unit. Errors as MemoryStore.write. */
export function applyChange(engine: Engine, characterNo: number, change: MemoryChange, by: Recorder): ChangeOutcome {
  return applyTo(new CharacterMemories(engine, characterNo, by), change);
}

/** The memories of a character in a write unit. */
class CharacterMemories implements ChangedMemories<MemoryRecord> {
  readonly #engine: Engine;
  readonly #characterNo: number;
  readonly by: Recorder;

  constructor(engine: Engine, characterNo: number, by: Recorder) {
    this.#engine = engine;
    this.#characterNo = characterNo;
    this.by = by;
  }

  get ownerId(): string {
    return ownerOf(this.#engine.db, this.#characterNo);
  }

  find(memoryId: string): MemoryRecord | undefined {
    return findMemory(this.#engine.db, this.#characterNo, memoryId);
  }

  holding(memoryId: string): Standing | undefined {
    const row = findOfOwner(this.#engine.db, this.#characterNo, memoryId);
    return row && { ...standingOf(row), isElsewhere: row.character_no !== this.#characterNo };
  }

  active(key: Buffer): MemoryRecord | undefined {
    return activeTwin(this.#engine.db, this.#characterNo, key);
  }

  shown(row: MemoryRecord): Memory {
    return toMemory(row);
  }

  standing(row: MemoryRecord): StandingMemory {
    const { id, state, revision } = row;
    return { id, state, revision, ...valuesOf(row) };
  }

  category(name: string | undefined): CategoryRow {
    return chosenCategory(this.#engine.db, this.#characterNo, name);
  }

  requireUnerased(memory: Pick<NewMemory, 'content' | 'source'>): void {
    requireUnerased(this.#engine.db, this.#characterNo, memory, this.by);
  }

  insert(memory: NewMemory, to: { key: Buffer; categoryNo: number }): MemoryRecord {
    const waits = judgedFor(this.by, this.ownerId, memory.source.kind);
    const row = newRow(memory, { no: 0, characterNo: this.#characterNo, ...to, now: this.by.now, waits });
    insertMemory(this.#engine.db, row);
    return this.#asStored(row.id);
  }

  put(
    { no, id, revision }: MemoryRecord,
    values: MemoryValues,
    { key, categoryNo, isNewText }: { key: Buffer; categoryNo: number; isNewText: boolean },
  ): MemoryRecord {
    const { db, hooks } = this.#engine;
    putValues(db, no, values, { categoryNo, key, state: 'ACTIVE', revision: revision + 1, now: this.by.now });
    if (isNewText) db.run('UPDATE memories SET to_judge = ? WHERE no = ?', judgedFor(this.by, this.ownerId), no);
    hooks.onMemoryChanged(db, no, this.by.now);
    return this.#asStored(id);
  }

  setState({ no, id }: MemoryRecord, state: Memory['state']): MemoryRecord {
    const sql = 'UPDATE memories SET state = ?, revision = revision + 1, updated_at = ? WHERE no = ?';
    this.#engine.db.run(sql, state, this.by.now, no);
    return this.#asStored(id);
  }

  remove({ no, id }: MemoryRecord): MemoryRecord {
    removeMemories(this.#engine, this.#characterNo, [no], this.by);
    return this.#asStored(id);
  }

  index(row: MemoryRecord): void {
    this.#engine.index.add(indexed(row));
  }

  reindex(row: MemoryRecord): void {
    reindex(this.#engine, row);
    dropEmbeddings(this.#engine.db, [row.no]);
  }

  countStored(): void {
    adjustMemoryCount(this.#engine, this.#characterNo, 1, this.by.now);
  }

  /** Writes and returns the revision of a memory's new state. */
  recorded(row: MemoryRecord, changeType: ChangeType, wordsOf = this.by.wordsOf): ChangeOutcome {
    const { no, revision } = row;
    const values = revisionColumns.map((column) => row[column]);
    recordRevisions(
      this.#engine.db,
      { ...this.by, wordsOf },
      stateOfOne,
      ...[this.#characterNo, no, revision, changeType, ...values],
    );
    this.by.changes.note(changeType, [no]);
    return outcomeOf(changeType, this.shown(row));
  }

  #asStored(memoryId: string): MemoryRecord {
    return requireStored(this.find(memoryId), memoryId);
  }
}

/** Moves the active memories of a category, each with a revision; the index does not depend on the category. */
export function moveMemories({ db }: Engine, fromCategoryNo: number, target: CategoryRow, by: Recorder): void {
  const moved = db.all<{ no: number }>(
    `SELECT no FROM memories WHERE category_no = ? AND state = 'ACTIVE' ORDER BY no`,
    fromCategoryNo,
  );
  by.changes.note(
    'UPDATED',
    moved.map(({ no }) => no),
  );
  recordRevisions(
    db,
    by,
    `SELECT character_no, no, revision + 1, 'UPDATED', ${revisedFrom('?')}
     FROM memories WHERE category_no = ? AND state = 'ACTIVE'`,
    target.name,
    fromCategoryNo,
  );
  db.run(
    `UPDATE memories SET category_no = ?, revision = revision + 1, updated_at = ?
     WHERE category_no = ? AND state = 'ACTIVE'`,
    target.no,
    by.now,
    fromCategoryNo,
  );
}

/** Deletes active memories, each with a revision, in few statements. `discardSegment`: see `SearchIndex.remove`. */
export function removeMemories(
  engine: Engine,
  characterNo: number,
  memoryNos: readonly number[],
  by: Recorder,
  discardSegment?: (segment: number) => void,
): void {
  const { db, index } = engine;
  if (memoryNos.length === 0) return;
  const list = JSON.stringify(memoryNos);
  db.run(
    `UPDATE memories SET state = 'DELETED', revision = revision + 1, updated_at = ?
     WHERE no IN (SELECT value FROM json_each(?))`,
    by.now,
    list,
  );
  recordRevisions(
    db,
    by,
    `SELECT memories.character_no, memories.no, revision, 'DELETED', ${revisedFrom()}
     FROM memories CROSS JOIN categories ON categories.no = category_no
     WHERE memories.no IN (SELECT value FROM json_each(?))`,
    list,
  );
  by.changes.note('DELETED', memoryNos);
  index.remove(characterNo, memoryNos, discardSegment);
  dropEmbeddings(db, memoryNos);
  adjustMemoryCount(engine, characterNo, -memoryNos.length);
}

/** Updates the character's count of active memories; `storedAt` (ms) when some were stored. */
export function adjustMemoryCount({ db }: Engine, characterNo: number, step: number, storedAt?: number): void {
  db.run(
    `UPDATE characters SET memory_count = memory_count + @step,
       last_memory_at = CASE WHEN memory_count + @step = 0 THEN NULL ELSE max(coalesce(last_memory_at, 0), @storedAt) END
     WHERE no = @characterNo`,
    { step, storedAt: storedAt ?? 0, characterNo },
  );
}

/** Indexes or reindexes a memory. */
export function reindex({ db, index }: Engine, row: IndexedRow): void {
  index.reindex(indexed(row));
  db.run('UPDATE memories SET index_version = ? WHERE no = ?', INDEX_VERSION, row.no);
}

const stateOfOne = `SELECT ?, ?, ?, ?, ${revisionColumns.map(() => '?').join(', ')}`;
