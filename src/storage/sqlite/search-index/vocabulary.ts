import type { Statements } from './statements.ts';

/** Lists kept at the most; a query asks for one or two for each of its words. */
const MOST_LISTS = 64;

/** After every letter. */
const LAST = '\u{10ffff}';

/**
 * The terms of the characters' segments. Those that begin alike are kept in memory while nothing is written: every query
 * with an unknown word, or with the same word, would read them again.
 */
export class Vocabulary {
  readonly #statements: Statements;
  readonly #lists = new Map<string, readonly string[]>();
  /** Changes when another process has written. */
  #version = -1;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The terms that begin so. To be called within a transaction, like everything that reads the index. */
  beginning(characterNo: number, beginning: string): readonly string[] {
    const version = this.#statements.dataVersion.get()!;
    if (version !== this.#version) this.forget();
    this.#version = version;
    const key = `${characterNo} ${beginning}`;
    const kept = this.#lists.get(key);
    if (kept) return kept;
    if (this.#lists.size >= MOST_LISTS) this.forget();
    const read = this.#statements.vocabularyFrom.all(characterNo, beginning, beginning + LAST);
    this.#lists.set(key, read);
    return read;
  }

  /** The terms that end so. */
  ending(characterNo: number, ending: string): readonly string[] {
    return this.#statements.vocabularyEnding.all(characterNo, ending, -ending.length, ending);
  }

  /** To be called when this process adds terms. */
  forget(): void {
    this.#lists.clear();
  }
}
