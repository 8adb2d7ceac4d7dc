import { describe, expect, test } from 'vitest';
import { indexMemory } from '../../../src/search/index/indexed-memory.ts';
import { passageRecords } from '../../../src/search/index/passage-records.ts';
import type { Segment } from '../../../src/search/index/segments.ts';
import { type AtOnce, takeDistantSteps, takeSteps } from '../../../src/search/index/steps.ts';
import {
  type IndexChange,
  type IndexTables,
  type UpdatePolicy,
  updateIndex,
} from '../../../src/search/index/update.ts';
import { NOW } from '../searchable.ts';

const policy: UpdatePolicy = { maxRecent: 4, maxRecentPassages: 2, batch: 1_000, appendsApart: false };
const entry = (memoryNo: number) => ({
  characterNo: 1,
  memoryNo,
  content: `noteno${memoryNo}x about the garden`,
  occurredAt: NOW,
  said: true,
});
const adding = (from: number, to: number): IndexChange[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ kind: 'add', entry: entry(from + i) }));
const removing = (...memoryNos: number[]): IndexChange => ({ kind: 'remove', memoryNos });

/** An index in maps, which counts its yields to the event loop. */
class Maps implements AtOnce<IndexTables> {
  readonly recent = new Map<number, ReturnType<typeof indexMemory>>();
  readonly segments = new Map<number, Segment>();
  readonly postings = new Map<number, Map<string, Uint8Array>>();
  readonly dead: number[] = [];
  turns = 0;

  analyze = indexMemory;
  addRecent(memoryNo: number, memory: ReturnType<typeof indexMemory>) {
    return this.recent.set(memoryNo, memory).size;
  }
  removeRecent(memoryNos: readonly number[]) {
    return new Set(memoryNos.filter((no) => !this.recent.delete(no)));
  }
  takeRecent() {
    const recent = [...this.recent.values()];
    this.recent.clear();
    return recent;
  }
  lastSegment() {
    return this.segments.get(Math.max(...this.segments.keys()));
  }
  freeSegment(from: number): number {
    return this.segments.has(from) ? this.freeSegment(from + 1) : from;
  }
  putSegment({ postings, ...segment }: Parameters<IndexTables['putSegment']>[0]) {
    this.segments.set(segment.segment, segment);
    const terms = this.postings.get(segment.segment) ?? new Map<string, Uint8Array>();
    for (const [term, bytes] of postings) terms.set(term, Buffer.concat([terms.get(term) ?? Buffer.alloc(0), bytes]));
    this.postings.set(segment.segment, terms);
  }
  segmentsHolding() {
    return [...this.segments.keys()].sort((a, b) => a - b);
  }
  passages(segment: number) {
    return this.segments.get(segment)!.passages;
  }
  setPassages(segment: number, passages: Uint8Array) {
    this.segments.set(segment, { ...this.segments.get(segment)!, passages });
  }
  segmentPostings(segment: number) {
    return this.postings.get(segment)!;
  }
  deleteSegment(segment: number, isDead: boolean) {
    if (isDead) this.dead.push(segment);
    this.segments.delete(segment);
    this.postings.delete(segment);
  }
  giveTurn() {
    this.turns += 1;
  }

  /** The memories of each segment, 0 for removed ones. */
  get shape() {
    return [...this.segments].map(([no, { passages }]) => [no, [...passageRecords.column(passages, 'memoryNo')]]);
  }
}

function indexAfter(changes: readonly IndexChange[], own: Partial<UpdatePolicy> = {}): Maps {
  const maps = new Maps();
  for (const change of changes) takeSteps(updateIndex(change, { ...policy, ...own }), maps);
  return maps;
}

/** The same index with asynchronous answers. */
function distant(maps: Maps): IndexTables {
  return new Proxy(maps, {
    get: (target, name: keyof IndexTables) => {
      const answer = (target[name] as (...asked: unknown[]) => unknown).bind(target);
      return name === 'analyze' || name === 'freeSegment' ? answer : async (...asked: unknown[]) => answer(...asked);
    },
  });
}

describe('the update of an index', () => {
  test('memories wait beside the segments until the policy’s number is reached', () => {
    expect(indexAfter(adding(1, 3)).shape).toStrictEqual([]);
    expect(indexAfter(adding(1, 4)).shape).toStrictEqual([[0, [1, 2, 3, 4]]]);
    expect([...indexAfter(adding(1, 6)).recent.keys()]).toStrictEqual([5, 6]);
    expect(indexAfter(adding(1, 8)).shape).toStrictEqual([[0, [1, 2, 3, 4, 5, 6, 7, 8]]]);
    expect(indexAfter(adding(1, 8), { maxRecent: 10 }).shape).toStrictEqual([]);
  });

  test('a memory of many passages goes into a segment at once, and leaves the others beside it', () => {
    const long = { ...entry(3), content: 'All about the garden of roses. '.repeat(100) };
    const maps = indexAfter([...adding(1, 2), { kind: 'add', entry: long }]);
    expect([...maps.recent.keys()]).toStrictEqual([1, 2]);
    expect(maps.shape.map(([, numbers]) => new Set(numbers as number[]))).toStrictEqual([new Set([3])]);
  });

  test('appended memories go into the last segment, or into a new one', () => {
    const appended = [...adding(1, 4), { kind: 'append', entries: [entry(5), entry(6)] } as const];
    expect(indexAfter(appended).shape).toStrictEqual([[0, [1, 2, 3, 4, 5, 6]]]);
    const apart = indexAfter(appended, { appendsApart: true }).shape;
    expect(apart).toStrictEqual([
      [0, [1, 2, 3, 4]],
      [1, [5, 6]],
    ]);
  });

  test('an update yields after every batch, with the same result', () => {
    const append: IndexChange = { kind: 'append', entries: Array.from({ length: 10 }, (_, i) => entry(i + 1)) };
    const [one, batches] = [indexAfter([append]), indexAfter([append], { batch: 3 })];
    expect([one.turns, batches.turns]).toStrictEqual([0, 3]);
    expect(batches.shape).toStrictEqual(one.shape);
    expect(batches.postings).toStrictEqual(one.postings);
  });

  test('removed memories of a segment are marked, and an empty segment is removed', () => {
    const marked = indexAfter([...adding(1, 4), removing(2, 99)]);
    expect(marked.shape).toStrictEqual([[0, [1, 0, 3, 4]]]);
    const empty = indexAfter([...adding(1, 5), removing(1, 2), removing(3, 4, 5)]);
    expect([empty.shape, empty.dead, empty.recent.size]).toStrictEqual([[], [0], 0]);
  });

  test('an update merges two segments into the last one, and leaves the others for later', () => {
    const full = Array.from({ length: 4 * 512 }, (_, i) => entry(i + 1));
    const leaving = full.map(({ memoryNo }) => memoryNo).filter((no) => no % 4 !== 0);
    const maps = indexAfter([{ kind: 'append', entries: full }, removing(...leaving)]);
    expect(
      maps.shape.map(([no, memories]) => [no, (memories as number[]).filter((one) => one > 0).length]),
    ).toStrictEqual([
      [2, 128],
      [3, 128],
      [4, 256],
    ]);
    expect(maps.dead).toStrictEqual([]);
  });

  test('an asynchronous engine stores the same', async () => {
    const changes: IndexChange[] = [
      ...adding(1, 9),
      removing(1, 2, 9),
      { kind: 'reindex', entry: { ...entry(3), content: 'quilting' } },
      { kind: 'append', entries: [entry(10), entry(11)] },
      removing(3, 4, 5, 6, 7, 8),
    ];
    const later = new Maps();
    for (const change of changes) await takeDistantSteps(updateIndex(change, policy), distant(later));
    const now = indexAfter(changes);
    expect(later.shape).toStrictEqual(now.shape);
    expect(later.postings).toStrictEqual(now.postings);
    expect([...later.recent.keys()]).toStrictEqual([...now.recent.keys()]);
  });
});
