import type { Database } from 'better-sqlite3';
import type { AnalyzedQuery, IndexEntry, SearchMaterial } from '../../../domain/search-store.ts';
import { analyzed } from '../../../search/index/indexed-memory.ts';
import { packMemory, unpackMemory } from '../../../search/index/recent-memories.ts';
import { readMaterial } from './material-reader.ts';
import { appendMemories, retireMemory } from './segment-writer.ts';
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

  constructor(db: Database) {
    this.#statements = prepareStatements(db);
    this.#vocabulary = new Vocabulary(this.#statements);
  }

  /** Puts a memory into the index that is not in it. */
  add(entry: IndexEntry): void {
    const statements = this.#statements;
    const { passages, terms } = packMemory(analyzed(entry));
    statements.addRecent.run(entry.characterNo, entry.memoryNo, passages, terms);
    if (statements.countRecent.get(entry.characterNo)! >= MOST_RECENT) this.#settle(entry.characterNo);
  }

  /** Takes a memory out, whichever analyser put it in; nothing happens when it is not in the index. */
  remove(characterNo: number, memoryNo: number): void {
    const { changes } = this.#statements.removeRecent.run(characterNo, memoryNo);
    if (changes === 0) retireMemory(this.#statements, characterNo, memoryNo);
  }

  /** After a change of content, session or time, or of the analyser. */
  reindex(entry: IndexEntry): void {
    this.remove(entry.characterNo, entry.memoryNo);
    this.add(entry);
  }

  /** What ranking needs to know for a query. */
  read(characterNo: number, query: AnalyzedQuery): SearchMaterial {
    return readMaterial(this.#statements, this.#vocabulary, characterNo, query);
  }

  /** Moves a character's recent memories into segments. */
  #settle(characterNo: number): void {
    const statements = this.#statements;
    const memories = statements.recent.all(characterNo).map(([passages, terms]) => unpackMemory(passages, terms));
    appendMemories(statements, characterNo, memories);
    statements.clearRecent.run(characterNo);
    this.#vocabulary.forget();
  }
}

/** So many memories at most wait outside the segments; a search looks through them one by one. */
const MOST_RECENT = 32;
