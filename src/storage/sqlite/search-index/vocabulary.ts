import type { Statements } from './statements.ts';

/** Lists kept at the most; a query asks for one for each of its unknown words. */
const MOST_LISTS = 64;

/** After every letter. */
const LAST = '\u{10ffff}';

/**
 * The terms of the characters' segments. Those that begin with a letter are kept in memory while nothing is written:
 * every query with an unknown word would read them again.
 */
export class Vocabulary {
  readonly #statements: Statements;
  readonly #lists = new Map<string, readonly string[]>();
  /** Changes when another process has written. */
  #version = -1;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The terms that begin with a letter. To be called within a transaction, like everything that reads the index. */
  beginning(characterNo: number, letter: string): readonly string[] {
    const version = this.#statements.dataVersion.get()!;
    if (version !== this.#version) this.forget();
    this.#version = version;
    const key = `${characterNo} ${letter}`;
    const kept = this.#lists.get(key);
    if (kept) return kept;
    if (this.#lists.size >= MOST_LISTS) this.forget();
    const read = this.#statements.vocabularyFrom.all(characterNo, letter, letter + LAST);
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
