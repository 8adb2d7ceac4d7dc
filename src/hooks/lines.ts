import { readSync } from 'node:fs';

/** A longer line, without its data, is the output of some tool, not typed text. */
const maxLineLength = 4 * 1024 * 1024;
const chunkSize = 1024 * 1024;
/** In a line that is too long, strings of this length may be data, such as a picture. */
const fewestData = 64 * 1024;
/** The beginning of a string that is data: base64 or an address with it. Typed text has blanks, or other letters. */
const dataOnly = /^[\w+/=:;,.\\-]*$/;
const dataBeginning = 4096;
const quote = 34;
const backslash = 92;
const newline = 10;

/** What `eachLine` has read. */
export interface ReadLines {
  /** The position behind the last line. */
  position: number;
  /** Lines that were passed over. */
  tooLong: number;
}

/**
 * Calls `use` with every complete line between two positions, and with one line at least, however long it is. The data
 * in a long line is left out.
 * @param isWhole whether the last line of the file, without a newline, is complete
 */
export function eachLine(
  file: number,
  { start, end, size }: { start: number; end: number; size: number },
  use: (line: string) => void,
  isWhole: (line: string) => boolean,
): ReadLines {
  const read = { position: start, tooLong: 0 };
  let line = new Line();
  const take = (lineEnd: number) => {
    const text = line.text();
    if (text === undefined) read.tooLong++;
    else use(text);
    line = new Line();
    read.position = lineEnd;
  };
  const buffer = Buffer.alloc(Math.min(chunkSize, Math.max(0, size - start)));
  let at = start;
  while (at < end || (read.position === start && at < size)) {
    const count = readSync(file, buffer, 0, Math.min(buffer.length, size - at), at);
    if (count === 0) break;
    const chunk = buffer.subarray(0, count);
    let from = 0;
    for (let stop = chunk.indexOf(newline); stop >= 0; stop = chunk.indexOf(newline, from)) {
      line.add(chunk.subarray(from, stop));
      take(at + stop + 1);
      from = stop + 1;
    }
    line.add(chunk.subarray(from));
    at += count;
  }
  // A host may leave out the last line's end.
  const rest = at < size || line.isEmpty ? undefined : line.text();
  if (rest !== undefined && isWhole(rest)) take(at);
  return read;
}

/** The bytes of a line; of one that is too long, those that are left without its data. */
class Line {
  isEmpty = true;
  #parts: Buffer[] = [];
  #length = 0;
  #without: WithoutData | undefined;

  add(part: Buffer): void {
    if (part.length === 0) return;
    this.isEmpty = false;
    if (this.#without) {
      this.#without.add(part);
      return;
    }
    // The caller uses its buffer again.
    this.#keep(Buffer.from(part));
    if (this.#length <= maxLineLength) return;
    const all = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    this.#without = new WithoutData((kept) => this.#keep(kept));
    this.#without.add(all);
  }

  /** Undefined if it is too long. */
  text(): string | undefined {
    return this.#length > maxLineLength ? undefined : Buffer.concat(this.#parts).toString();
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > maxLineLength && this.#without) this.#parts = [];
    else this.#parts.push(part);
  }
}

/** Passes the bytes of JSON on, but empties strings that are data. */
class WithoutData {
  readonly #keep: (part: Buffer) => void;
  #isString = false;
  /** The beginning of a string that may be data; undefined once that is known. */
  #held: Buffer[] | undefined;
  #heldLength = 0;
  #isData = false;
  /** How many backslashes the string ends with so far. */
  #backslashes = 0;

  constructor(keep: (part: Buffer) => void) {
    this.#keep = keep;
  }

  add(part: Buffer): void {
    for (let from = 0; from < part.length; ) {
      const found = part.indexOf(quote, from);
      const end = found < 0 ? part.length : found;
      const between = Buffer.from(part.subarray(from, end));
      if (this.#isString) this.#addToString(between);
      else this.#keep(between);
      if (found >= 0) this.#addQuote();
      from = end + 1;
    }
  }

  #addQuote(): void {
    const sign = Buffer.from([quote]);
    if (!this.#isString) {
      this.#keep(sign);
      this.#begin();
    } else if (this.#backslashes % 2 === 1) this.#addToString(sign);
    else {
      for (const part of this.#held ?? []) this.#keep(part);
      this.#isString = false;
      this.#keep(sign);
    }
  }

  #begin(): void {
    this.#isString = true;
    this.#held = [];
    this.#heldLength = 0;
    this.#isData = false;
    this.#backslashes = 0;
  }

  #addToString(part: Buffer): void {
    let start = part.length;
    while (start > 0 && part[start - 1] === backslash) start--;
    this.#backslashes = part.length - start + (start === 0 ? this.#backslashes : 0);
    if (this.#isData) return;
    if (!this.#held) {
      this.#keep(part);
      return;
    }
    this.#held.push(part);
    this.#heldLength += part.length;
    if (this.#heldLength < fewestData) return;
    const held = Buffer.concat(this.#held);
    this.#held = undefined;
    this.#isData = dataOnly.test(held.toString('latin1', 0, dataBeginning));
    if (!this.#isData) this.#keep(held);
  }
}
