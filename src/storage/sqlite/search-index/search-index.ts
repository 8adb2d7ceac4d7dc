import type { Database } from 'better-sqlite3';
import { Lru } from '../../../base/lru.ts';
import type { AnalyzedQuery, SearchMaterial } from '../../../domain/stores/search.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import {
  CharacterIndex,
  type PostingsRow,
  type RecentRow,
  type WantedPostings,
} from '../../../search/index/character-index.ts';
import { Gathering } from '../../../search/index/gathering.ts';
import type { IndexEntry } from '../../../search/index/indexed-memory.ts';
import { readMaterial } from '../../../search/index/material.ts';
import { livingPassages } from '../../../search/index/retirement.ts';
import { type HiddenSegment, renumber, type SegmentWrite } from '../../../search/index/segments.ts';
import { takeSteps } from '../../../search/index/steps.ts';
import { type IndexChange, type UpdatePolicy, updateIndex } from '../../../search/index/update.ts';
import { indexTables } from './index-tables.ts';
import { type GatheredPostings, prepareStatements, type Statements } from './statements.ts';
import { lastCodePoint, Vocabulary } from './vocabulary.ts';

/** A write is synchronous, so it never yields. */
const policy: UpdatePolicy = {
  maxRecent: 32,
  maxRecentPassages: 4,
  batch: Number.MAX_SAFE_INTEGER,
  appendsApart: false,
};

/** The most cached passages, over all characters: up to 300 bytes each. The last character is always cached. */
const maxPassages = 400_000;

/** A character's index. Each write to it, in any process, raises its version by one. */
interface CachedIndex {
  readonly version: number;
  /** The version with which its segments were read. */
  readonly settled: number;
  readonly index: CharacterIndex;
}

/**
 * The search index in SQLite. It opens no transaction: every call must be inside the one that writes the memory, and
 * `read` inside one with a single snapshot.
 */
export class SearchIndex {
  readonly #statements: Statements;
  readonly #vocabulary: Vocabulary;
  /** Reading an index costs more than a search, and most searches follow another without a write between them. */
  readonly #characters = new Lru<number, CachedIndex>(maxPassages, ({ index }) => index.passages.count);
  readonly #onRead: ((isCached: boolean) => void) | undefined;
  readonly #gathering = new Gathering(policy.maxRecent);

  /** @param onRead called for each search with whether the character was cached */
  constructor(db: Database, onRead?: (isCached: boolean) => void) {
    this.#onRead = onRead;
    this.#statements = prepareStatements(db);
    this.#vocabulary = new Vocabulary(this.#statements);
  }

  /** Adds a memory that is not in the index. */
  add(entry: IndexEntry): void {
    if (!this.#gathering.hold(entry, true)) this.#update(entry.characterNo, { kind: 'add', entry });
  }

  /**
   * Removes memories of any analyser version; ignores those that are not in the index.
   * @param discardSegment records a segment without a living memory for removal after this unit; without it the segment is
   * removed at once, which takes long
   */
  remove(characterNo: number, memoryNos: readonly number[], discardSegment?: (segment: number) => void): void {
    this.#gathering.drop(memoryNos);
    this.#update(characterNo, { kind: 'remove', memoryNos }, { discardSegment });
  }

  /** After a change of content, session or time, or of the analyser. */
  reindex(entry: IndexEntry): void {
    if (!this.#gathering.hold(entry)) this.#update(entry.characterNo, { kind: 'reindex', entry });
  }

  /**
   * Runs a part of a write unit that indexes memories of a character, many of them in few statements at its end.
   * @param analyses of their texts; the unit analyses the others itself
   */
  inBulk<T>(characterNo: number, work: () => T, analyses = new Analyses()): T {
    const { result, changes } = this.#gathering.run(work);
    for (const change of changes) this.#update(characterNo, change, { analyses });
    return result;
  }

  #update(
    characterNo: number,
    change: IndexChange,
    {
      analyses = new Analyses(),
      discardSegment,
    }: { analyses?: Analyses; discardSegment?: ((segment: number) => void) | undefined } = {},
  ): void {
    this.#statements.touch.run(characterNo);
    takeSteps(updateIndex(change, policy), indexTables(this.#statements, characterNo, analyses, discardSegment));
  }

  /** The index data that ranking needs for a query. */
  read(characterNo: number, query: AnalyzedQuery): SearchMaterial {
    const statements = this.#statements;
    const { index, settled } = this.#indexOf(characterNo);
    const postings = (wanted: WantedPostings) =>
      wanted.length === 0 ? [] : statements.postings.all(toObject(wanted), characterNo).map(postingsRow);
    return takeSteps(readMaterial(query), {
      index: (terms) => ({ index, postings: postings(index.wanted(terms)) }),
      postings,
      beginning: (beginnings) => beginnings.map((one) => this.#vocabulary.beginning(characterNo, settled, one)),
      ending: (endings) => endings.map((ending) => this.#vocabulary.ending(characterNo, settled, ending)),
    });
  }

  #indexOf(characterNo: number): CachedIndex {
    const statements = this.#statements;
    const version = statements.version.get(characterNo)!;
    const before = this.#characters.get(characterNo);
    const known = before?.version === version ? before : this.#continued(characterNo, version, before);
    this.#onRead?.(known !== undefined);
    const found = known ?? {
      version,
      settled: version,
      index: new CharacterIndex({
        segments: statements.segments.all(characterNo),
        recent: statements.recent.all(characterNo),
      }),
    };
    if (found !== before) this.#characters.set(characterNo, found);
    return found;
  }

  /**
   * The cached index with the memories that came since. Each change of an index raises its version by one and adds at most
   * one recent memory: where as many are added, nothing else has changed.
   */
  #continued(characterNo: number, version: number, before: CachedIndex | undefined): CachedIndex | undefined {
    if (before === undefined) return undefined;
    const recent: readonly RecentRow[] = this.#statements.recent.all(characterNo);
    const index =
      recent.length - before.index.recentMemories === version - before.version && before.index.withRecent(recent);
    return index ? { version, settled: before.settled, index } : undefined;
  }

  /** Writes postings of a segment that is invisible until `reveal`. */
  hide(characterNo: number, segment: number, postings: SegmentWrite['postings']): void {
    for (const [term, bytes] of postings) this.#statements.appendPostings.run(characterNo, segment, term, bytes);
  }

  /** Shows hidden segments; `numberOf` gives each memory its final number, RETIRED to leave it out. */
  reveal(characterNo: number, segments: readonly HiddenSegment[], numberOf: (memoryNo: number) => number): void {
    const statements = this.#statements;
    this.#statements.touch.run(characterNo);
    for (const hidden of segments) {
      const shown = renumber(hidden, numberOf);
      if (!shown) statements.deletePostings.run(characterNo, hidden.segment);
      else statements.putSegment.run({ ...shown, characterNo });
    }
  }

  /** The segments that still have passages of removed memories. */
  unclean(characterNo: number): number[] {
    const rows = this.#statements.segments.all(characterNo);
    return rows.flatMap(([segment, passages]) => (livingPassages(passages) ? [segment] : []));
  }

  /** Rewrites segments without the passages and terms of removed memories. */
  compact(characterNo: number, segments: readonly number[]): void {
    this.#update(characterNo, { kind: 'compact', segments });
  }

  /** The terms of a segment. */
  termsOf(characterNo: number, segment: number): string[] {
    return this.#statements.segmentTerms.all(characterNo, segment);
  }

  /** The words of the vocabulary that are not among these. */
  wordsBut(characterNo: number, terms: ReadonlySet<string>): string[] {
    return this.#statements.vocabularyFrom.all(characterNo, '', lastCodePoint).filter((term) => !terms.has(term));
  }

  /** Removes those words from the vocabulary that no segment has. */
  dropWords(characterNo: number, words: readonly string[]): void {
    this.#statements.dropVocabulary.run(characterNo, JSON.stringify(words));
    this.#statements.touch.run(characterNo);
  }

  /** Has everything that is cached of the character read again. */
  touch(characterNo: number): void {
    this.#statements.touch.run(characterNo);
  }

  /** Removes what `hide` wrote, and buried segments. */
  discard(characterNo: number, segment: number): void {
    this.#statements.deletePostings.run(characterNo, segment);
  }
}

/** As a JSON object: its keys are the terms. */
function toObject(wanted: WantedPostings): string {
  return `{${wanted.map(([term, segments]) => `${JSON.stringify(term)}:${JSON.stringify(segments)}`).join()}}`;
}

const postingsRow = ([term, parts, bytes]: GatheredPostings): PostingsRow => [term, JSON.parse(parts), bytes];
