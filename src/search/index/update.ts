import type { IndexEntry, IndexedMemory } from './indexed-memory.ts';
import { livingMemories, livingPassages, retireMemories } from './retirement.ts';
import { fillSegments, newSegment, type Segment, type SegmentWrite } from './segments.ts';
import { asking, type Eventually, type Steps } from './steps.ts';

/*
 * How an index is updated, in every engine: new memories wait as a row each and go into a segment together. Otherwise a
 * write would touch a page for nearly every term (log-structured merge-tree: O'Neil and others, 1996, with two levels).
 */

/** A change to a character's index. */
export type IndexChange =
  /** A memory that is not in the index. */
  | { readonly kind: 'add'; readonly entry: IndexEntry }
  /** After a change of content, session or time, or of the analyser. */
  | { readonly kind: 'reindex'; readonly entry: IndexEntry }
  /** Removes memories of any analyser version; ignores those that are not in the index. */
  | { readonly kind: 'remove'; readonly memoryNos: readonly number[] }
  /** Many memories that are not in the index, straight into segments. */
  | { readonly kind: 'append'; readonly entries: readonly IndexEntry[] }
  /** Rewrites segments in place, without the passages and terms of removed memories. */
  | { readonly kind: 'compact'; readonly segments: readonly number[] };

/** The parameters that differ between engines. */
export interface UpdatePolicy {
  /** The most memories of a character outside the segments: a search scans them one by one. */
  readonly maxRecent: number;
  /** A memory of more passages goes into a segment at once: many of them together would take long. */
  readonly maxRecentPassages: number;
  /** Memories that are put into segments before other work gets a turn. */
  readonly batch: number;
  /** Appended memories begin a segment of their own. */
  readonly appendsApart: boolean;
}

/** A character's index as an update reads and writes it. */
export interface IndexTables {
  analyze(entry: IndexEntry): IndexedMemory;
  /** Adds a memory to the recent ones, and answers how many there are. */
  addRecent(memoryNo: number, memory: IndexedMemory): Eventually<number>;
  /** Removes memories from the recent ones. Returns those that were not among them. */
  removeRecent(memoryNos: readonly number[]): Eventually<ReadonlySet<number>>;
  /** Empties the recent ones, and answers them by their numbers. */
  takeRecent(): Eventually<readonly IndexedMemory[]>;
  lastSegment(): Eventually<Segment | undefined>;
  /** A number for a new segment, from the given one on. */
  freeSegment(from: number): number;
  putSegment(write: SegmentWrite): Eventually<void>;
  /** The segments that may have some of the memories, in their order. */
  segmentsHolding(memoryNos: ReadonlySet<number>): Eventually<readonly number[]>;
  /** The present records of a segment that exists. */
  passages(segment: number): Eventually<Uint8Array>;
  setPassages(segment: number, passages: Uint8Array): Eventually<void>;
  /** All postings of a segment. */
  segmentPostings(segment: number): Eventually<Iterable<readonly [term: string, postings: Uint8Array]>>;
  /** @param isDead whether all its memories were removed */
  deleteSegment(segment: number, isDead: boolean): Eventually<void>;
  /** Between two batches. */
  giveTurn(): Eventually<void>;
}

type Update = Steps<IndexTables, void>;

const ask = asking<IndexTables>();

/** From how many segments one change may move memories, about ten milliseconds each. The others wait. */
const MAX_REWRITTEN = 2;

export function* updateIndex(change: IndexChange, policy: UpdatePolicy): Update {
  switch (change.kind) {
    case 'add':
      return yield* add(change.entry, policy);
    case 'remove':
      return yield* remove(change.memoryNos, policy);
    case 'reindex':
      yield* remove([change.entry.memoryNo], policy);
      return yield* add(change.entry, policy);
    case 'append': {
      const memories = yield* ask((tables) => change.entries.map((entry) => tables.analyze(entry)));
      return yield* append(memories, policy, policy.appendsApart);
    }
    case 'compact':
      return yield* compact(change.segments);
  }
}

function* add(entry: IndexEntry, policy: UpdatePolicy): Update {
  const memory = yield* ask((tables) => tables.analyze(entry));
  if (memory.length > policy.maxRecentPassages) return yield* append([memory], policy);
  const count = yield* ask((tables) => tables.addRecent(entry.memoryNo, memory));
  if (count >= policy.maxRecent) yield* append(yield* ask((tables) => tables.takeRecent()), policy);
}

function* append(memories: readonly IndexedMemory[], { batch }: UpdatePolicy, isApart = false): Update {
  let last = isApart ? undefined : yield* ask((tables) => tables.lastSegment());
  for (let from = 0; from < memories.length; from += batch) {
    if (from > 0) yield* ask((tables) => tables.giveTurn());
    const part = memories.slice(from, from + batch);
    const writes = yield* ask((tables) => fillSegments(last, part, (segment) => tables.freeSegment(segment)));
    for (const write of writes) yield* ask((tables) => tables.putSegment(write));
    last = writes.at(-1) ?? last;
  }
}

function* remove(memoryNos: readonly number[], policy: UpdatePolicy): Update {
  const settled = yield* ask((tables) => tables.removeRecent(memoryNos));
  if (settled.size === 0) return;
  let rewritten = 0;
  for (const segment of yield* ask((tables) => tables.segmentsHolding(settled))) {
    // Read now: dissolving another segment may have added to it.
    const passages = yield* ask((tables) => tables.passages(segment));
    const retirement = retireMemories(passages, settled, rewritten < MAX_REWRITTEN);
    if (retirement.kind === 'marked') yield* ask((tables) => tables.setPassages(segment, retirement.passages));
    if (retirement.kind !== 'dissolved') continue;
    const { living } = retirement;
    if (living.size === 0) {
      yield* ask((tables) => tables.deleteSegment(segment, true));
      continue;
    }
    rewritten++;
    const postings = yield* ask((tables) => tables.segmentPostings(segment));
    yield* ask((tables) => tables.deleteSegment(segment, false));
    yield* append(livingMemories(living, postings), policy);
  }
}

function* compact(segments: readonly number[]): Update {
  for (const segment of segments) {
    const living = livingPassages(yield* ask((tables) => tables.passages(segment)));
    if (!living) continue;
    const memories = livingMemories(living, yield* ask((tables) => tables.segmentPostings(segment)));
    yield* ask((tables) => tables.deleteSegment(segment, false));
    if (memories.length > 0) yield* ask((tables) => tables.putSegment(newSegment(segment, memories)));
  }
}
