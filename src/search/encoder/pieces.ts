import type { ModelFile } from './model-file.ts';

/** Of longer texts only the beginning counts: more than the pieces that the network reads. */
export const maxTextLength = 4_000;
/** A log probability below the rarest piece's, for a character that no piece covers. */
const penalty = 10;

/** A text in pieces. */
export interface Cut {
  /** The number of each piece's row in the table; 0 for what no piece covers. */
  numbers: number[];
  /** What each stands for, with U+2581 for a space; of a run that no piece covers, its last character. */
  texts: string[];
}

/**
 * The pieces of texts: the most probable segmentation by a unigram model (Kudo, "Subword Regularization", 2018). The pieces
 * are sorted by their bytes in UTF-8 and looked up in place, by binary search for one byte after the other.
 */
export class Pieces {
  readonly #strings: Uint8Array;
  /** Where each piece's bytes start, and where the last one's end. */
  readonly #starts: Uint32Array;
  readonly #scores: Uint16Array;
  readonly #lowest: number;
  readonly #scoreStep: number;

  constructor(file: ModelFile) {
    const { lowest, scoreStep } = file.head;
    this.#starts = file.integers('starts');
    this.#strings = file.bytes('strings');
    this.#scores = file.halves('scores');
    this.#lowest = lowest;
    this.#scoreStep = scoreStep;
  }

  /** At most `most` pieces. */
  cut(text: string, most: number): Cut {
    const bytes = Buffer.from(prepared(text));
    const best = new Float64Array(bytes.length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(bytes.length + 1);
    const rows = new Int32Array(bytes.length + 1);
    best[0] = 0;
    const offer = (start: number, end: number, row: number, score: number) => {
      if (best[start]! + score <= best[end]!) return;
      best[end] = best[start]! + score;
      from[end] = start;
      rows[end] = row;
    };
    for (let start = 0, next = 0; start < bytes.length; start = next) {
      next = start + lengthOf(bytes[start]!);
      let isCovered = false;
      for (const [end, piece] of this.#beginning(bytes, start)) {
        if (end === next) isCovered = true;
        offer(start, end, piece + 1, this.#lowest + this.#scores[piece]! * this.#scoreStep);
      }
      if (!isCovered) offer(start, next, 0, this.#lowest - penalty);
    }
    return chosen(bytes, from, rows, most);
  }

  /** The log probability of the piece that a whole word is; undefined where none is. */
  probabilityOf(word: string): number | undefined {
    const bytes = Buffer.from(prepared(word));
    const [, piece] = this.#beginning(bytes, 0).find(([end]) => end === bytes.length) ?? [];
    return piece === undefined ? undefined : this.#lowest + this.#scores[piece]! * this.#scoreStep;
  }

  /** Where pieces end that start here, and their numbers, the shortest first. */
  #beginning(bytes: Uint8Array, start: number): [end: number, piece: number][] {
    const found: [number, number][] = [];
    let low = 0;
    let high = this.#scores.length;
    for (let at = start; at < bytes.length; at++) {
      low = this.#first(low, high, at - start, bytes[at]!);
      high = this.#first(low, high, at - start, bytes[at]! + 1);
      if (low === high) break;
      if (this.#starts[low + 1]! - this.#starts[low]! === at - start + 1) found.push([at + 1, low]);
    }
    return found;
  }

  /** The first of a range of pieces whose byte at a place is not below the given one; pieces that are shorter come first. */
  #first(low: number, high: number, place: number, byte: number): number {
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.#starts[middle]! + place;
      if (at < this.#starts[middle + 1]! && this.#strings[at]! >= byte) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** NFKC, a mark in place of each run of white space and before the first word. */
function prepared(text: string): string {
  const normal = text.trim().slice(0, maxTextLength).normalize('NFKC').slice(0, maxTextLength).trim();
  return `\u2581${normal.replace(/\s+/gu, '\u2581')}`;
}

/** Bytes of a character in UTF-8, by its first one. */
function lengthOf(byte: number): number {
  if (byte < 0xc0) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

/** The best way, back from the end; neighbours that no piece covers are one piece. */
function chosen(bytes: Buffer, from: Int32Array, rows: Int32Array, most: number): Cut {
  const pieces: { row: number; text: string }[] = [];
  for (let end = bytes.length; end > 0; end = from[end]!) {
    const row = rows[end]!;
    if (row === 0 && pieces.at(-1)?.row === 0) continue;
    pieces.push({ row, text: bytes.toString('utf8', from[end]!, end) });
  }
  const first = pieces.reverse().slice(0, most);
  return { numbers: first.map(({ row }) => row), texts: first.map(({ text }) => text) };
}
