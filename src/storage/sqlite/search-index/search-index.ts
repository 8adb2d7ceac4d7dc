import type { Database } from 'better-sqlite3';
import type { AnalyzedQuery, SearchMaterial } from '../../../domain/stores/search.ts';
import { CharacterCache } from '../../../search/index/character-cache.ts';
import { CharacterIndex } from '../../../search/index/character-index.ts';
import { Gathering } from '../../../search/index/gathering.ts';
import { type IndexEntry, type IndexedMemory, indexMemory } from '../../../search/index/indexed-memory.ts';
import { readMaterial } from '../../../search/index/material.ts';
import { packMemory, unpackMemory } from '../../../search/index/recent-memories.ts';
import {
  type LivingPassages,
  livingMemories,
  MOST_REWRITTEN,
  retireMemories,
} from '../../../search/index/retirement.ts';
import type { WantedPostings } from '../../../search/index/rows.ts';
import {
  fillSegments,
  type HiddenSegment,
  MOST_RECENT,
  renumber,
  type SegmentWrite,
} from '../../../search/index/segments.ts';
import { takeSteps } from '../../../search/index/steps.ts';
import { prepareStatements, type Statements } from './statements.ts';
import { Vocabulary } from './vocabulary.ts';

/**
 * The search index in SQLite. It opens no transaction: every call belongs into the one that writes the memory, and
 * `read` into one that sees a single state of the store.
 *
 * New memories wait in a table of their own, as a row each, and go into a segment together: a write that put each of
 * its terms where it belongs would touch a page for nearly every term. (The log-structured merge-tree of O'Neil, Cheng,
 * Gawlick and O'Neil, 1996, with two levels.)
 */
export class SearchIndex {
  readonly #statements: Statements;
  readonly #vocabulary: Vocabulary;
  readonly #characters = new CharacterCache();
  readonly #onRead: ((isKept: boolean) => void) | undefined;
  readonly #gathering = new Gathering();

  /** @param onRead gets for each search whether its character was kept */
  constructor(db: Database, onRead?: (isKept: boolean) => void) {
    this.#onRead = onRead;
    this.#statements = prepareStatements(db);
    this.#vocabulary = new Vocabulary(this.#statements);
  }

  /** Puts a memory into the index that is not in it. */
  add(entry: IndexEntry): void {
    const statements = this.#statements;
    statements.touch.run(entry.characterNo);
    const { passages, terms } = packMemory(indexMemory(entry));
    statements.addRecent.run(entry.characterNo, entry.memoryNo, passages, terms);
    if (statements.countRecent.get(entry.characterNo)! >= MOST_RECENT) this.#settle(entry.characterNo);
  }

  /**
   * Takes memories out, whichever analyser put them in; what is not in the index is passed over.
   * @param bury records a segment in which nothing lives any more, to be discarded after this unit; without it
   *   the segment is removed at once, which takes its time
   */
  remove(characterNo: number, memoryNos: readonly number[], bury?: (segment: number) => void): void {
    const statements = this.#statements;
    statements.touch.run(characterNo);
    this.#gathering.drop(memoryNos);
    const settled = new Set(memoryNos);
    for (const no of statements.recentMemories.all(characterNo)) {
      if (settled.delete(no)) statements.removeRecent.run(characterNo, no);
    }
    if (settled.size > 0) this.#retire(characterNo, settled, bury);
  }

  /** After a change of content, session or time, or of the analyser. */
  reindex(entry: IndexEntry): void {
    if (this.#gathering.hold(entry)) return;
    this.remove(entry.characterNo, [entry.memoryNo]);
    this.add(entry);
  }

  /**
   * Runs a part of a write unit that indexes many memories of a character again, and does that at its end with few
   * statements.
   */
  together<T>(characterNo: number, work: () => T): T {
    const { result, entries } = this.#gathering.run(work);
    if (entries.length < MOST_RECENT) for (const entry of entries) this.reindex(entry);
    else {
      this.remove(
        characterNo,
        entries.map(({ memoryNo }) => memoryNo),
      );
      this.#append(characterNo, entries.map(indexMemory));
    }
    return result;
  }

  /** What ranking needs to know for a query. */
  read(characterNo: number, query: AnalyzedQuery): SearchMaterial {
    const statements = this.#statements;
    const version = statements.version.get(characterNo)!;
    const postings = (wanted: WantedPostings) =>
      wanted.length === 0 ? [] : statements.postings.all(JSON.stringify(wanted), characterNo);
    return takeSteps(readMaterial(query), {
      index: ({ terms }) => {
        const index = this.#indexOf(characterNo, version);
        return { index, postings: postings(index.wanted(terms)) };
      },
      postings: ({ wanted }) => postings(wanted),
      beginning: ({ beginnings }) => beginnings.map((one) => this.#vocabulary.beginning(characterNo, version, one)),
      ending: ({ endings }) => endings.map((ending) => this.#vocabulary.ending(characterNo, version, ending)),
    });
  }

  #indexOf(characterNo: number, version: number): CharacterIndex {
    const statements = this.#statements;
    const kept = this.#characters.get(characterNo, version);
    this.#onRead?.(kept !== undefined);
    if (kept) return kept;
    const segments = statements.segments.all(characterNo);
    const index = new CharacterIndex({ segments, recent: statements.recent.all(characterNo) });
    this.#characters.put(characterNo, version, index);
    return index;
  }

  /** Writes postings of a segment that no search looks into before `reveal`. */
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

  /** Removes what `hide` wrote, and what was buried. */
  discard(characterNo: number, segment: number): void {
    this.#statements.deletePostings.run(characterNo, segment);
  }

  /** Moves a character's recent memories into segments. */
  #settle(characterNo: number): void {
    const recent = this.#statements.recent.all(characterNo);
    this.#append(
      characterNo,
      recent.map(([passages, terms]) => unpackMemory(passages, terms)),
    );
    this.#statements.clearRecent.run(characterNo);
  }

  #append(characterNo: number, memories: readonly IndexedMemory[]): void {
    const statements = this.#statements;
    const free = (segment: number): number =>
      statements.isHidden.get(characterNo, segment) === undefined ? segment : free(segment + 1);
    for (const write of fillSegments(statements.lastSegment.get(characterNo), memories, free)) {
      const { postings, ...segment } = write;
      statements.putSegment.run({ ...segment, characterNo });
      for (const [term, bytes] of postings) {
        statements.appendPostings.run(characterNo, segment.segment, term, bytes);
        statements.addVocabulary.run(characterNo, term);
      }
    }
  }

  #retire(characterNo: number, memoryNos: ReadonlySet<number>, bury?: (segment: number) => void): void {
    const statements = this.#statements;
    let lowest = Number.MAX_SAFE_INTEGER;
    let highest = 0;
    for (const no of memoryNos) {
      lowest = Math.min(lowest, no);
      highest = Math.max(highest, no);
    }
    let rewritten = 0;
    for (const segment of statements.segmentsOf.all(characterNo, highest, lowest)) {
      // Read now: dissolving another segment may have added to it.
      const passages = statements.passages.get(characterNo, segment)!;
      const retirement = retireMemories(passages, memoryNos, rewritten < MOST_REWRITTEN);
      if (retirement.kind === 'marked') statements.setPassages.run(retirement.passages, characterNo, segment);
      if (retirement.kind !== 'dissolved') continue;
      if (retirement.living.size > 0) rewritten++;
      else if (bury) {
        statements.deleteSegment.run(characterNo, segment);
        bury(segment);
        continue;
      }
      this.#dissolve(characterNo, segment, retirement.living);
    }
  }

  #dissolve(characterNo: number, segment: number, living: LivingPassages): void {
    const statements = this.#statements;
    const postings = living.size > 0 ? statements.segmentPostings.all(characterNo, segment) : [];
    statements.deletePostings.run(characterNo, segment);
    statements.deleteSegment.run(characterNo, segment);
    this.#append(characterNo, livingMemories(living, postings));
  }
}
