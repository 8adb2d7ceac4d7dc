import { hash } from '../text/fingerprint.ts';

/** How many blocks the postings of a segment are divided into. */
export const BUCKETS = 128;

/** The block of a segment with a term. */
export function bucketOf(term: string): number {
  return (hash(term) >>> 0) % BUCKETS;
}

/**
 * The postings of several terms in one value, for stores that pay for each row. For each term: the lengths of its UTF-8
 * and of its postings (LEB128: seven bits a byte, the lowest first), its text, its postings.
 */
export function packBlock(terms: Iterable<readonly [term: string, postings: Uint8Array]>): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [term, postings] of terms) {
    const text = Buffer.from(term);
    parts.push(packLengths(text.length, postings.length), text, postings);
  }
  return Buffer.concat(parts);
}

function packLengths(...lengths: number[]): Uint8Array {
  const bytes: number[] = [];
  for (let length of lengths) {
    for (; length > 0x7f; length >>>= 7) bytes.push((length & 0x7f) | 0x80);
    bytes.push(length);
  }
  return Uint8Array.from(bytes);
}

/** Walks a block without allocating: a search reads very many. */
class BlockReader {
  textAt = 0;
  textLength = 0;
  postingsLength = 0;
  readonly #block: Uint8Array;
  #at = 0;

  constructor(block: Uint8Array) {
    this.#block = block;
  }

  /** Goes on to the next term; false after the last. */
  next(): boolean {
    if (this.#at >= this.#block.length) return false;
    this.textLength = this.#length();
    this.postingsLength = this.#length();
    this.textAt = this.#at;
    this.#at += this.textLength + this.postingsLength;
    return true;
  }

  holds(text: Uint8Array): boolean {
    if (this.textLength !== text.length) return false;
    for (let i = 0; i < text.length; i++) if (this.#block[this.textAt + i] !== text[i]) return false;
    return true;
  }

  get text(): string {
    return Buffer.from(this.#block.buffer, this.#block.byteOffset + this.textAt, this.textLength).toString();
  }

  get postings(): Uint8Array {
    const from = this.textAt + this.textLength;
    return this.#block.subarray(from, from + this.postingsLength);
  }

  #length(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#block[this.#at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
}

/** The postings of a term, given in UTF-8; undefined when the block does not have it. */
export function postingsIn(block: Uint8Array, term: Uint8Array): Uint8Array | undefined {
  const reader = new BlockReader(block);
  while (reader.next()) if (reader.holds(term)) return reader.postings;
  return undefined;
}

export function unpackBlock(block: Uint8Array): Map<string, Uint8Array> {
  const terms = new Map<string, Uint8Array>();
  const reader = new BlockReader(block);
  while (reader.next()) terms.set(reader.text, reader.postings);
  return terms;
}
