import { Lru } from '../../base/lru.ts';
import type { Occurrences, PassageTable } from '../../domain/stores/search.ts';
import { hash } from '../text/fingerprint.ts';
import { NO_LANGUAGE } from '../text/languages/languages.ts';
import { languageIn } from '../text/traits.ts';
import { OccurrenceList } from './occurrences.ts';
import { PassageColumns } from './passage-columns.ts';
import { passageRecords } from './passage-records.ts';
import { RecentTerms } from './recent-terms.ts';
import { mayHold } from './term-filter.ts';

/** The parts of a character's index: all segments and all recent memories, by their numbers. */
export interface IndexRows {
  readonly segments: readonly SegmentRow[];
  readonly recent: readonly RecentRow[];
}

/** A segment's number, packed records and filter, see `Segment`. */
export type SegmentRow = readonly [segment: number, passages: Uint8Array, filter: Uint8Array | null];
/** A recent memory's packed records and terms. */
export type RecentRow = readonly [passages: Uint8Array, terms: string];
/** The wanted postings: each term with the segments that may have it, in their order. */
export type WantedPostings = readonly (readonly [term: string, segments: readonly number[]])[];
/** Postings of a term, one segment's after the other's; `parts` has the number of each segment and its bytes in turn. */
export type PostingsRow = readonly [term: string, parts: readonly number[], postings: Uint8Array];

/** The cached occurrences of a character, at most nine bytes each: common words of questions recur. */
const MAX_CACHED = 3_000_000;
const CACHED_PER_PASSAGE = 20;
/** Cached for every character: nearly everything of a small one. */
const CACHED_ANYWAY = 8_000;
const TERM_SIZE = 16;
/** Room for passages of memories that come after the index was read. */
const SPARE = 64;

/** A character's index as it stood at one moment. */
export class CharacterIndex {
  readonly passages: PassageTable;
  /** The languages besides English that memories are in (see `languages`): the share of passages of each. */
  readonly languages: ReadonlyMap<number, number>;
  /** The terms of the recent passages. */
  readonly recent: RecentTerms;
  readonly #columns: PassageColumns;
  readonly #recentRows: readonly RecentRow[];
  /** Where the recent passages begin in the passage table. */
  readonly #firstRecent: number;
  /** Segment → the number of each of its passages in the passage table, -1 when it is retired. */
  readonly #rows: ReadonlyMap<number, Int32Array>;
  /** Segment → which terms may be in it, null where any may. */
  readonly #filters: readonly (readonly [segment: number, filter: Uint8Array | null])[];
  /** The latest terms. */
  readonly #cache: Lru<string, Occurrences>;

  /**
   * @param begun an index of the same segments and the first recent memories, and a table with room for the others
   * @param cachedPerPassage how many occurrences are cached, less where the store caches postings
   */
  constructor(
    { segments, recent }: IndexRows,
    begun?: { index: CharacterIndex; columns: PassageColumns },
    cachedPerPassage = CACHED_PER_PASSAGE,
  ) {
    const columns = begun?.columns ?? roomFor({ segments, recent });
    const before = begun?.index;
    const added = recent.slice(before ? before.#recentRows.length : 0);
    this.#rows = before ? before.#rows : new Map(segments.map(([no, passages]) => [no, columns.append(passages)]));
    this.#filters = before ? before.#filters : segments.map(([segment, , filter]) => [segment, filter]);
    this.#firstRecent = before ? before.#firstRecent : columns.count;
    for (const [passages] of added) columns.append(passages);
    this.recent = new RecentTerms(recent.map(([, terms]) => terms));
    this.#recentRows = recent;
    this.#columns = columns;
    this.passages = columns;
    this.#cache = before
      ? before.#cache.copyWithout(new RecentTerms(added.map(([, terms]) => terms)).terms())
      : new Lru(Math.min(MAX_CACHED, CACHED_ANYWAY + cachedPerPassage * columns.count), sizeOf);
    this.languages = languagesOf(columns);
  }

  /** How many memories are outside the segments. */
  get recentMemories(): number {
    return this.#recentRows.length;
  }

  /**
   * The index of the same segments with further recent memories; undefined where other recent ones are not the same, one
   * of the further ones was in it, or there is no more room.
   */
  withRecent(recent: readonly RecentRow[]): CharacterIndex | undefined {
    const known = this.#recentRows;
    if (recent.length < known.length || !known.every((row, i) => isSameRow(row, recent[i]!))) return undefined;
    const added = recent.slice(known.length).map(([passages]) => passages);
    const numbers = added.flatMap((passages) => [...passageRecords.column(passages, 'memoryNo')]);
    const present = this.passages.memoryNo.subarray(0, this.passages.count);
    if (numbers.some((memoryNo) => present.includes(memoryNo))) return undefined;
    const columns = this.#columns.withRoomFor(numbers.length);
    return columns && new CharacterIndex({ segments: [], recent }, { index: this, columns });
  }

  /** Whether there are postings and a vocabulary to ask for. */
  get isSettled(): boolean {
    return this.#rows.size > 0;
  }

  /** The missing postings: of terms that are not cached, in the segments that may have them. */
  wanted(terms: readonly string[]): WantedPostings {
    const wanted: [term: string, segments: number[]][] = [];
    for (const term of terms) {
      if (this.#cache.has(term)) continue;
      const hashed = hash(term);
      const segments: number[] = [];
      for (const [segment, filter] of this.#filters)
        if (filter === null || mayHold(filter, hashed)) segments.push(segment);
      if (segments.length > 0) wanted.push([term, segments]);
    }
    return wanted;
  }

  /** Where each of some terms occurs, given the postings that were wanted for them. */
  occurrences(terms: readonly string[], postings: readonly PostingsRow[]): Map<string, Occurrences> {
    const settled = new Map<string, PostingsRow[]>();
    for (const term of terms) if (!this.#cache.has(term)) settled.set(term, []);
    for (const row of postings) settled.get(row[0])?.push(row);
    const found = new Map<string, Occurrences>();
    let list: OccurrenceList | undefined;
    for (const term of terms) {
      const rows = settled.get(term);
      if (rows === undefined) found.set(term, this.#cache.get(term)!);
      else if (!found.has(term)) {
        list ??= new OccurrenceList();
        found.set(term, this.#gather(list, term, rows));
      }
    }
    for (const [term, occurrences] of found) this.#cache.set(term, occurrences);
    return found;
  }

  #gather(list: OccurrenceList, term: string, rows: readonly PostingsRow[]): Occurrences {
    for (const [, parts, bytes] of rows) {
      for (let i = 0, from = 0; i < parts.length; i += 2) {
        const to = from + parts[i + 1]!;
        list.addSegment(bytes, from, to, this.#rows.get(parts[i]!)!);
        from = to;
      }
    }
    this.recent.find(term, (passage, positions) => list.add(this.#firstRecent + passage, positions));
    return list.take();
  }
}

/** Columns for the passages of an index, and for some further ones. */
function roomFor({ segments, recent }: IndexRows): PassageColumns {
  const packed = [...segments.map(([, passages]) => passages), ...recent.map(([passages]) => passages)];
  return PassageColumns.allocate(packed.reduce((sum, passages) => sum + passageRecords.count(passages), SPARE));
}

function isSameRow([passages, terms]: RecentRow, [others, otherTerms]: RecentRow): boolean {
  return terms === otherTerms && Buffer.compare(passages, others) === 0;
}

/** In occurrences: a term has an overhead of some, also one without postings. */
function sizeOf({ positions }: Occurrences): number {
  return positions.length + TERM_SIZE;
}

function languagesOf({ count, traits }: PassageTable): Map<number, number> {
  const shares = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const language = languageIn(traits[i]!);
    if (language !== NO_LANGUAGE) shares.set(language, (shares.get(language) ?? 0) + 1 / count);
  }
  return shares;
}
