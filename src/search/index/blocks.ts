import { hash } from '../text/fingerprint.ts';

/** How many blocks the postings of a segment are divided into. */
export const BUCKETS = 128;

/** The block of a segment that holds a term. */
export function bucketOf(term: string): number {
  return (hash(term) >>> 0) % BUCKETS;
}

/**
 * The postings of several terms as one value: for each term the lengths of its UTF-8 and of its postings (LEB128: seven
 * bits a byte, the lowest first), its text, its postings. A store that pays for each row keeps these in place of a row a
 * term.
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

/** Calls back with each term of a block and its postings. */
export function eachTerm(block: Uint8Array, visit: (term: Buffer, postings: Uint8Array) => void): void {
  const { buffer, byteOffset } = block;
  let at = 0;
  const length = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = block[at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < block.length) {
    const textLength = length();
    const postingsLength = length();
    const text = Buffer.from(buffer, byteOffset + at, textLength);
    at += textLength;
    visit(text, block.subarray(at, at + postingsLength));
    at += postingsLength;
  }
}

export function unpackBlock(block: Uint8Array): Map<string, Uint8Array> {
  const terms = new Map<string, Uint8Array>();
  eachTerm(block, (term, postings) => terms.set(term.toString(), postings));
  return terms;
}
