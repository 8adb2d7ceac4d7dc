import { limits, refuseBeyond } from '../limits.ts';

/** The parts of SQLite's file format that decide how long reading takes: https://www.sqlite.org/fileformat2.html */
const fileHeaderBytes = 100;
const interiorIndex = 0x02;
const interiorTable = 0x05;
const leafIndex = 0x0a;
const leafTable = 0x0d;

/** A page that is used twice, is outside of the file or is not a page of a B-tree. */
export class DamagedPages extends Error {}

/** Where a cell keeps its payload. */
interface Payload {
  bytes: number;
  start: number;
  /** How much of it is in the cell. */
  local: number;
}

/**
 * Checks that no B-tree of the schema uses a page twice, and that no cells of a page overlap. SQLite does not check
 * this, so one child under many parents would give it endless rows. Also bounds the schema, because SQLite compares
 * each constraint of a table with all others. Linear.
 * @param file a whole database file
 * @throws DamagedPages, and ServiceError InvalidContent for a schema beyond its limit
 */
export function requireSeparatePages(file: Buffer): void {
  new PageWalk(file).walkAll();
}

class PageWalk {
  readonly #file: Buffer;
  readonly #pageSize: number;
  /** Bytes of a page without those reserved for extensions. */
  readonly #usable: number;
  readonly #used: Uint8Array;

  constructor(file: Buffer) {
    this.#file = file;
    const size = file.readUInt16BE(16);
    this.#pageSize = size === 1 ? 65_536 : size;
    this.#usable = this.#pageSize - file.readUInt8(20);
    if (this.#usable < 480) throw new DamagedPages('its pages are too small');
    this.#used = new Uint8Array(Math.floor(file.length / this.#pageSize) + 1);
  }

  walkAll(): void {
    const roots: number[] = [];
    let schemaBytes = 0;
    this.#walk(1, (payload) => {
      schemaBytes += payload.bytes;
      refuseBeyond(limits.schemaBytes, schemaBytes, 'bytes of table definitions');
      roots.push(rootPageOf(this.#whole(payload)));
    });
    for (const root of roots) if (root > 0) this.#walk(root);
  }

  /** Visits each page below a root. `read` is given the rows; without it their overflow pages are only counted. */
  #walk(root: number, read?: (payload: Payload) => void): void {
    const waiting = [root];
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
      const start = this.#use(page);
      const header = page === 1 ? start + fileHeaderBytes : start;
      const type = this.#file.readUInt8(header);
      const isInterior = type === interiorIndex || type === interiorTable;
      if (!isInterior && type !== leafIndex && type !== leafTable) throw new DamagedPages(`page ${page} is of no kind`);
      const cells = this.#file.readUInt16BE(header + 3);
      const pointers = header + (isInterior ? 12 : 8);
      const end = start + this.#usable;
      if (pointers + 2 * cells > end) throw new DamagedPages(`page ${page} has too many cells`);
      if (isInterior) waiting.push(this.#file.readUInt32BE(header + 8));
      let taken = pointers + 2 * cells - start;
      for (let i = 0; i < cells; i++) {
        const cell = start + this.#file.readUInt16BE(pointers + 2 * i);
        if (cell < pointers + 2 * cells || cell + 4 > end) throw new DamagedPages(`a cell lies outside page ${page}`);
        if (isInterior) waiting.push(this.#file.readUInt32BE(cell));
        if (type === interiorTable) {
          taken += 5;
        } else {
          const payload = this.#payload(type, cell, end);
          taken += payload.start + payload.local - cell;
          if (read && type === leafTable) read(payload);
          else this.#followOverflow(payload);
        }
        if (taken > this.#usable) throw new DamagedPages(`cells of page ${page} overlap`);
      }
    }
  }

  /** Where a page begins; each may be used once. */
  #use(page: number): number {
    if (page < 1 || page >= this.#used.length) throw new DamagedPages(`page ${page} is outside the file`);
    if (this.#used[page]) throw new DamagedPages(`page ${page} is used twice`);
    this.#used[page] = 1;
    return (page - 1) * this.#pageSize;
  }

  #payload(type: number, cell: number, end: number): Payload {
    const [bytes, after] = varint(this.#file, type === interiorIndex ? cell + 4 : cell, end);
    const at = type === leafTable ? varint(this.#file, after, end)[1] : after;
    const most = type === leafTable ? this.#usable - 35 : Math.floor(((this.#usable - 12) * 64) / 255) - 23;
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const spilled = least + ((bytes - least) % (this.#usable - 4));
    const local = bytes <= most ? bytes : spilled <= most ? spilled : least;
    if (at + local + (local < bytes ? 4 : 0) > end) throw new DamagedPages('a cell is cut off');
    return { bytes, start: at, local };
  }

  /** Uses the overflow pages of a payload, and hands each part of it to `take`. */
  #followOverflow({ bytes, start, local }: Payload, take?: (from: number, to: number) => void): void {
    let rest = bytes - local;
    if (rest === 0) return;
    let next = this.#file.readUInt32BE(start + local);
    while (rest > 0) {
      const page = this.#use(next);
      const length = Math.min(rest, this.#usable - 4);
      take?.(page + 4, page + 4 + length);
      rest -= length;
      next = this.#file.readUInt32BE(page);
    }
  }

  /** A payload with its overflow pages. */
  #whole(payload: Payload): Buffer {
    const parts = [this.#file.subarray(payload.start, payload.start + payload.local)];
    this.#followOverflow(payload, (from, to) => parts.push(this.#file.subarray(from, to)));
    return Buffer.concat(parts);
  }
}

/** SQLite's variable-length integer: seven bits a byte, eight in the ninth. */
function varint(bytes: Buffer, at: number, end: number): [value: number, after: number] {
  let value = 0;
  for (let i = 0; i < 9; i++) {
    if (at + i >= end) throw new DamagedPages('a number is cut off');
    const byte = bytes.readUInt8(at + i);
    if (i === 8) return [value * 256 + byte, at + 9];
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + i + 1];
  }
  return [value, at + 9];
}

/** Column `rootpage`, the fourth of a row of sqlite_schema; 0 without a B-tree. */
function rootPageOf(row: Buffer): number {
  const [headerBytes, first] = varint(row, 0, row.length);
  let at = first;
  if (headerBytes > row.length) throw new DamagedPages('a row of the schema is cut off');
  let value = headerBytes;
  for (let column = 0; column < 3; column++) {
    const [type, after] = varint(row, at, headerBytes);
    value += bytesOf(type);
    at = after;
  }
  const [type] = varint(row, at, headerBytes);
  if (type === 0 || type === 8) return 0;
  if (type === 9) return 1;
  // SQLite would take the page number from a text as well.
  if (type > 6) throw new DamagedPages('a root page is no integer');
  const length = bytesOf(type);
  if (value + length > row.length) throw new DamagedPages('a row of the schema is cut off');
  // A page number has 32 bits; a larger one leads out of any file.
  return length <= 6 ? row.readUIntBE(value, length) : Number(row.readBigUInt64BE(value));
}

/** How many bytes a value of a serial type has (§2.1). */
function bytesOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type] ?? 0;
}
