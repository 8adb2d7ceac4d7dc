import { type Standing, withConsequences } from '../../domain/holding.ts';
import { isOwnersWord } from '../../domain/judging.ts';
import type {
  Author,
  ChangeOutcome,
  ChangeType,
  Memory,
  MemoryChange,
  MemoryValues,
  NewMemory,
} from '../../domain/memory.ts';
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
  type StandingMemory,
  updateOf,
} from '../../domain/memory-rules.ts';
import { contentKey } from '../../text/content-key.ts';
import type { MemoryRow } from './memories.ts';

/**
 * The memories of one character in a write unit of an engine, for one author. All methods answer at once: SQLite asks
 * its file, PostgreSQL has read before what the changes may touch, and writes at the end of the unit.
 */
export interface ChangedMemories<Row extends MemoryRow> {
  readonly by: Author;
  readonly ownerId: string;
  /** The memory that a caller means by this id, in any state. */
  find(memoryId: string): Row | undefined;
  /** What decides whether a memory holds. */
  holding(memoryId: string): Standing | undefined;
  /** The active memory with a content. */
  active(key: Buffer): Row | undefined;
  shown(row: Row): Memory;
  standing(row: Row): StandingMemory;
  /** The category of that name, or the default one when none is named. CategoryNotConfigured. */
  category(name: string | undefined): { no: number; name: string };
  /** ErasedText, unless a person stores it again. */
  requireUnerased(memory: Pick<NewMemory, 'content' | 'source'>): void;
  insert(memory: NewMemory, to: { key: Buffer; categoryNo: number }): Row;
  /** Gives it values, its next revision and the state ACTIVE; returns it as it is now, like the methods below. */
  put(row: Row, values: MemoryValues, to: { key: Buffer; categoryNo: number; isNewText: boolean }): Row;
  /** Gives it a state and its next revision. */
  setState(row: Row, state: Memory['state']): Row;
  /** Deletes an active memory, with its revision. */
  remove(row: Row): Row;
  /** Puts a new active memory into the index. */
  index(row: Row): void;
  /** Replaces what the index and the vectors have of an active memory. */
  reindex(row: Row): void;
  /** Counts one more active memory. */
  countStored(): void;
  /** Writes the revision of a memory's new state. */
  recorded(row: Row, changeType: ChangeType, wordsOf?: string): ChangeOutcome;
}

/** Applies a change and what follows from it for other memories. Errors as MemoryStore.write. */
export function applyChange<Row extends MemoryRow>(
  memories: ChangedMemories<Row>,
  change: MemoryChange,
): ChangeOutcome {
  const shown = (id: string) => memories.shown(requireStored(memories.find(id), id));
  const mayRestate = ({ source }: NewMemory) => isOwnersWord(memories.by, memories.ownerId, source.kind);
  const holding = (id: string) => memories.holding(id);
  return withConsequences(change, holding, memories.by.now, mayRestate, (one) => applyOne(memories, one), shown);
}

function applyOne<Row extends MemoryRow>(memories: ChangedMemories<Row>, change: MemoryChange): ChangeOutcome {
  if (change.kind === 'add') return add(memories, change.memory);
  const stored = memories.find(change.memoryId);
  switch (change.kind) {
    case 'update':
      return update(memories, requireUpdatable(stored, change), change);
    case 'delete':
      return remove(memories, requireUndeleted(stored, change.memoryId));
    case 'reject': {
      const row = requireStored(stored, change.memoryId);
      return row.state === 'PROPOSED' ? remove(memories, row) : nothingToDo(memories.shown(row));
    }
    case 'restore':
      return restore(memories, requireStored(stored, change.memoryId), change);
  }
}

/** Adds a memory, which ends no other. */
export function add<Row extends MemoryRow>(memories: ChangedMemories<Row>, memory: NewMemory): ChangeOutcome {
  const category = memories.category(memory.category);
  const key = contentKey(memory.content);
  const { store, twin } = decideAddition(memory, memories.active(key), memories.by);
  if (!store) return nothingToDo(memories.shown(twin));
  memories.requireUnerased(store);
  const row = memories.insert(store, { key, categoryNo: category.no });
  const { state, changeType } = additionOf(store);
  if (state === 'ACTIVE') {
    memories.index(row);
    memories.countStored();
  }
  return memories.recorded(row, changeType, store.wordsOf);
}

function update<Row extends MemoryRow>(
  memories: ChangedMemories<Row>,
  row: Row,
  { fields, expectedRevision, isNoted }: Extract<MemoryChange, { kind: 'update' }>,
): ChangeOutcome {
  const stored = memories.standing(row);
  requireRevision(stored, expectedRevision);
  const category = fields.category === undefined ? undefined : memories.category(fields.category);
  const key = contentKey(fields.content ?? row.content);
  const values = decideUpdate(stored, { ...fields, category: category?.name }, memories.active(key), isNoted);
  if (!values) return nothingToDo(memories.shown(row));
  const { content } = values;
  const isNewText = content !== row.content;
  if (isNewText) memories.requireUnerased({ content, source: { kind: 'direct' } });
  const changed = memories.put(row, values, { key, categoryNo: category?.no ?? row.category_no, isNewText });
  const isRevived = stored.state !== 'ACTIVE';
  if (isNewText || isRevived) memories.reindex(changed);
  if (isRevived) memories.countStored();
  return memories.recorded(changed, updateOf(stored, values, memories.by.now));
}

function remove<Row extends MemoryRow>(memories: ChangedMemories<Row>, row: Row): ChangeOutcome {
  if (row.state !== 'PROPOSED') return outcomeOf('DELETED', memories.shown(memories.remove(row)));
  return memories.recorded(memories.setState(row, 'DELETED'), 'REJECTED');
}

function restore<Row extends MemoryRow>(
  memories: ChangedMemories<Row>,
  row: Row,
  { asProposal }: Extract<MemoryChange, { kind: 'restore' }>,
): ChangeOutcome {
  if (asProposal) {
    if (row.state === 'PROPOSED') return nothingToDo(memories.shown(row));
    const deleted = row.state === 'ACTIVE' ? memories.remove(row) : row;
    return memories.recorded(memories.setState(deleted, 'PROPOSED'), 'PROPOSED');
  }
  const twin = memories.active(contentKey(row.content));
  if (!decideRestoration(memories.standing(row), twin)) return nothingToDo(memories.shown(row));
  const changeType = restorationOf(row);
  const restored = memories.setState(row, 'ACTIVE');
  memories.reindex(restored);
  memories.countStored();
  return memories.recorded(restored, changeType);
}
