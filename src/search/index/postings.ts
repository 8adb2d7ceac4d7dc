/** The most passages of a segment (nine bits) and words of a passage (seven bits): an occurrence has sixteen. */
export const SEGMENT_PASSAGES = 512;
export const POSITION_BITS = 7;
export const POSITION_MASK = (1 << POSITION_BITS) - 1;

/** Two bytes an occurrence, low byte first, in ascending order. So occurrences are added by appending. */
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
