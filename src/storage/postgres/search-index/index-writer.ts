import type { Analyses } from '../../../search/index/analyses.ts';
import { Gathering } from '../../../search/index/gathering.ts';
import type { IndexEntry, IndexedMemory } from '../../../search/index/indexed-memory.ts';
import { packMemory, unpackMemory } from '../../../search/index/recent-memories.ts';
import type { Segment } from '../../../search/index/segments.ts';
import { takeDistantSteps } from '../../../search/index/steps.ts';
import { type IndexChange, type IndexTables, type UpdatePolicy, updateIndex } from '../../../search/index/update.ts';
import type { CharacterState } from '../characters/character-rows.ts';
import type { SqlStatement, Unit } from '../unit.ts';
import type { NewTerms } from './new-words.ts';
import { SegmentSet } from './segment-set.ts';

/**
 * More than in SQLite: the cost of adding to a segment hardly grows with the number of memories, and rewriting rows is
 * expensive here.
 */
const policy: UpdatePolicy = {
  maxRecent: 128,
  maxRecentPassages: Number.MAX_SAFE_INTEGER,
  batch: 256,
  appendsApart: true,
};

/** Counters of a character's index, which writers maintain. */
export type IndexCounts = Pick<CharacterState, 'recent_count' | 'last_segment'>;

interface RecentRow {
  memory_no: number;
  passages: Uint8Array;
  terms: string;
}

/**
 * The changes of a unit to the index of its locked character. They are collected and written together at the unit's
 * end.
 */
export class IndexWriter {
  readonly #q: Unit;
  readonly #characterNo: number;
  readonly #analyses: Analyses;
  readonly #segments: SegmentSet;
  readonly #gathering = new Gathering(policy.maxRecent);
  #changes: IndexChange[] = [];
  /** Recent memories: the stored ones, once read, and those that this unit adds. */
  #stored: Map<number, IndexedMemory> | undefined;
  readonly #added = new Map<number, IndexedMemory>();
  readonly #removed = new Set<number>();
  #recentCount: number;
  #lastSegment: number;
  #isRecentChanged = false;
  #isJoined = false;

  constructor(q: Unit, characterNo: number, state: IndexCounts, analyses: Analyses) {
    this.#q = q;
    this.#characterNo = characterNo;
    this.#recentCount = state.recent_count;
    this.#lastSegment = state.last_segment;
    this.#analyses = analyses;
    this.#segments = new SegmentSet(q, characterNo);
  }

  /** Adds a memory that is not in the index. */
  add(entry: IndexEntry): void {
    this.#changes.push({ kind: 'add', entry });
  }

  /** Removes memories. Those that are not in the index are ignored. */
  remove(memoryNos: readonly number[]): void {
    this.#gathering.drop(memoryNos);
    if (memoryNos.length > 0) this.#changes.push({ kind: 'remove', memoryNos });
  }

  /** Indexes a memory again after a change of its content, session, time or of the analyser. */
  reindex(entry: IndexEntry): void {
    if (!this.#gathering.hold(entry)) this.#changes.push({ kind: 'reindex', entry });
  }

  /** Adds many memories that are not in the index, in new segments. */
  append(entries: readonly IndexEntry[]): void {
    if (entries.length > 0) this.#changes.push({ kind: 'append', entries });
  }

  /** Rewrites segments without the passages and terms of removed memories. */
  async compact(segments: readonly number[]): Promise<void> {
    await this.#segments.readThese(segments);
    this.#changes.push({ kind: 'compact', segments: segments.filter((segment) => this.#segments.get(segment)) });
  }

  /**
   * Runs a part of the unit that indexes memories again. The index changes at the end of the part, in bulk if there are
   * many.
   */
  inBulk<T>(work: () => T): T {
    const { result, changes } = this.#gathering.run(work);
    this.#changes.push(...changes);
    return result;
  }

  /**
   * Writes the changes; rows of recent memories may still have to be sent. Returns the new counters, and which of the
   * two versions change.
   */
  async flush(): Promise<{
    counts: IndexCounts;
    segmentsMoved: boolean;
    recentMoved: boolean;
    recent: SqlStatement[];
  }> {
    await this.#prefetch();
    await this.#takeChanges();
    await this.#segments.flush();
    return {
      recent: this.#recent(),
      counts: { recent_count: this.#recentCount, last_segment: this.#lastSegment },
      segmentsMoved: this.#segments.isChanged || this.#isJoined,
      recentMoved: this.#isRecentChanged,
    };
  }

  /**
   * As flush, for a unit that only appends under reserved numbers. Does not write words: other writers share the
   * vocabulary.
   */
  async flushApart(): Promise<NewTerms> {
    await this.#takeChanges();
    await this.#segments.flushApart();
    return this.#segments.newTerms;
  }

  /** Adds segments that were written separately. */
  join(terms: NewTerms): void {
    this.#isJoined = true;
    this.#segments.learn(terms);
  }

  /** Reads in one round trip what the changes will need. */
  async #prefetch(): Promise<void> {
    const leaving = this.#changes.flatMap((change) =>
      change.kind === 'remove' ? change.memoryNos : change.kind === 'reindex' ? [change.entry.memoryNo] : [],
    );
    const arriving = this.#changes.filter(({ kind }) => kind === 'add' || kind === 'reindex').length;
    const settles = this.#recentCount + arriving >= policy.maxRecent;
    await Promise.all([
      ...(leaving.length > 0 || settles ? [this.#readRecent()] : []),
      ...(leaving.length > 0 ? [this.#segments.readHolding(leaving)] : []),
      ...(settles ? [this.#segments.readLast()] : []),
    ]);
  }

  async #takeChanges(): Promise<void> {
    const tables = this.#tables();
    for (const change of this.#changes) await takeDistantSteps(updateIndex(change, policy), tables);
    this.#changes = [];
  }

  #tables(): IndexTables {
    const segments = this.#segments;
    return {
      analyze: (entry) => this.#analyses.indexed(entry),
      addRecent: (memoryNo, memory) => {
        this.#added.set(memoryNo, memory);
        this.#isRecentChanged = true;
        this.#recentCount += 1;
        return this.#recentCount;
      },
      removeRecent: (memoryNos) => this.#removeRecent(memoryNos),
      takeRecent: () => this.#takeRecent(),
      lastSegment: () => segments.last(),
      freeSegment: () => {
        this.#lastSegment += 1;
        return this.#lastSegment;
      },
      putSegment: (write) => segments.put(write),
      segmentsHolding: async (memoryNos) => {
        await segments.readHolding([...memoryNos]);
        return segments.numbers().filter((segment) => mayHold(segments.get(segment)!, memoryNos));
      },
      passages: (segment) => segments.get(segment)!.passages,
      setPassages: (segment, passages) => segments.mark({ ...segments.get(segment)!, passages }),
      segmentPostings: (segment) => segments.postings(segment),
      deleteSegment: (segment) => segments.delete(segment),
      giveTurn: () => new Promise((resolve) => setImmediate(resolve)),
    };
  }

  async #removeRecent(memoryNos: readonly number[]): Promise<ReadonlySet<number>> {
    const settled = new Set(memoryNos);
    const stored = await this.#readRecent();
    for (const no of memoryNos) {
      const wasStored = stored.delete(no);
      if (wasStored) this.#removed.add(no);
      if (!wasStored && !this.#added.delete(no)) continue;
      this.#isRecentChanged = true;
      this.#recentCount -= 1;
      settled.delete(no);
    }
    return settled;
  }

  async #takeRecent(): Promise<IndexedMemory[]> {
    const stored = await this.#readRecent();
    const recent = [...stored, ...this.#added].sort(([a], [b]) => a - b).map(([, memory]) => memory);
    for (const no of stored.keys()) this.#removed.add(no);
    stored.clear();
    this.#added.clear();
    this.#recentCount = 0;
    return recent;
  }

  async #readRecent(): Promise<Map<number, IndexedMemory>> {
    if (this.#stored) return this.#stored;
    const rows = await this.#q.all<RecentRow>(
      'SELECT memory_no, passages, terms FROM search_recent WHERE character_no = $1',
      this.#characterNo,
    );
    this.#stored ??= new Map(rows.map((row) => [row.memory_no, unpackMemory(row.passages, row.terms)]));
    return this.#stored;
  }

  #recent(): SqlStatement[] {
    const statements: SqlStatement[] = [];
    // The statements share a snapshot: a memory that is stored again must not be removed as well.
    const removed = [...this.#removed].filter((no) => !this.#added.has(no));
    if (removed.length > 0) {
      statements.push({
        sql: 'DELETE FROM search_recent WHERE character_no = $1 AND memory_no = ANY($2::int[])',
        values: [this.#characterNo, removed],
      });
    }
    if (this.#added.size === 0) return statements;
    const rows = [...this.#added].map(([no, memory]) => ({ no, ...packMemory(memory) }));
    statements.push({
      sql: `INSERT INTO search_recent (character_no, memory_no, passages, terms)
        SELECT $1, * FROM unnest($2::int[], $3::bytea[], $4::text[])
        ON CONFLICT (character_no, memory_no) DO UPDATE SET passages = excluded.passages, terms = excluded.terms`,
      values: [
        this.#characterNo,
        rows.map(({ no }) => no),
        rows.map(({ passages }) => passages),
        rows.map(({ terms }) => terms),
      ],
    });
    return statements;
  }
}

function mayHold({ lowestMemoryNo, highestMemoryNo }: Segment, memoryNos: ReadonlySet<number>): boolean {
  for (const no of memoryNos) if (no >= lowestMemoryNo && no <= highestMemoryNo) return true;
  return false;
}
