import { Lru } from '../../../base/lru.ts';
import { EndingList, lastLetters } from '../../../search/index/vocabulary.ts';
import type { Statements } from './statements.ts';

/** The most cached lists; a query needs some for each of its words. */
const maxLists = 256;

/** After every letter. */
export const lastCodePoint = '\u{10ffff}';

/**
 * The terms of the characters' segments. Lists of terms with a common prefix or suffix are cached: every query with an
 * unknown word would read them again. A list belongs to one version of the character's index.
 */
export class Vocabulary {
  readonly #statements: Statements;
  readonly #lists = new Lru<string, readonly string[]>(maxLists);
  readonly #endings = new Lru<string, EndingList>(maxLists);

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The terms with this prefix. Must be called within a transaction, like all reads of the index. */
  beginning(characterNo: number, version: number, beginning: string): readonly string[] {
    return this.#cached(this.#lists, `${characterNo} ${version} ${beginning}`, () =>
      this.#statements.vocabularyFrom.all(characterNo, beginning, beginning + lastCodePoint),
    );
  }

  /** The terms with this suffix of at least two letters. */
  ending(characterNo: number, version: number, ending: string): readonly string[] {
    const last = lastLetters(ending);
    const terms = this.#cached(
      this.#endings,
      `${characterNo} ${version} ${last}`,
      () => new EndingList(this.#statements.vocabularyEnding.all(characterNo, last)),
    );
    return terms.ending(ending);
  }

  #cached<List>(lists: Lru<string, List>, key: string, read: () => List): List {
    const list = lists.get(key) ?? read();
    lists.set(key, list);
    return list;
  }
}
