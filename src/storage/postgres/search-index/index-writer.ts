import { Gathering } from '../../../search/index/gathering.ts';
import type { IndexEntry, IndexedMemory } from '../../../search/index/indexed-memory.ts';
import { packMemory, unpackMemory } from '../../../search/index/recent-memories.ts';
import { livingMemories, MOST_REWRITTEN, retireMemories } from '../../../search/index/retirement.ts';
import { fillSegments, type Segment } from '../../../search/index/segments.ts';
import type { CharacterState } from '../characters/character-rows.ts';
import type { SqlStatement, Unit } from '../unit.ts';
import type { Analyses } from './analyses.ts';
import type { NewTerms } from './new-words.ts';
import { SegmentSet } from './segment-set.ts';

/**
 * So many memories of a character at most wait outside the segments. More than in SQLite: what it takes to add to a
 * segment hardly grows with what is added, and rows are dear to rewrite here.
 */
const mostRecent = 128;
/** Memories that are put into segments before other work gets a turn. */
const batch = 256;

type Step =
  | { kind: 'add' | 'reindex'; entry: IndexEntry }
  | { kind: 'remove'; memoryNos: readonly number[] }
  | { kind: 'append'; entries: readonly IndexEntry[] };

/** Counts of a character's index that its writers keep. */
export type IndexCounts = Pick<CharacterState, 'recent_count' | 'last_segment'>;

interface RecentRow {
  memory_no: number;
  passages: Uint8Array;
  terms: string;
}

/**
 * The changes of a unit to the index of its character, which it has locked. They are recorded one by one and
 * carried out together at the unit's end, each as SQLite would: so both engines keep the same index.
 */
export class IndexWriter {
  readonly #q: Unit;
  readonly #characterNo: number;
  readonly #analyses: Analyses;
  readonly #segments: SegmentSet;
  readonly #gathering = new Gathering();
  #steps: Step[] = [];
  /** Recent memories that are stored, once they are read, and those that this unit adds. */
  #stored: Map<number, IndexedMemory> | undefined;
  readonly #added = new Map<number, IndexedMemory>();
  readonly #gone = new Set<number>();
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

  /** Puts a memory into the index that is not in it. */
  add(entry: IndexEntry): void {
    this.#steps.push({ kind: 'add', entry });
  }

  /** Takes memories out; what is not in the index is passed over. */
  remove(memoryNos: readonly number[]): void {
    this.#gathering.drop(memoryNos);
    if (memoryNos.length > 0) this.#steps.push({ kind: 'remove', memoryNos });
  }

  /** After a change of content, session or time, or of the analyser. */
  reindex(entry: IndexEntry): void {
    if (!this.#gathering.hold(entry)) this.#steps.push({ kind: 'reindex', entry });
  }

  /** Many memories that are not in the index, into segments of their own. */
  append(entries: readonly IndexEntry[]): void {
    if (entries.length > 0) this.#steps.push({ kind: 'append', entries });
  }

  /** A part of the unit that indexes memories again: that is done at the part's end, and all at once when they are many. */
  together<T>(work: () => T): T {
    const { result, entries } = this.#gathering.run(work);
    if (entries.length < mostRecent) for (const entry of entries) this.reindex(entry);
    else {
      this.remove(entries.map(({ memoryNo }) => memoryNo));
      this.append(entries);
    }
    return result;
  }

  /**
   * Carries the changes out, but for what is left to send of the recent memories. Answers the counts as they are now,
   * and which of the two versions move.
   */
  async flush(): Promise<{
    counts: IndexCounts;
    segmentsMoved: boolean;
    recentMoved: boolean;
    recent: SqlStatement[];
  }> {
    await this.#prefetch();
    for (const step of this.#steps) await this.#take(step);
    this.#steps = [];
    await this.#segments.flush();
    return {
      recent: this.#recent(),
      counts: { recent_count: this.#recentCount, last_segment: this.#lastSegment },
      segmentsMoved: this.#segments.isChanged || this.#isJoined,
      recentMoved: this.#isRecentChanged,
    };
  }

  /** As flush, for what only appends under numbers of its own, but for the words, which other writers share. */
  async flushApart(): Promise<NewTerms> {
    for (const step of this.#steps) await this.#take(step);
    this.#steps = [];
    await this.#segments.flushApart();
    return this.#segments.newTerms;
  }

  /** Takes in segments that were written apart. */
  join(terms: NewTerms): void {
    this.#isJoined = true;
    this.#segments.learn(terms);
  }

  /** Reads at once what the steps will need. */
  async #prefetch(): Promise<void> {
    const leaving = this.#steps.flatMap((step) =>
      step.kind === 'remove' ? step.memoryNos : step.kind === 'reindex' ? [step.entry.memoryNo] : [],
    );
    const arriving = this.#steps.filter(({ kind }) => kind === 'add' || kind === 'reindex').length;
    const settles = this.#recentCount + arriving >= mostRecent;
    await Promise.all([
      ...(leaving.length > 0 || settles ? [this.#readRecent()] : []),
      ...(leaving.length > 0 ? [this.#segments.readHolding(leaving)] : []),
      ...(settles ? [this.#segments.readLast()] : []),
    ]);
  }

  async #take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'add':
        return this.#add(step.entry);
      case 'remove':
        return this.#remove(step.memoryNos);
      case 'reindex':
        await this.#remove([step.entry.memoryNo]);
        return this.#add(step.entry);
      case 'append':
        return this.#append(
          step.entries.map((entry) => this.#analyses.of(entry)),
          true,
        );
    }
  }

  async #add(entry: IndexEntry): Promise<void> {
    this.#added.set(entry.memoryNo, this.#analyses.of(entry));
    this.#isRecentChanged = true;
    this.#recentCount += 1;
    if (this.#recentCount >= mostRecent) await this.#settle();
  }

  /** Moves the recent memories into segments. */
  async #settle(): Promise<void> {
    const stored = await this.#readRecent();
    const recent = [...stored, ...this.#added].sort(([a], [b]) => a - b).map(([, memory]) => memory);
    for (const no of stored.keys()) this.#gone.add(no);
    stored.clear();
    this.#added.clear();
    this.#recentCount = 0;
    await this.#append(recent);
  }

  async #append(memories: readonly IndexedMemory[], isApart = false): Promise<void> {
    let last = isApart ? undefined : await this.#segments.last();
    const free = () => {
      this.#lastSegment += 1;
      return this.#lastSegment;
    };
    for (let from = 0; from < memories.length; from += batch) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve));
      const part = memories.slice(from, from + batch);
      const writes = fillSegments(last, part, free);
      for (const write of writes) await this.#segments.put(write);
      last = writes.at(-1) ?? last;
    }
  }

  async #remove(memoryNos: readonly number[]): Promise<void> {
    const settled = new Set(memoryNos);
    const stored = await this.#readRecent();
    for (const no of memoryNos) {
      const wasStored = stored.delete(no);
      if (wasStored) this.#gone.add(no);
      if (!wasStored && !this.#added.delete(no)) continue;
      this.#isRecentChanged = true;
      this.#recentCount -= 1;
      settled.delete(no);
    }
    if (settled.size > 0) await this.#retire(settled);
  }

  async #retire(memoryNos: ReadonlySet<number>): Promise<void> {
    await this.#segments.readHolding([...memoryNos]);
    let rewritten = 0;
    for (const segment of this.#segments.numbers()) {
      // Looked up now: dissolving another segment may have added to it.
      const stored = this.#segments.get(segment);
      if (!stored || !mayHold(stored, memoryNos)) continue;
      const retirement = retireMemories(stored.passages, memoryNos, rewritten < MOST_REWRITTEN);
      if (retirement.kind === 'marked') this.#segments.mark({ ...stored, passages: retirement.passages });
      if (retirement.kind !== 'dissolved') continue;
      const { living } = retirement;
      if (living.size > 0) rewritten++;
      const postings = living.size > 0 ? await this.#segments.postings(segment) : [];
      this.#segments.delete(segment);
      if (living.size > 0) await this.#append(livingMemories(living, postings));
    }
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
    // The statements see the same moment: what is stored again is no more to be removed.
    const gone = [...this.#gone].filter((no) => !this.#added.has(no));
    if (gone.length > 0) {
      statements.push({
        sql: 'DELETE FROM search_recent WHERE character_no = $1 AND memory_no = ANY($2::int[])',
        values: [this.#characterNo, gone],
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
