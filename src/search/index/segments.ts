import type { IndexedMemory, IndexedPassage } from './indexed-memory.ts';
import { passageRecords, RETIRED } from './passage-records.ts';
import { packPostings, SEGMENT_PASSAGES } from './postings.ts';
import { filterOf } from './term-filter.ts';

/** A segment as a store keeps it, its postings apart. */
export interface Segment {
  readonly segment: number;
  /** Memories of other numbers are not in it. */
  readonly lowestMemoryNo: number;
  readonly highestMemoryNo: number;
  /** Packed records. */
  readonly passages: Uint8Array;
  /** Which terms may be in it, see `filterOf`; null where that was not noted. */
  readonly filter: Uint8Array | null;
}

/** A segment to store; it replaces the one with its number, if there is one. */
export interface SegmentWrite extends Segment {
  /** By term: the postings to append to those of the segment. */
  readonly postings: readonly (readonly [term: string, postings: Uint8Array])[];
}

/**
 * Puts memories into a character's last segment, and into new ones when it is full. Each memory is in one segment.
 * @param free the first number from the given one on that a new segment may have
 */
export function fillSegments(
  last: Segment | undefined,
  memories: Iterable<IndexedMemory>,
  free: (segment: number) => number = (segment) => segment,
): SegmentWrite[] {
  const writes: SegmentWrite[] = [];
  let filling = last ? new Filling(last.segment, last) : new Filling(free(0));
  for (const memory of memories) {
    if (!filling.hasRoomFor(memory)) {
      if (filling.added.length > 0) writes.push(filling.done());
      filling = new Filling(free(filling.segment + 1));
    }
    filling.added.push(...memory);
  }
  if (filling.added.length > 0) writes.push(filling.done());
  return writes;
}

/** A segment of its own for memories; they must not be more than fit into one. */
export function newSegment(segment: number, memories: readonly IndexedMemory[]): SegmentWrite {
  const filling = new Filling(segment);
  for (const memory of memories) filling.added.push(...memory);
  return filling.done();
}

/** A segment of memories without numbers of the store yet. */
export type HiddenSegment = Pick<Segment, 'segment' | 'passages' | 'filter'>;

/** The segment with its memories' final numbers, RETIRED for none; undefined when no memory stays. */
export function renumber(
  { segment, passages, filter }: HiddenSegment,
  numberOf: (memoryNo: number) => number,
): Segment | undefined {
  const numbers = passageRecords.column(passages, 'memoryNo').map(numberOf);
  let lowestMemoryNo = Number.MAX_SAFE_INTEGER;
  let highestMemoryNo = RETIRED;
  for (const memoryNo of numbers) {
    if (memoryNo === RETIRED) continue;
    lowestMemoryNo = Math.min(lowestMemoryNo, memoryNo);
    highestMemoryNo = Math.max(highestMemoryNo, memoryNo);
  }
  if (highestMemoryNo === RETIRED) return undefined;
  return {
    segment,
    lowestMemoryNo,
    highestMemoryNo,
    passages: passageRecords.withColumn(passages, 'memoryNo', numbers),
    filter,
  };
}

class Filling {
  readonly segment: number;
  readonly added: IndexedPassage[] = [];
  readonly #before: Segment | undefined;
  /** Passages that were in it before. */
  readonly #count: number;

  constructor(segment: number, before?: Segment) {
    this.segment = segment;
    this.#before = before;
    this.#count = before === undefined ? 0 : passageRecords.count(before.passages);
  }

  hasRoomFor(memory: IndexedMemory): boolean {
    const used = this.#count + this.added.length;
    return used === 0 || used + memory.length <= SEGMENT_PASSAGES;
  }

  done(): SegmentWrite {
    const added = this.added.map(({ record }) => record);
    const { lowestMemoryNo = Number.MAX_SAFE_INTEGER, highestMemoryNo = 0, filter } = this.#before ?? {};
    const postings = collectPostings(this.added, this.#count);
    const terms = postings.map(([term]) => term);
    return {
      segment: this.segment,
      lowestMemoryNo: added.reduce((low, { memoryNo }) => Math.min(low, memoryNo), lowestMemoryNo),
      highestMemoryNo: added.reduce((high, { memoryNo }) => Math.max(high, memoryNo), highestMemoryNo),
      passages: passageRecords.pack(added, this.#before?.passages),
      filter: filter === null ? null : filterOf(terms, filter),
      postings,
    };
  }
}

/** Each term with its occurrences in all the passages, numbered from `first`; in the order of the terms. */
function collectPostings(added: readonly IndexedPassage[], first: number): [string, Uint8Array][] {
  const collected = new Map<string, Uint8Array[]>();
  added.forEach(({ terms }, i) => {
    for (const [term, positions] of terms) {
      const packed = packPostings(first + i, positions);
      const before = collected.get(term);
      if (before === undefined) collected.set(term, [packed]);
      else before.push(packed);
    }
  });
  return [...collected]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([term, parts]) => [term, parts.length === 1 ? parts[0]! : Buffer.concat(parts)]);
}
