import { unlessErased } from '../../../domain/erasure.ts';
import { withConsequences } from '../../../domain/holding.ts';
import { isOwnersWord, judgedFor } from '../../../domain/judging.ts';
import type { Author, ChangeOutcome, ChangeType, MemoryChange, NewMemory } from '../../../domain/memory.ts';
import { revisedColumns } from '../../../domain/memory-fields.ts';
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
import { indexed, toMemory } from '../../rows/memories.ts';
import { revisedRow, valuesOf } from '../../rows/memory-columns.ts';
import { AuditWriter, MemoryAuditWriter, type MoreDone } from '../audit/record.ts';
import { Categories } from '../characters/category-rows.ts';
import {
  type CharacterState,
  type LockedCharacter,
  lockCharacter,
  stateAndCategories,
} from '../characters/character-rows.ts';
import type { Place } from '../directory.ts';
import { Tombstones } from '../erasing/tombstones.ts';
import { IndexWriter } from '../search-index/index-writer.ts';
import type { Unit } from '../unit.ts';
import { newStoredMemory, type StoredMemory, type StoredRevision } from './memory-rows.ts';
import { MemorySet } from './memory-set.ts';
import type { StagedMemories } from './staging.ts';
import { type UnitStart, UnitWrites } from './unit-writes.ts';

/**
 * The only way to change memories. A unit locks its character, reads everything that its changes may touch, decides
 * with the rules of the domain, and writes everything at its end: two or three round trips for any number of changes.
 */
export class MemoryUnit {
  readonly q: Unit;
  /** The author of the next change. */
  by: Author;
  readonly place: Place;
  readonly characterId: string;
  readonly character: LockedCharacter;
  readonly categories: Categories;
  readonly memories: MemorySet;
  readonly index: IndexWriter;
  readonly #audit: MemoryAuditWriter;
  readonly #state: CharacterState;
  readonly #writes: UnitWrites;
  readonly #staged: StagedMemories | undefined;
  readonly tombstones: Tombstones;

  private constructor(
    { engine, q, place, characterId, by, analyses, staged }: UnitStart,
    read: {
      character: LockedCharacter;
      state: CharacterState;
      categories: Categories;
      memories: MemorySet;
      tombstones: Tombstones;
    },
    audit: AuditWriter,
  ) {
    this.q = q;
    this.by = by;
    this.place = place;
    this.characterId = characterId;
    const { character, state, categories, memories, tombstones } = read;
    this.character = character;
    this.categories = categories;
    this.memories = memories;
    this.tombstones = tombstones;
    this.#state = state;
    this.#audit = new MemoryAuditWriter(audit, character, memories);
    this.#staged = staged;
    this.index = new IndexWriter(q, place.characterNo, state, analyses);
    const withVectors = engine.withoutVectors === undefined;
    this.#writes = new UnitWrites({ q, place, character, state, memories, index: this.index, staged, withVectors });
  }

  /** CharacterNotFound; InvalidInput when it is archived. */
  static async begin(start: UnitStart): Promise<MemoryUnit> {
    const { q, place, characterId, wanted, staged, by } = start;
    const memories = new MemorySet(q, place.characterNo);
    const locked = lockCharacter(q, place, characterId);
    // Checked after locking: access may have changed during the wait.
    const audit = new AuditWriter(q, place.tenantNo, place.scope, by.now, place.characterNo);
    const [character, { state, categories }, tombstones] = await Promise.all([
      locked,
      stateAndCategories(q, place.characterNo),
      Tombstones.read(q, place),
      wanted && memories.read(wanted),
      staged && memories.readTwins(staged.numbers),
    ]);
    const read = { character, state, categories: new Categories(categories), memories, tombstones };
    return new MemoryUnit(start, read, audit);
  }

  /** A new number for a category, file or piece of the character. */
  nextNo(): number {
    this.#state.last_no += 1;
    return this.#state.last_no;
  }

  /** Errors as MemoryStore.write. The memories of the change must have been read. */
  apply(change: MemoryChange): ChangeOutcome {
    const shown = (id: string) => this.#shown(requireStored(this.memories.byId(id), id));
    const mayRestate = ({ source }: NewMemory) => isOwnersWord(this.by, this.character.owner_id, source.kind);
    return withConsequences(change, this.memories.standing, this.by.now, mayRestate, (one) => this.#apply(one), shown);
  }

  #apply(change: MemoryChange): ChangeOutcome {
    if (change.kind === 'add') return this.#add(change.memory);
    const stored = this.memories.meant(change.memoryId);
    switch (change.kind) {
      case 'update':
        return this.#update(requireUpdatable(stored, change), change);
      case 'delete':
        return this.#delete(requireUndeleted(stored, change.memoryId));
      case 'reject': {
        const row = requireStored(stored, change.memoryId);
        return row.state === 'PROPOSED' ? this.#delete(row) : nothingToDo(this.#shown(row));
      }
      case 'restore':
        return this.#restore(requireStored(stored, change.memoryId));
    }
  }

  /** @param isIndexed whether the caller itself puts the memory into the index */
  #add(memory: NewMemory, isIndexed = false): ChangeOutcome {
    const category = this.categories.chosen(memory.category);
    const key = contentKey(memory.content);
    const { store, twin } = decideAddition(memory, this.memories.active(key), this.by);
    if (!store) return nothingToDo(this.#shown(twin));
    this.tombstones.require(store, this.by);
    this.#state.last_memory_no += 1;
    const numbers = { no: this.#state.last_memory_no, characterNo: this.place.characterNo, categoryNo: category.no };
    const row = newStoredMemory(store, { ...numbers, by: this.by, ownerId: this.character.owner_id });
    this.memories.add(row);
    this.#writes.put(row);
    const { state, changeType } = additionOf(store);
    if (state !== 'ACTIVE') return this.#recorded(row, changeType, store.wordsOf);
    if (!isIndexed) this.index.add(indexed(row));
    this.#writes.stored(this.by.now);
    return this.#recorded(row, changeType, store.wordsOf);
  }

  /** Adds many memories in one unit and writes their part of the index once. Undefined for an erased text. */
  addAll(memories: readonly NewMemory[]): (ChangeOutcome | undefined)[] {
    const added: string[] = [];
    const outcomes = memories.map((memory) => {
      const adopted = this.#adopt(memory);
      if (adopted) return adopted;
      const outcome = unlessErased(() => this.#add(memory, true));
      if (outcome?.operation === 'ADD') added.push(memory.id);
      return outcome;
    });
    this.index.append(added.map((id) => indexed(this.memories.byId(id)!)));
    return outcomes;
  }

  /** Whether a memory was staged: then its twin need not be read. */
  isStaged = ({ id }: NewMemory): boolean => this.#staged?.find(id) !== undefined;

  /** Activates a staged memory. Undefined if the memory was not staged or its state has changed since. */
  #adopt(memory: NewMemory): ChangeOutcome | undefined {
    const found = this.#staged?.find(memory.id);
    if (!found) return undefined;
    const { row } = found;
    const category = this.categories.chosen(memory.category);
    const isSame = category.name === found.category && row.source_file === (memory.source.fileId ?? null);
    if (!isSame || this.memories.active(row.content_key) || this.memories.isInTheWay(row)) return undefined;
    row.category_no = category.no;
    this.#staged?.adopt(found);
    this.#audit.note(found.revision);
    this.memories.add(row);
    this.#writes.stored(this.by.now);
    return outcomeOf('CREATED', this.#shown(row));
  }

  #update(row: StoredMemory, { fields, expectedRevision }: Extract<MemoryChange, { kind: 'update' }>): ChangeOutcome {
    const stored = this.#standing(row);
    requireRevision(stored, expectedRevision);
    const category = fields.category === undefined ? undefined : this.categories.require(fields.category);
    const key = fields.content === undefined ? row.content_key : contentKey(fields.content);
    const values = decideUpdate(stored, { ...fields, category: category?.name }, this.memories.active(key));
    if (!values) return nothingToDo(this.#shown(row));
    const isNewText = values.content !== row.content;
    if (isNewText) this.tombstones.require({ content: values.content, source: { kind: 'direct' } }, this.by);
    const changeType = updateOf(stored, values, this.by.now);
    this.memories.change(row, key, 'ACTIVE');
    for (const { field, ofMemory } of revisedColumns) {
      if (field !== 'category') Object.assign(row, { [ofMemory]: values[field] });
    }
    row.category_no = category?.no ?? row.category_no;
    this.memories.noteSuccessor(row);
    if (isNewText) row.to_judge = judgedFor(this.by, this.character.owner_id);
    this.#touch(row);
    const isRevived = stored.state !== 'ACTIVE';
    if (isNewText || isRevived) {
      this.#reindex(row);
      this.#writes.embedAgain(row);
    }
    if (isRevived) this.#writes.stored(this.by.now);
    return this.#recorded(row, changeType);
  }

  #restore(row: StoredMemory): ChangeOutcome {
    if (!decideRestoration(this.#standing(row), this.memories.active(row.content_key)))
      return nothingToDo(this.#shown(row));
    const changeType = restorationOf(row);
    this.memories.change(row, row.content_key, 'ACTIVE');
    this.#touch(row);
    this.#reindex(row);
    this.#writes.embedAgain(row);
    this.#writes.stored(this.by.now);
    return this.#recorded(row, changeType);
  }

  #delete(row: StoredMemory): ChangeOutcome {
    if (row.state !== 'PROPOSED') {
      this.remove([row.no]);
      return outcomeOf('DELETED', this.#shown(row));
    }
    this.memories.change(row, row.content_key, 'DELETED');
    this.#touch(row);
    return this.#recorded(row, 'REJECTED');
  }

  /** Deletes active memories, each with a revision. */
  remove(memoryNos: readonly number[]): void {
    const rows = memoryNos.map((no) => {
      const row = this.memories.byNo(no);
      if (!row) throw new Error(`memory ${no} was not read`);
      return row;
    });
    for (const row of rows) {
      this.memories.change(row, row.content_key, 'DELETED');
      this.#touch(row);
      this.#recorded(row, 'DELETED');
    }
    this.index.remove(memoryNos);
    this.#writes.deleted(rows);
  }

  #reindex(row: StoredMemory): void {
    row.index_version = INDEX_VERSION;
    this.index.reindex(indexed(row));
  }

  #touch(row: StoredMemory): void {
    row.revision += 1;
    row.updated_at = this.by.now;
    this.#writes.put(row);
  }

  #shown(row: StoredMemory) {
    const category = this.categories.nameOf(row.category_no);
    return toMemory({ ...row, ...this.memories.places(row), category, character_id: this.characterId });
  }

  #standing(row: StoredMemory) {
    const { id, state, revision } = row;
    return { id, state, revision, ...valuesOf({ ...row, category: this.categories.nameOf(row.category_no) }) };
  }

  #recorded(row: StoredMemory, changeType: ChangeType, wordsOf = this.by.wordsOf): ChangeOutcome {
    const { no, revision } = row;
    const recorded = { no, revision, changeType, ...revisedRow(this.#standing(row)), by: { ...this.by, wordsOf } };
    this.#writes.record(recorded);
    this.#audit.note(recorded);
    return outcomeOf(changeType, this.#shown(row));
  }

  /** The revision that this unit has made of a memory. */
  revision(memoryNo: number, revision: number): StoredRevision | undefined {
    const made = this.#writes.revision(memoryNo, revision);
    return made ?? (revision === 1 ? this.#staged?.revision(memoryNo) : undefined);
  }

  /** The audit line of a call, by default of the only call of the unit: the changes since the last line. */
  writeAudit(more: MoreDone = {}, scope = this.place.scope): Promise<void> {
    return this.#audit.write(scope, this.by.now, more);
  }

  /** Writes everything; must be the last call on memories in a unit. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }
}
