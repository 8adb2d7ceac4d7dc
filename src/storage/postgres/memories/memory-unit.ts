import { unlessErased } from '../../../domain/erasure.ts';
import type { Standing } from '../../../domain/holding.ts';
import { judgedFor } from '../../../domain/judging.ts';
import type {
  Author,
  ChangeOutcome,
  ChangeType,
  Memory,
  MemoryChange,
  MemoryValues,
  NewMemory,
} from '../../../domain/memory.ts';
import { revisedColumns } from '../../../domain/memory-fields.ts';
import { outcomeOf, type StandingMemory } from '../../../domain/memory-rules.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import { add, applyChange, type ChangedMemories } from '../../rows/changed-memories.ts';
import type { CategoryRow } from '../../rows/characters.ts';
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
export class MemoryUnit implements ChangedMemories<StoredMemory> {
  readonly q: Unit;
  /** The author of the next change. */
  by: Author;
  readonly place: Place;
  readonly characterId: string;
  readonly character: LockedCharacter;
  readonly categories: Categories;
  readonly memories: MemorySet;
  readonly indexWriter: IndexWriter;
  readonly #audit: MemoryAuditWriter;
  readonly #state: CharacterState;
  readonly #writes: UnitWrites;
  readonly #staged: StagedMemories | undefined;
  readonly tombstones: Tombstones;
  /** The active memories that `addAll` has added, which it puts into the index at once. */
  #added: StoredMemory[] | undefined;

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
    this.indexWriter = new IndexWriter(q, place.characterNo, state, analyses);
    const withVectors = engine.withoutVectors === undefined;
    this.#writes = new UnitWrites({
      q,
      place,
      character,
      state,
      memories,
      index: this.indexWriter,
      staged,
      withVectors,
    });
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
    return applyChange(this, change);
  }

  get ownerId(): string {
    return this.character.owner_id;
  }

  find(memoryId: string): StoredMemory | undefined {
    return this.memories.meant(memoryId);
  }

  holding(memoryId: string): Standing | undefined {
    return this.memories.standing(memoryId);
  }

  active(key: Uint8Array): StoredMemory | undefined {
    return this.memories.active(key);
  }

  category(name: string | undefined): CategoryRow {
    return this.categories.chosen(name);
  }

  requireUnerased(memory: Pick<NewMemory, 'content' | 'source'>): void {
    this.tombstones.require(memory, this.by);
  }

  insert(memory: NewMemory, to: { key: Buffer; categoryNo: number }): StoredMemory {
    this.#state.last_memory_no += 1;
    const numbers = { no: this.#state.last_memory_no, characterNo: this.place.characterNo, ...to };
    const row = newStoredMemory(memory, { ...numbers, by: this.by, ownerId: this.ownerId });
    this.memories.add(row);
    this.memories.noteSuccessor(row);
    this.#writes.put(row);
    return row;
  }

  put(
    row: StoredMemory,
    values: MemoryValues,
    { key, categoryNo, isNewText }: { key: Buffer; categoryNo: number; isNewText: boolean },
  ): StoredMemory {
    this.memories.change(row, key, 'ACTIVE');
    for (const { field, ofMemory } of revisedColumns) {
      if (field !== 'category') Object.assign(row, { [ofMemory]: values[field] });
    }
    row.category_no = categoryNo;
    this.memories.noteSuccessor(row);
    if (isNewText) row.to_judge = judgedFor(this.by, this.ownerId);
    this.#touch(row);
    return row;
  }

  setState(row: StoredMemory, state: Memory['state']): StoredMemory {
    this.memories.change(row, row.content_key, state);
    this.#touch(row);
    return row;
  }

  remove(row: StoredMemory): StoredMemory {
    this.removeAll([row.no]);
    return row;
  }

  index(row: StoredMemory): void {
    if (this.#added) this.#added.push(row);
    else this.indexWriter.add(indexed(row));
  }

  reindex(row: StoredMemory): void {
    row.index_version = INDEX_VERSION;
    this.indexWriter.reindex(indexed(row));
    this.#writes.embedAgain(row);
  }

  countStored(): void {
    this.#writes.stored(this.by.now);
  }

  /** Adds many memories in one unit and writes their part of the index once. Undefined for an erased text. */
  addAll(memories: readonly NewMemory[]): (ChangeOutcome | undefined)[] {
    this.#added = [];
    const outcomes = memories.map((memory) => this.#adopt(memory) ?? unlessErased(() => add(this, memory)));
    this.indexWriter.append(this.#added.map(indexed));
    this.#added = undefined;
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
    return outcomeOf('CREATED', this.shown(row));
  }

  /** Deletes active memories, each with a revision. */
  removeAll(memoryNos: readonly number[]): void {
    const rows = memoryNos.map((no) => {
      const row = this.memories.byNo(no);
      if (!row) throw new Error(`memory ${no} was not read`);
      return row;
    });
    for (const row of rows) {
      this.recorded(this.setState(row, 'DELETED'), 'DELETED');
    }
    this.indexWriter.remove(memoryNos);
    this.#writes.deleted(rows);
  }

  #touch(row: StoredMemory): void {
    row.revision += 1;
    row.updated_at = this.by.now;
    this.#writes.put(row);
  }

  shown(row: StoredMemory): Memory {
    const category = this.categories.nameOf(row.category_no);
    return toMemory({ ...row, ...this.memories.places(row), category, character_id: this.characterId });
  }

  standing(row: StoredMemory): StandingMemory {
    const { id, state, revision } = row;
    return { id, state, revision, ...valuesOf({ ...row, category: this.categories.nameOf(row.category_no) }) };
  }

  recorded(row: StoredMemory, changeType: ChangeType, wordsOf = this.by.wordsOf): ChangeOutcome {
    const { no, revision } = row;
    const recorded = { no, revision, changeType, ...revisedRow(this.standing(row)), by: { ...this.by, wordsOf } };
    this.#writes.record(recorded);
    this.#audit.note(recorded);
    return outcomeOf(changeType, this.shown(row));
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
