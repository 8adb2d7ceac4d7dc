import { Lru } from '../../../base/lru.ts';
import type { AnalyzedQuery, CachedReading, SearchReading } from '../../../domain/stores/search.ts';
import { bucketOf } from '../../../search/index/blocks.ts';
import {
  CharacterIndex,
  type RecentRow,
  type SegmentRow,
  type WantedPostings,
} from '../../../search/index/character-index.ts';
import { readMaterial } from '../../../search/index/material.ts';
import { takeDistantSteps } from '../../../search/index/steps.ts';
import type { Connection } from '../connection.ts';
import type { Place } from '../directory.ts';
import type { Unit } from '../unit.ts';
import { type BlockRow, CachedIndex } from './index-cache.ts';
import {
  kinds,
  type ReadRow,
  selectAllTerms,
  selectIndex,
  selectIndexInCategory,
  selectPostings,
  selectTerms,
} from './statements.ts';

/** Reads that a concurrent write may interrupt before everything is read in one transaction. */
const maxTries = 3;
/**
 * The most passages that are ranked before the cache is verified. For more passages, saving a round trip gains little.
 */
const maxUnasked = 20_000;

/** Runs a statement, inside a transaction or alone. */
type Ask = (sql: string, ...values: unknown[]) => Promise<ReadRow[]>;

/** The index was changed between two statements of a read. */
class IndexMoved extends Error {}

/**
 * Reads the search index. One statement answers from one snapshot: whether this node's cache is still valid, what has
 * changed, and the postings that are needed. Every later statement of the same read checks again.
 */
export class IndexReader {
  readonly #db: Connection;
  readonly #cache: Lru<number, CachedIndex>;
  readonly #onRead: (isCached: boolean) => void;

  /** @param cacheBytes the size of the cache */
  constructor(db: Connection, cacheBytes: number, onRead: (isCached: boolean) => void) {
    this.#db = db;
    this.#onRead = onRead;
    this.#cache = new Lru(cacheBytes, ({ bytes }) => bytes);
  }

  /** @param categoryKey the category's folded name; if it does not exist, the answer has no `allowed` */
  async read(place: Place, query: AnalyzedQuery, categoryKey: string | undefined): Promise<SearchReading> {
    for (let tries = 0; tries < maxTries; tries++) {
      const reading = await unlessMoved(this.#read(this.#alone(place), place, query, categoryKey));
      if (reading) return reading;
    }
    return this.#db.read(place.tenantNo, (q) => this.readWithin(q, place, query, categoryKey));
  }

  /**
   * An optimistic read from the cache; what is missing is read at the same version. Undefined if the cache was stale
   * the last time: a caller that alternates writes and searches would rank everything twice.
   */
  async readCached(place: Place, query: AnalyzedQuery): Promise<CachedReading | undefined> {
    const cached = this.#cache.get(place.characterNo);
    if (!cached?.hasHeld || cached.index.passages.count > maxUnasked) return undefined;
    const reading = await unlessMoved(this.#read(this.#alone(place), place, query, undefined, cached));
    const { indexVersion, recentVersion } = cached;
    return reading && { material: reading.material, version: { indexVersion, recentVersion } };
  }

  /** Records whether a read of `readCached` was still valid when its memories were fetched. */
  looked({ characterNo }: Place, holds: boolean): void {
    const cached = this.#cache.get(characterNo);
    if (holds) this.#onRead(true);
    else if (cached) cached.hasHeld = false;
  }

  #alone({ tenantNo }: Place): Ask {
    return (sql, ...values) => this.#db.all(tenantNo, sql, ...values);
  }

  /** As `read`, in a unit whose statements share a snapshot. */
  readWithin(q: Unit, place: Place, query: AnalyzedQuery, categoryKey: string | undefined): Promise<SearchReading> {
    return this.#read((sql, ...values) => q.all(sql, ...values), place, query, categoryKey);
  }

  async #read(
    ask: Ask,
    { characterNo }: Place,
    query: AnalyzedQuery,
    categoryKey: string | undefined,
    unasked?: CachedIndex,
  ): Promise<SearchReading> {
    let cached: CachedIndex;
    let allowed: Set<number> | undefined;
    const again = async (sql: string, ...values: unknown[]) => {
      const rows = await ask(sql, characterNo, ...values);
      if (rows.some(({ kind, a }) => kind === kinds.state && a !== cached.indexVersion)) throw new IndexMoved();
      return rows;
    };
    const postings = async (terms: readonly string[]) => {
      const buckets = cached.unreadBuckets(terms);
      if (buckets.length > 0) cached.keepBlocks(buckets, blocksIn(await again(selectPostings, buckets)));
      return cached.postings(terms);
    };
    const current = async (terms: readonly string[]) => {
      const before = this.#cache.get(characterNo);
      const buckets =
        before === undefined ? bucketsOf(terms) : before.unreadBuckets(termsIn(before.index.wanted(terms)));
      const values = [characterNo, before?.indexVersion ?? -1, before?.recentVersion ?? -1, buckets];
      const rows = await (categoryKey === undefined
        ? ask(selectIndex, ...values)
        : ask(selectIndexInCategory, ...values, categoryKey));
      const renewed = this.#renewed(characterNo, before, rows);
      this.#onRead(renewed === before);
      renewed.keepBlocks(buckets, blocksIn(rows));
      if (categoryKey !== undefined) allowed = numbersIn(rows);
      return renewed;
    };
    const material = await takeDistantSteps(readMaterial(query), {
      index: async (terms) => {
        cached = unasked ?? (await current(terms));
        const { index } = cached;
        // Another version drops the cached blocks, and other reads of this node may evict terms meanwhile.
        for (;;) {
          const wanted = termsIn(index.wanted(terms));
          if (cached.unreadBuckets(wanted).length === 0) return { index, postings: cached.postings(wanted) };
          await postings(wanted);
        }
      },
      postings: (wanted) => postings(termsIn(wanted)),
      beginning: async (beginnings) => {
        const initials = cached.unreadInitials(beginnings);
        if (initials.length > 0) {
          const rows = termsOf(await again(selectTerms, initials));
          for (const initial of initials) cached.keepTerms(initial, rows.get(initial) ?? []);
        }
        return beginnings.map((one) => cached.beginning(one));
      },
      ending: async (endings) => {
        const list = cached.endings ?? cached.keepEndings([...termsOf(await again(selectAllTerms)).values()].flat());
        return endings.map((ending) => list.ending(ending));
      },
    });
    this.#cache.remeasure(characterNo);
    return { material, ...(allowed && { allowed }) };
  }

  /** The character's index from the rows, and from the cache where it is still valid. */
  #renewed(characterNo: number, before: CachedIndex | undefined, rows: readonly ReadRow[]): CachedIndex {
    const state = rows.find(({ kind }) => kind === kinds.state);
    const versions = { indexVersion: state?.a ?? 0, recentVersion: state?.b ?? 0 };
    const isSame = before?.indexVersion === versions.indexVersion;
    if (before && isSame && before.recentVersion === versions.recentVersion) {
      before.hasHeld = true;
      return before;
    }
    const byNumber = (kind: number) => rows.filter((row) => row.kind === kind).sort((x, y) => x.a - y.a);
    const segments = isSame
      ? before.segments
      : byNumber(kinds.segment).map(({ a, bytes }): SegmentRow => [a, bytes!, noFilter]);
    const recent = byNumber(kinds.recent).map(({ bytes, text }): RecentRow => [bytes!, text!]);
    const index =
      (isSame && before.index.withRecent(recent)) ||
      new CharacterIndex({ segments, recent }, undefined, cachedPerPassage);
    const cached = new CachedIndex(versions, segments, index, isSame ? before : undefined);
    this.#cache.set(characterNo, cached);
    return cached;
  }
}

async function unlessMoved<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof IndexMoved) return undefined;
    throw error;
  });
}

/** Blocks of postings are cached once read, so their occurrences need less room. */
const cachedPerPassage = 8;

/** Blocks are cached once read, so a filter of a segment's terms would save little here. */
const noFilter = null;

function termsIn(wanted: WantedPostings): string[] {
  return wanted.map(([term]) => term);
}

function bucketsOf(terms: readonly string[]): number[] {
  return [...new Set(terms.map(bucketOf))];
}

function blocksIn(rows: readonly ReadRow[]): (BlockRow & { bucket: number })[] {
  const blocks = rows.filter(({ kind }) => kind === kinds.block);
  return blocks.map(({ a: segment, b: bucket, bytes }) => ({ segment, bucket, block: bytes! }));
}

function termsOf(rows: readonly ReadRow[]): Map<string, string[]> {
  const terms = rows.filter(({ kind }) => kind === kinds.terms).map(({ text }) => text!.split('\n'));
  return new Map(terms.map((list) => [String.fromCodePoint(list[0]!.codePointAt(0)!), list]));
}

/** The memories of the category; undefined when there is no such category. */
function numbersIn(rows: readonly ReadRow[]): Set<number> | undefined {
  if (!rows.some(({ kind }) => kind === kinds.category)) return undefined;
  return new Set(rows.filter(({ kind }) => kind === kinds.member).map(({ a }) => a));
}
