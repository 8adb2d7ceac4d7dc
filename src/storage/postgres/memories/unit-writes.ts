import type { Author } from '../../../domain/memory.ts';
import type { Analyses } from '../../../search/index/analyses.ts';
import { type CharacterState, type LockedCharacter, putCounters } from '../characters/character-rows.ts';
import type { Place } from '../directory.ts';
import type { Engine } from '../engine.ts';
import type { IndexWriter } from '../search-index/index-writer.ts';
import type { Unit } from '../unit.ts';
import {
  dropVectors,
  proofOf,
  putMemories,
  putRevisions,
  type StoredMemory,
  type StoredRevision,
} from './memory-rows.ts';
import type { MemorySet, Wanted } from './memory-set.ts';
import type { StagedMemories } from './staging.ts';

/** Later than any model: a memory without embedding. */
const waitsForNone = 2_147_483_647;

/** The input of a unit on a character's memories. */
export interface UnitStart {
  engine: Engine;
  q: Unit;
  place: Place;
  characterId: string;
  by: Author;
  analyses: Analyses;
  /** The memories that the unit will read, if known in advance. */
  wanted?: Wanted;
  /** Memories that it may activate. */
  staged?: StagedMemories | undefined;
}

/** The character and caller of a unit's writes. */
interface WritesOf {
  q: Unit;
  place: Place;
  character: LockedCharacter;
  state: CharacterState;
  memories: MemorySet;
  index: IndexWriter;
  staged: StagedMemories | undefined;
  withVectors: boolean;
}

/** The writes of a unit on a character's memories, collected until its end. */
export class UnitWrites {
  readonly #of: WritesOf;
  readonly #changed = new Set<StoredMemory>();
  readonly #revisions: StoredRevision[] = [];
  /** Memories whose embedding, if any, is outdated. */
  readonly #reembedded = new Set<number>();
  #waitsForModel = false;

  constructor(of: WritesOf) {
    this.#of = of;
  }

  /** A new or changed memory. */
  put(row: StoredMemory): void {
    this.#changed.add(row);
  }

  record(revision: StoredRevision): void {
    this.#revisions.push(revision);
  }

  /** The revision that this unit has made of a memory. */
  revision(memoryNo: number, revision: number): StoredRevision | undefined {
    return this.#revisions.find((one) => one.no === memoryNo && one.revision === revision);
  }

  /** One more active memory, stored at `storedAt` (ms); it waits for the model. */
  stored(storedAt: number): void {
    this.#waitsForModel = true;
    this.#count(1, storedAt);
  }

  deleted(rows: readonly StoredMemory[]): void {
    for (const row of rows) this.#dropEmbedding(row, waitsForNone);
    this.#count(-rows.length);
  }

  /** A memory whose text has changed since its embedding. */
  embedAgain(row: StoredMemory): void {
    this.#dropEmbedding(row, 0);
    this.#waitsForModel = true;
  }

  #dropEmbedding(row: StoredMemory, model: number): void {
    row.embedded_model = model;
    this.#reembedded.add(row.no);
  }

  /** Updates the character's count of active memories; `storedAt` (ms) when some were stored. */
  #count(step: number, storedAt = 0): void {
    const { character } = this.#of;
    character.memory_count += step;
    character.last_memory_at = character.memory_count === 0 ? null : Math.max(character.last_memory_at ?? 0, storedAt);
  }

  /** Writes everything; must be the last call on memories in a unit. */
  async flush(): Promise<void> {
    const { q, character, state, memories, index, staged, withVectors } = this.#of;
    const { tenantNo, characterNo } = this.#of.place;
    const last = this.#revisions.at(-1) ?? staged?.adopted.at(-1)?.revision;
    if (staged) {
      index.remove(staged.flush(q, characterNo));
      index.join(staged.terms);
    }
    const rows = [...this.#changed];
    const puts = [...putMemories(characterNo, rows), ...putRevisions(characterNo, this.#revisions)];
    if (last) {
      clearMovingTexts(q, characterNo, rows, memories);
      // Many rows are sent while the index is computed; few go in one statement with the rest.
      if (puts.length > 2) for (const { sql, values } of puts.splice(0)) q.send(sql, ...values);
      q.proof = proofOf(characterNo, memories.byNo(last.no)?.id, last);
      if (withVectors) dropVectors(q, characterNo, [...this.#reembedded]);
    }
    const { counts, recent, ...moved } = await index.flush();
    const waitsForModel = this.#waitsForModel;
    const counters = putCounters(characterNo, { ...state, ...counts, ...moved, waitsForModel });
    q.sendTogether([...puts, ...recent, counters]);
    if (last) {
      q.send(
        'UPDATE characters SET memory_count = $3, last_memory_at = $4 WHERE tenant_no = $1 AND no = $2',
        ...[tenantNo, characterNo, character.memory_count, character.last_memory_at],
      );
    }
  }
}

/**
 * Texts that move from one memory to another within the unit. The unique index would refuse the new one while the old
 * one still has the text.
 */
function clearMovingTexts(q: Unit, characterNo: number, rows: readonly StoredMemory[], memories: MemorySet): void {
  if (!rows.some((row) => memories.isInTheWay(row))) return;
  q.send(
    `UPDATE memories SET state = 'CHANGING' WHERE character_no = $1 AND no = ANY($2::int[])`,
    characterNo,
    rows.map(({ no }) => no),
  );
}
