import type { Statements } from './statements.ts';

/** Lists kept at the most; a query asks for some for each of its words. */
const MOST_LISTS = 256;

/** After every letter. */
const LAST = '\u{10ffff}';

/**
 * The terms of the characters' segments. Those that begin or end alike are kept in memory while nothing is written: every
 * query with an unknown word, or with the same word, would read them again.
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
    return this.#kept(`${characterNo} ${beginning}`, () =>
      this.#statements.vocabularyFrom.all(characterNo, beginning, beginning + LAST),
    );
  }

  /**
   * The terms that end so, of at least two letters. What ends in the same two letters is kept backwards and in order, so
   * that the many longer endings that a query asks for are found without a look at each term.
   */
  ending(characterNo: number, ending: string): readonly string[] {
    const last = [...ending].slice(-2).join('');
    const terms = this.#kept(`${characterNo} -${last}`, () =>
      this.#statements.vocabularyEnding.all(characterNo, last).map(backwards).sort(),
    );
    const wanted = backwards(ending);
    const found: string[] = [];
    for (let i = firstFrom(terms, wanted); i < terms.length && terms[i]!.startsWith(wanted); i++) {
      found.push(backwards(terms[i]!));
    }
    return found;
  }

  /** To be called when this process adds terms. */
  forget(): void {
    this.#lists.clear();
  }

  #kept(key: string, read: () => readonly string[]): readonly string[] {
    const version = this.#statements.dataVersion.get()!;
    if (version !== this.#version) this.forget();
    this.#version = version;
    const list = this.#lists.get(key) ?? read();
    // The least recently used first.
    this.#lists.delete(key);
    this.#lists.set(key, list);
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= MOST_LISTS) break;
      this.#lists.delete(oldest);
    }
    return list;
  }
}

/** By UTF-16 units, so that the same twice is the text again. */
function backwards(text: string): string {
  let turned = '';
  for (let i = text.length - 1; i >= 0; i--) turned += text[i];
  return turned;
}

/** Where in a sorted list the first is that does not stand before a text. */
function firstFrom(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
