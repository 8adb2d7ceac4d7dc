import { hash } from '../text/fingerprint.ts';

/**
 * The terms of a segment as a Bloom filter ("Space/Time Trade-offs in Hash Coding with Allowable Errors", 1970). Most
 * terms are in few segments, and reading a term's postings costs as much as a hundred checks here.
 */
const FILTER_BYTES = 4096;
const LOG_BITS = 15;
const MASK = (1 << LOG_BITS) - 1;
const BITS_A_TERM = 3;

/** The filter of these terms and of those of a filter before. */
export function filterOf(terms: Iterable<string>, before?: Uint8Array): Uint8Array {
  const filter = before === undefined ? new Uint8Array(FILTER_BYTES) : Uint8Array.from(before);
  for (const term of terms) {
    const hashed = hash(term);
    for (let i = 0; i < BITS_A_TERM; i++) {
      const bit = bitOf(hashed, i);
      filter[bit >> 3]! |= 1 << (bit & 7);
    }
  }
  return filter;
}

/** Whether a term of this hash may be among those of a filter. */
export function mayHold(filter: Uint8Array, hashed: number): boolean {
  for (let i = 0; i < BITS_A_TERM; i++) {
    const bit = bitOf(hashed, i);
    if ((filter[bit >> 3]! & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

function bitOf(hashed: number, i: number): number {
  return (hashed + i * ((hashed >>> LOG_BITS) | 1)) & MASK;
}
