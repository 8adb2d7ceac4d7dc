import { categoryKey } from '../../../domain/category-rules.ts';
import type { Author, NewMemory } from '../../../domain/memory.ts';
import type { Analyses } from '../../../search/index/analyses.ts';
import { SEGMENT_PASSAGES } from '../../../search/index/postings.ts';
import { contentKey } from '../../../text/content-key.ts';
import { indexed } from '../../rows/memories.ts';
import { revisedRow, valuesOf } from '../../rows/memory-columns.ts';
import { categoryRows } from '../characters/category-rows.ts';
import { characterState, lockCharacter } from '../characters/character-rows.ts';
import type { Place } from '../directory.ts';
import type { Engine } from '../engine.ts';
import { Tombstones } from '../erasing/tombstones.ts';
import { IndexWriter } from '../search-index/index-writer.ts';
import type { NewTerms } from '../search-index/new-words.ts';
import type { Unit } from '../unit.ts';
import {
  keyText,
  newStoredMemory,
  putMemories,
  putRevisions,
  type StoredMemory,
  type StoredRevision,
} from './memory-rows.ts';

/** Up to this many additions and removals are made one by one; more get index segments of their own. */
export const fewChanges = 256;

/** Memories that a unit will add. */
export interface Arriving {
  memories: readonly NewMemory[];
  /** Names of categories that the unit creates if they are missing. */
  categories?: readonly string[];
  by: Author;
  analyses: Analyses;
}

interface Reserved {
  firstMemoryNo: number;
  lastSegment: number;
}

/** The keys of contents that are stored already. */
export const selectStoredKeys = `
  SELECT found.key FROM unnest($2::bytea[]) AS wanted (key) CROSS JOIN LATERAL (
    SELECT content_key AS key FROM memories
    WHERE character_no = $1 AND content_key = wanted.key AND state = 'ACTIVE' OFFSET 0) AS found`;

/**
 * Writes many memories, with their revisions and their part of the index, before their unit locks its character. They
 * are in the unit's own transaction, so nobody sees them and a failure leaves nothing; their numbers are reserved, so
 * no other writer waits. The unit then only has to activate them.
 */
export class Staging {
  readonly #place: Place;
  readonly #arriving: Arriving;
  readonly #reserved: Reserved;
  readonly #categoryOf: (name: string | undefined) => string | undefined;

  private constructor(
    place: Place,
    arriving: Arriving,
    reserved: Reserved,
    categoryOf: (name: string | undefined) => string | undefined,
  ) {
    this.#place = place;
    this.#arriving = arriving;
    this.#reserved = reserved;
    this.#categoryOf = categoryOf;
  }

  /** Undefined when there is little to write. CharacterNotFound; InvalidInput when it is archived. */
  static async prepare(
    { db }: Engine,
    place: Place,
    characterId: string,
    arriving: Arriving,
  ): Promise<Staging | undefined> {
    if (arriving.memories.length <= fewChanges) return undefined;
    const { tenantNo, characterNo } = place;
    const [rows, stored, erased] = await db.read(tenantNo, (q) =>
      Promise.all([
        categoryRows(q, characterNo),
        q.all<{ key: Uint8Array }>(
          selectStoredKeys,
          characterNo,
          arriving.memories.map(({ content }) => contentKey(content)),
        ),
        Tombstones.read(q, place),
      ]),
    );
    const seen = new Set(stored.map(({ key }) => keyText(key)));
    const names = new Map((arriving.categories ?? []).map((name) => [categoryKey(name), name]));
    for (const { name } of rows) names.set(categoryKey(name), name);
    const categoryOf = (name: string | undefined) =>
      name === undefined ? rows.find((row) => row.is_default === 1)?.name : names.get(categoryKey(name));
    const memories = arriving.memories.filter(({ content, category }) => {
      const key = keyText(contentKey(content));
      if (seen.has(key) || categoryOf(category) === undefined || erased.has(content)) return false;
      seen.add(key);
      return true;
    });
    if (memories.length <= fewChanges) return undefined;
    const chosen = { ...arriving, memories };
    const reserved = await db.write(tenantNo, (q) => reserve(q, place, characterId, chosen));
    return new Staging(place, chosen, reserved, categoryOf);
  }

  /** Writes them, before the unit locks its character. */
  async write(q: Unit): Promise<StagedMemories> {
    const { characterNo } = this.#place;
    const { memories, by, analyses } = this.#arriving;
    const staged = new StagedMemories();
    memories.forEach((memory, i) => {
      const no = this.#reserved.firstMemoryNo + i;
      const row = newStoredMemory(memory, { no, characterNo, categoryNo: 0, by });
      const said = { ...by, wordsOf: memory.wordsOf ?? by.wordsOf };
      staged.add(row, this.#categoryOf(memory.category) ?? '', said);
    });
    const rows = staged.all.map(({ row }) => row);
    const revisions = staged.all.map(({ revision }) => revision);
    const puts = [...putMemories(characterNo, rows, 'STAGED'), ...putRevisions(characterNo, revisions)];
    for (const { sql, values } of puts) q.send(sql, ...values);
    const counts = { recent_count: 0, last_segment: this.#reserved.lastSegment };
    const index = new IndexWriter(q, characterNo, counts, analyses);
    index.append(rows.map(indexed));
    staged.terms = await index.flushApart();
    return staged;
  }
}

/** Reserves numbers for the memories and their index segments. */
async function reserve(
  q: Unit,
  place: Place,
  characterId: string,
  { memories, analyses }: Arriving,
): Promise<Reserved> {
  const [, state] = await Promise.all([lockCharacter(q, place, characterId), characterState(q, place.characterNo)]);
  const passages = memories.reduce(
    (sum, memory) => sum + analyses.passages({ content: memory.content, said: memory.said ?? false }),
    0,
  );
  // Two consecutive segments never fit into one.
  const segments = 1 + Math.ceil((2 * passages) / SEGMENT_PASSAGES);
  q.send(
    `UPDATE character_states SET last_memory_no = last_memory_no + $2::int, last_segment = last_segment + $3::int
     WHERE character_no = $1`,
    place.characterNo,
    memories.length,
    segments,
  );
  return { firstMemoryNo: state.last_memory_no + 1, lastSegment: state.last_segment };
}

interface StagedMemory {
  row: StoredMemory;
  /** The name of its category at that revision. */
  category: string;
  revision: StoredRevision;
}

/** The staged memories, and their activation in the unit. */
export class StagedMemories {
  /** The words of their part of the index. */
  terms: NewTerms = new Map();
  readonly #byId = new Map<string, StagedMemory>();
  readonly #adopted = new Map<number, StagedMemory>();

  add(row: StoredMemory, category: string, by: Author): void {
    const { no, revision } = row;
    const values = revisedRow(valuesOf({ ...row, category }));
    const revision1 = { no, revision, changeType: 'CREATED' as const, ...values, by };
    this.#byId.set(row.id, { row, category, revision: revision1 });
  }

  get all(): StagedMemory[] {
    return [...this.#byId.values()];
  }

  get numbers(): number[] {
    return this.all.map(({ row }) => row.no);
  }

  find(memoryId: string): StagedMemory | undefined {
    return this.#byId.get(memoryId.toLowerCase());
  }

  adopt(one: StagedMemory): void {
    this.#adopted.set(one.row.no, one);
  }

  get adopted(): StagedMemory[] {
    return [...this.#adopted.values()];
  }

  /** The first revision of an adopted one. */
  revision(memoryNo: number): StoredRevision | undefined {
    return this.#adopted.get(memoryNo)?.revision;
  }

  /** Activates the adopted ones and removes the others; returns the numbers of these. */
  flush(q: Unit, characterNo: number): number[] {
    const left = this.all.filter(({ row }) => !this.#adopted.has(row.no)).map(({ row }) => row.no);
    if (left.length > 0) {
      q.send('DELETE FROM memories WHERE character_no = $1 AND no = ANY($2::int[])', characterNo, left);
      q.send('DELETE FROM revisions WHERE character_no = $1 AND memory_no = ANY($2::int[])', characterNo, left);
    }
    const byCategory = new Map<number, number[]>();
    for (const { row } of this.adopted) {
      const others = byCategory.get(row.category_no);
      if (others) others.push(row.no);
      else byCategory.set(row.category_no, [row.no]);
    }
    for (const [categoryNo, nos] of byCategory) {
      q.send(
        `UPDATE memories SET state = 'ACTIVE', category_no = $3 WHERE character_no = $1 AND no = ANY($2::int[])`,
        characterNo,
        nos,
        categoryNo,
      );
    }
    return left;
  }
}
