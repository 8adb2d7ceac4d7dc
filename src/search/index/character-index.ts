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
/** The terms of the wanted postings, by segments in their order. */
export type WantedPostings = readonly (readonly [segment: number, terms: readonly string[]])[];
export type PostingsRow = readonly [segment: number, term: string, postings: Uint8Array];

/** The cached occurrences of a character, at most nine bytes each: common words of questions recur. */
const MAX_CACHED = 3_000_000;
const CACHED_PER_PASSAGE = 8;
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

  /** @param begun an index of the same segments and the first recent memories, and a table with room for the others */
  constructor({ segments, recent }: IndexRows, begun?: { index: CharacterIndex; columns: PassageColumns }) {
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
      : new Lru(Math.min(MAX_CACHED, CACHED_ANYWAY + CACHED_PER_PASSAGE * columns.count), sizeOf);
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
    const unread = terms.filter((term) => !this.#cache.has(term));
    if (unread.length === 0) return [];
    const hashes = unread.map(hash);
    return this.#filters.flatMap(([segment, filter]): WantedPostings => {
      const held = filter === null ? unread : unread.filter((_, i) => mayHold(filter, hashes[i]!));
      return held.length === 0 ? [] : [[segment, held]];
    });
  }

  /** Where each of some terms occurs, given the postings that were wanted for them. */
  occurrences(terms: readonly string[], postings: readonly PostingsRow[]): Map<string, Occurrences> {
    const settled = new Map<string, [segment: number, bytes: Uint8Array][]>();
    for (const term of terms) if (!this.#cache.has(term)) settled.set(term, []);
    for (const [segment, term, bytes] of postings) settled.get(term)?.push([segment, bytes]);
    const found = new Map<string, Occurrences>();
    let list: OccurrenceList | undefined;
    for (const term of terms) {
      const segments = settled.get(term);
      if (segments === undefined) found.set(term, this.#cache.get(term)!);
      else if (!found.has(term)) {
        list ??= new OccurrenceList();
        found.set(term, this.#gather(list, term, segments));
      }
    }
    for (const [term, occurrences] of found) this.#cache.set(term, occurrences);
    return found;
  }

  #gather(list: OccurrenceList, term: string, segments: readonly [segment: number, bytes: Uint8Array][]): Occurrences {
    for (const [segment, bytes] of segments) list.addSegment(bytes, this.#rows.get(segment)!);
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
