import type { Occurrences } from '../../../domain/search-index.ts';

/** Passages of a segment, and words of a passage: nine and seven bits make an occurrence of sixteen. */
export const SEGMENT_PASSAGES = 512;
const POSITION_BITS = 7;
const POSITION_MASK = (1 << POSITION_BITS) - 1;

/** Two bytes an occurrence, low byte first, in ascending order: so a term's occurrences grow by appending. */
export function packPostings(passage: number, positions: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(positions.length * 2);
  positions.forEach((position, i) => {
    const value = (passage << POSITION_BITS) | position;
    bytes[2 * i] = value & 0xff;
    bytes[2 * i + 1] = value >> 8;
  });
  return bytes;
}

/** Calls back with the passage and position of each occurrence. */
export function eachPosting(bytes: Uint8Array, visit: (passage: number, position: number) => void): void {
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const value = bytes[at]! | (bytes[at + 1]! << 8);
    visit(value >> POSITION_BITS, value & POSITION_MASK);
  }
}

/** A term's bytes in one segment, with what each passage of the segment is called in the passage table (-1: retired). */
export interface SegmentPostings {
  readonly bytes: Uint8Array;
  readonly rows: Int32Array;
}

/** The occurrences of a term in all segments, given in the order of the passage table, without retired passages. */
export function readOccurrences(segments: readonly SegmentPostings[]): Occurrences {
  let most = 0;
  for (const { bytes } of segments) most += bytes.length >> 1;
  const passages = new Int32Array(most);
  const starts = new Int32Array(most + 1);
  const positions = new Uint8Array(most);
  let count = 0;
  let total = 0;
  for (const { bytes, rows } of segments) {
    let last = -1;
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      const value = bytes[at]! | (bytes[at + 1]! << 8);
      const row = rows[value >> POSITION_BITS]!;
      if (row < 0) continue;
      if (row !== last) {
        passages[count] = row;
        starts[count++] = total;
        last = row;
      }
      positions[total++] = value & POSITION_MASK;
    }
  }
  starts[count] = total;
  return {
    passages: passages.subarray(0, count),
    starts: starts.subarray(0, count + 1),
    positions: positions.subarray(0, total),
  };
}

/** Several terms taken as one. */
export function mergeOccurrences(lists: readonly Occurrences[]): Occurrences {
  if (lists.length === 1) return lists[0]!;
  const places: number[] = [];
  for (const { passages, starts, positions } of lists) {
    passages.forEach((passage, i) => {
      for (let p = starts[i]!; p < starts[i + 1]!; p++) places.push(passage * (POSITION_MASK + 1) + positions[p]!);
    });
  }
  const passages: number[] = [];
  const starts: number[] = [];
  const sorted = Float64Array.from(new Set(places)).sort();
  sorted.forEach((place, i) => {
    const passage = Math.floor(place / (POSITION_MASK + 1));
    if (passage === passages.at(-1)) return;
    passages.push(passage);
    starts.push(i);
  });
  starts.push(sorted.length);
  return {
    passages: Int32Array.from(passages),
    starts: Int32Array.from(starts),
    positions: Uint8Array.from(sorted, (place) => place % (POSITION_MASK + 1)),
  };
}
