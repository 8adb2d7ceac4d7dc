/* The decompressed size of packed data, without unpacking it: ISO 32000-1, 7.4.4 (LZW) and 7.4.5 (run lengths). */

const clear = 256;
const endOfData = 257;
const maxCodes = 4_096;

/** LZW with codes of 9 to 12 bits, which grow one code early, as PDF has it. */
export function sizeOfLzw(data: Uint8Array): number {
  /** The output length of each code. */
  const lengths = new Uint32Array(maxCodes).fill(1, 0, clear);
  let next = endOfData + 1;
  let width = 9;
  let before = 0;
  let size = 0;
  let bits = 0;
  let held = 0;
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xfffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === endOfData) break;
    if (code === clear) {
      next = endOfData + 1;
      width = 9;
      before = 0;
      continue;
    }
    // A code that is not in the table yet is the entry that is being made: the last one plus its own first byte.
    const length = code < next ? (lengths[code] ?? 0) : before + 1;
    if (before > 0 && next < maxCodes) lengths[next++] = before + 1;
    size += length;
    before = length;
    if (next + 1 >= 1 << width && width < 12) width++;
  }
  return size;
}

/** Runs: up to 127 says how many bytes are copied, from 129 on how often the next is repeated; 128 ends. */
export function sizeOfRunLengths(data: Uint8Array): number {
  let size = 0;
  for (let at = 0; at < data.length; ) {
    const length = data[at] as number;
    if (length === 128) break;
    size += length < 128 ? length + 1 : 257 - length;
    at += length < 128 ? length + 2 : 2;
  }
  return size;
}
