import { EndingList, lastLetters } from '../../../search/index/vocabulary.ts';
import type { Statements } from './statements.ts';

/** Lists kept at the most; a query asks for some for each of its words. */
const MOST_LISTS = 256;

/** After every letter. */
const LAST = '\u{10ffff}';

/**
 * The terms of the characters' segments. Those that begin or end alike are kept in memory: every query with an unknown
 * word, or with the same word, would read them again. A list is one of a version of the character's index.
 */
export class Vocabulary {
  readonly #statements: Statements;
  readonly #lists = new Map<string, readonly string[]>();
  readonly #endings = new Map<string, EndingList>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The terms that begin so. To be called within a transaction, like everything that reads the index. */
  beginning(characterNo: number, version: number, beginning: string): readonly string[] {
    return this.#kept(this.#lists, `${characterNo} ${version} ${beginning}`, () =>
      this.#statements.vocabularyFrom.all(characterNo, beginning, beginning + LAST),
    );
  }

  /** The terms that end so, of at least two letters. */
  ending(characterNo: number, version: number, ending: string): readonly string[] {
    const last = lastLetters(ending);
    const terms = this.#kept(
      this.#endings,
      `${characterNo} ${version} ${last}`,
      () => new EndingList(this.#statements.vocabularyEnding.all(characterNo, last)),
    );
    return terms.ending(ending);
  }

  #kept<List>(lists: Map<string, List>, key: string, read: () => List): List {
    const list = lists.get(key) ?? read();
    // LRU: the least recently used first.
    lists.delete(key);
    lists.set(key, list);
    for (const oldest of lists.keys()) {
      if (lists.size <= MOST_LISTS) break;
      lists.delete(oldest);
    }
    return list;
  }
}
