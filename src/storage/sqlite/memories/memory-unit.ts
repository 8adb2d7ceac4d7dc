import { withConsequences } from '../../../domain/holding.ts';
import { isOwnersWord, judgedFor } from '../../../domain/judging.ts';
import type { ChangeOutcome, ChangeType, MemoryChange, MemoryFields, NewMemory } from '../../../domain/memory.ts';
import {
  additionOf,
  decideAddition,
  decideRestoration,
  decideUpdate,
  nothingToDo,
  outcomeOf,
  requireRevision,
  requireStored,
  requireUndeleted,
  requireUpdatable,
  restorationOf,
  updateOf,
} from '../../../domain/memory-rules.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import { contentKey } from '../../../text/content-key.ts';
import type { CategoryRow } from '../../rows/characters.ts';
import { type IndexedRow, indexed, type MemoryRecord, standingOf, toMemory } from '../../rows/memories.ts';
import { revisedFrom, revisionColumns, valuesOf } from '../../rows/memory-columns.ts';
import { newRow } from '../../rows/new-memory.ts';
import type { Recorder } from '../audit/record.ts';
import { chosenCategory, requireCategory } from '../characters/category-rows.ts';
import { ownerOf } from '../characters/character-rows.ts';
import { dropEmbeddings } from '../embeddings/embeddings.ts';
import type { Engine } from '../engine.ts';
import { requireUnerased } from '../erasing/tombstones.ts';
import { activeTwin, findMemory, findOfOwner, insertMemory, putValues, recordRevisions } from './memory-rows.ts';

/** The only way to change memories; must be called inside a write unit. Errors as MemoryStore.write. */
export function applyChange(engine: Engine, characterNo: number, change: MemoryChange, by: Recorder): ChangeOutcome {
  const find = (id: string) => {
    const row = findOfOwner(engine.db, characterNo, id);
    return row && { ...standingOf(row), isElsewhere: row.character_no !== characterNo };
  };
  const shown = (id: string) => toMemory(requireStored(findMemory(engine.db, characterNo, id), id));
  const apply = (one: MemoryChange) => applyOne(engine, characterNo, one, by);
  const mayRestate = ({ source }: NewMemory) => isOwnersWord(by, ownerOf(engine.db, characterNo), source.kind);
  return withConsequences(change, find, by.now, mayRestate, apply, shown);
}

function applyOne(engine: Engine, characterNo: number, change: MemoryChange, by: Recorder): ChangeOutcome {
  if (change.kind === 'add') return add(engine, characterNo, change.memory, by);
  const stored = findMemory(engine.db, characterNo, change.memoryId);
  switch (change.kind) {
    case 'update':
      return update(engine, requireUpdatable(stored, change), change, by);
    case 'delete':
      return remove(engine, requireUndeleted(stored, change.memoryId), by);
    case 'reject': {
      const row = requireStored(stored, change.memoryId);
      return row.state === 'PROPOSED' ? remove(engine, row, by) : nothingToDo(toMemory(row));
    }
    case 'restore':
      return restore(engine, requireStored(stored, change.memoryId), by);
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

function add(engine: Engine, characterNo: number, memory: NewMemory, by: Recorder): ChangeOutcome {
  const { db } = engine;
  const category = chosenCategory(db, characterNo, memory.category);
  const key = contentKey(memory.content);
  const { store, twin } = decideAddition(memory, activeTwin(db, characterNo, key), by);
  if (!store) return nothingToDo(toMemory(twin));
  requireUnerased(db, characterNo, store, by);
  const { changeType } = additionOf(store);
  const waits = judgedFor(by, ownerOf(db, characterNo), store.source.kind);
  const row = newRow(store, { no: 0, characterNo, categoryNo: category.no, now: by.now, waits });
  row.no = insertMemory(db, row);
  const said = { ...by, wordsOf: store.wordsOf ?? by.wordsOf };
  if (row.state !== 'ACTIVE') return recorded(engine, characterNo, row.id, changeType, said);
  engine.index.add(indexed(row));
  adjustMemoryCount(engine, characterNo, 1, by.now);
  return recorded(engine, characterNo, row.id, changeType, said);
}

function update(
  engine: Engine,
  row: MemoryRecord,
  { fields, expectedRevision }: { fields: MemoryFields; expectedRevision?: number | undefined },
  by: Recorder,
): ChangeOutcome {
  const { db } = engine;
  const { id, state, revision } = row;
  const stored = { id, state, revision, ...valuesOf(row) };
  requireRevision(stored, expectedRevision);
  const category = fields.category === undefined ? undefined : requireCategory(db, row.character_no, fields.category);
  const key = contentKey(fields.content ?? row.content);
  const twin = activeTwin(db, row.character_no, key);
  const values = decideUpdate(stored, { ...fields, category: category?.name }, twin);
  if (!values) return nothingToDo(toMemory(row));
  const { content } = values;
  if (content !== row.content) requireUnerased(db, row.character_no, { content, source: { kind: 'direct' } }, by);
  putValues(db, row.no, values, {
    categoryNo: category?.no ?? row.category_no,
    key,
    state: 'ACTIVE',
    revision: revision + 1,
    now: by.now,
  });
  if (content !== row.content || row.state !== 'ACTIVE') reindex(engine, { ...row, content });
  if (content !== row.content) {
    dropEmbeddings(db, [row.no]);
    const waits = judgedFor(by, ownerOf(db, row.character_no));
    db.run('UPDATE memories SET to_judge = ? WHERE no = ?', waits, row.no);
  }
  engine.hooks.onMemoryChanged(db, row.no, by.now);
  if (row.state !== 'ACTIVE') adjustMemoryCount(engine, row.character_no, 1, by.now);
  return recorded(engine, row.character_no, row.id, updateOf(stored, values, by.now), by);
}

function remove(engine: Engine, row: MemoryRecord, by: Recorder): ChangeOutcome {
  if (row.state === 'PROPOSED') {
    setState(engine, row, 'DELETED', by);
    return recorded(engine, row.character_no, row.id, 'REJECTED', by);
  }
  removeMemories(engine, row.character_no, [row.no], by);
  return outcomeOf('DELETED', toMemory(requireStored(findMemory(engine.db, row.character_no, row.id), row.id)));
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

function restore(engine: Engine, row: MemoryRecord, by: Recorder): ChangeOutcome {
  const twin = activeTwin(engine.db, row.character_no, contentKey(row.content));
  if (!decideRestoration({ ...row, ...valuesOf(row) }, twin)) return nothingToDo(toMemory(row));
  setState(engine, row, 'ACTIVE', by);
  reindex(engine, row);
  adjustMemoryCount(engine, row.character_no, 1, by.now);
  return recorded(engine, row.character_no, row.id, restorationOf(row), by);
}

function setState({ db }: Engine, row: MemoryRecord, state: MemoryRecord['state'], by: Recorder): void {
  db.run('UPDATE memories SET state = ?, revision = revision + 1, updated_at = ? WHERE no = ?', state, by.now, row.no);
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

/** Writes and returns the revision of a memory's new state. */
function recorded(
  engine: Engine,
  characterNo: number,
  memoryId: string,
  changeType: ChangeType,
  by: Recorder,
): ChangeOutcome {
  const row = requireStored(findMemory(engine.db, characterNo, memoryId), memoryId);
  recordRevisions(
    engine.db,
    by,
    stateOfOne,
    characterNo,
    row.no,
    row.revision,
    changeType,
    ...revisionColumns.map((column) => row[column]),
  );
  by.changes.note(changeType, [row.no]);
  return outcomeOf(changeType, toMemory(row));
}
