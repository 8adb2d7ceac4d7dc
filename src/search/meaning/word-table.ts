import { hash } from '../text/fingerprint.ts';

/** Numbers of a meaning. */
export const MEANING_SIZE = 96;

/** Of longer texts only the beginning counts. */
const LONGEST = 4_000;

/**
 * The vectors of common English words, with weights. Words are identified by their hashes, so nothing is parsed: the
 * table is a view of the file's bytes (see README.md).
 */
export class WordTable {
  readonly #hashes: Int32Array;
  readonly #weights: Float32Array;
  /** Two numbers a byte, 8 added to each. */
  readonly #rows: Uint8Array;

  /** Throws an Error for bytes that are no table. */
  constructor(given: Uint8Array) {
    const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given);
    const [count = 0, size] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
    if (size !== MEANING_SIZE || bytes.byteLength !== 8 + count * (8 + size / 2)) throw new Error('no table of words');
    this.#hashes = new Int32Array(bytes.buffer, bytes.byteOffset + 8, count);
    this.#weights = new Float32Array(bytes.buffer, bytes.byteOffset + 8 + 4 * count, count);
    this.#rows = bytes.subarray(8 + 8 * count);
  }

  /** Whether a word, in lower case without marks, is a common one. */
  knows(word: string): boolean {
    return this.#find(word) >= 0;
  }

  /**
   * The vector of a text: the weighted sum of its words' vectors, at length 1; undefined without a known word. (Arora,
   * Liang and Ma, "A Simple but Tough-to-Beat Baseline for Sentence Embeddings", 2017.)
   */
  meaningOf(text: string): Float64Array | undefined {
    const sum = new Float64Array(MEANING_SIZE);
    let known = false;
    for (const [word] of text.slice(0, LONGEST).toLowerCase().normalize('NFKD').matchAll(WORD)) {
      const at = this.#find(word);
      if (at < 0) continue;
      known = true;
      this.#add(sum, at);
    }
    return known ? atLengthOne(sum) : undefined;
  }

  #add(sum: Float64Array, word: number): void {
    const weight = this.#weights[word]!;
    const first = (word * MEANING_SIZE) / 2;
    for (let i = 0; i < MEANING_SIZE / 2; i++) {
      const pair = this.#rows[first + i]!;
      sum[2 * i]! += weight * ((pair & 15) - 8);
      sum[2 * i + 1]! += weight * ((pair >> 4) - 8);
    }
  }

  /** Binary search; -1 for an unknown word. */
  #find(word: string): number {
    const wanted = hash(word);
    let low = 0;
    let high = this.#hashes.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#hashes[middle]!;
      if (found === wanted) return middle;
      if (found < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

const WORD = /[a-z]+|\d+/g;

export function atLengthOne(vector: Float64Array): Float64Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i]! * vector[i]!;
  const length = Math.sqrt(squares);
  return length === 0 ? vector : vector.map((part) => part / length);
}
