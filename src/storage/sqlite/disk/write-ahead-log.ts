import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

/** Sizes in bytes, of the file format of SQLite's write-ahead log (https://www.sqlite.org/fileformat2.html#walformat). */
const headerSize = 32;
const frameHeaderSize = 24;
const magic = 0x377f0682;

/**
 * How many committed bytes of a store's write-ahead log SQLite will not read: it silently stops at the first frame with
 * a wrong checksum. Call it before the store is opened, since opening discards them. 0 also where it can't be known: a
 * log cut off at its end looks complete, unless its index (the -shm file, of a process that died) shows more.
 */
export function lostBytes(path: string): number {
  const lost = measure(path);
  // Another process may just be writing; its frames are complete by now.
  return lost === 0 ? 0 : Math.min(lost, measure(path));
}

function measure(path: string): number {
  const index = read(`${path}-shm`);
  const log = read(`${path}-wal`);
  if (!log || log.length < headerSize) return 0;
  const header = readHeader(log);
  if (!header) return log.length - headerSize;
  const { frameSize, salts } = header;
  const committed = committedFrames(index, salts);
  const good = goodFrames(log, header);
  const known = committed ?? lastCommit(log, frameSize, salts, good);
  return Math.max(0, known - good) * frameSize;
}

interface Header {
  frameSize: number;
  /** Of this generation of the log: frames after its end are left from the one before and have other salts. */
  salts: Buffer;
  checksum: Checksum;
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Undefined for a header that is damaged: SQLite then reads nothing of the log. */
function readHeader(log: Buffer): Header | undefined {
  const first = log.readUInt32BE(0);
  if (first !== magic && first !== magic + 1) return undefined;
  const checksum = new Checksum(log, first === magic + 1);
  checksum.add(0, headerSize - 8);
  const frameSize = frameHeaderSize + log.readUInt32BE(8);
  return checksum.isAt(log, headerSize - 8) ? { frameSize, salts: log.subarray(16, 24), checksum } : undefined;
}

/** The number of the last frame that ends a transaction and up to which all frames are intact. */
function goodFrames(log: Buffer, { frameSize, salts, checksum }: Header): number {
  let good = 0;
  for (let frame = 1; ; frame++) {
    const at = headerSize + (frame - 1) * frameSize;
    if (at + frameSize > log.length || !salts.equals(log.subarray(at + 8, at + 16))) return good;
    checksum.add(at, 8);
    checksum.add(at + frameHeaderSize, frameSize - frameHeaderSize);
    if (!checksum.isAt(log, at + 16)) return good;
    if (endsTransaction(log, at)) good = frame;
  }
}

/** The number of the last complete frame of this generation, valid or not, that ends a transaction. */
function lastCommit(log: Buffer, frameSize: number, salts: Buffer, good: number): number {
  let last = good;
  for (let frame = good + 1; headerSize + frame * frameSize <= log.length; frame++) {
    const at = headerSize + (frame - 1) * frameSize;
    if (salts.equals(log.subarray(at + 8, at + 16)) && endsTransaction(log, at)) last = frame;
  }
  return last;
}

/** How many committed frames the index of the log has; undefined without one of this generation. */
function committedFrames(index: Buffer | undefined, salts: Buffer): number | undefined {
  const size = 48;
  if (!index || index.length < 2 * size) return undefined;
  const isWhole = index.subarray(0, size).equals(index.subarray(size, 2 * size));
  if (!isWhole || !salts.equals(index.subarray(32, 40))) return undefined;
  return new Uint32Array(Uint8Array.from(index.subarray(16, 20)).buffer)[0];
}

function endsTransaction(log: Buffer, frame: number): boolean {
  return log.readUInt32BE(frame + 4) !== 0;
}

/** The running checksum of the log, over pairs of 32-bit words in the log's byte order. */
class Checksum {
  readonly #words: Uint32Array;
  #a = 0;
  #b = 0;

  constructor(log: Buffer, isBigEndian: boolean) {
    // Copied, because a pooled buffer need not be aligned to four bytes; whole words only.
    const bytes = new Uint8Array(log.subarray(0, log.length - (log.length % 4)));
    if (isBigEndian !== (endianness() === 'BE')) Buffer.from(bytes.buffer).swap32();
    this.#words = new Uint32Array(bytes.buffer);
  }

  /** All of these are multiples of 8 bytes. */
  add(from: number, length: number): void {
    const words = this.#words;
    let a = this.#a;
    let b = this.#b;
    for (let at = from / 4, end = at + length / 4; at < end; at += 2) {
      a = (a + (words[at] as number) + b) | 0;
      b = (b + (words[at + 1] as number) + a) | 0;
    }
    this.#a = a;
    this.#b = b;
  }

  isAt(log: Buffer, at: number): boolean {
    return log.readInt32BE(at) === this.#a && log.readInt32BE(at + 4) === this.#b;
  }
}
