import { constants, inflateSync } from 'node:zlib';
import { unreadable } from '../document.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { streamOpener } from './pdf-encryption.ts';
import { sizeOfLzw, sizeOfRunLengths } from './pdf-filters.ts';

/** Filters whose output may be much longer than their input (ISO 32000-1, 7.4), by their long and short names. */
const expanding = /\/(FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)(?![A-Za-z])/g;
/** The largest expansion of a byte of deflated data (RFC 1951), and of LZW, which is the largest of all. */
const worstOfFlate = 1_032;
const worstOfAny = 1_366;

interface Unfolded {
  size: number;
  /** The data, where it was unfolded to count it. */
  data?: Buffer;
}

/**
 * Refuses a PDF whose decompressed streams exceed the limits: the library decompresses any stream completely. A stream
 * that several pages show counts for each. Streams that need a password can't be measured.
 * @throws ServiceError InvalidContent naming the bound
 */
export function refuseUnbounded(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const source = file.toString('latin1');
  const open = streamOpener(source);
  const sizes = new Map<string, number>();
  const objects: string[] = [];
  let total = 0;
  let from = 0;
  for (const { 0: keyword, index } of source.matchAll(/(?<!end)stream(?:\r\n?|\n)/g)) {
    // Inside the data of the stream before.
    if (index < from) continue;
    const start = index + keyword.length;
    const head = source.slice(from, index);
    objects.push(head);
    const found = source.indexOf('endstream', start);
    const end = found < 0 ? source.length : found;
    from = end;
    const dictionary = plainNames(head.slice(head.lastIndexOf('obj')));
    const [, number, generation] = [...head.matchAll(/(\d{1,10})\s{1,9}(\d{1,5})\s{1,9}obj/g)].at(-1) ?? [];
    const stored = file.subarray(start, end);
    // Of all streams only those of cross-references are plain.
    const isSealed = open !== undefined && !/\/XRef(?!\w)/.test(dictionary);
    const plain = isSealed ? open(Number(number), Number(generation), stored) : stored;
    const { size, data } = unfolded(dictionary, plain);
    refuseBeyond(limits.streamBytes, size, 'bytes in one stream');
    total += size;
    refuseBeyond(limits.streamsBytes, total, 'bytes in its streams');
    if (number !== undefined) sizes.set(number, size);
    if (data && /\/ObjStm\b/.test(head)) objects.push(data.toString('latin1'));
  }
  objects.push(source.slice(from));
  refuseBeyond(limits.shownBytes, shown(objects, sizes), 'bytes on its pages');
}

/** A dictionary with normalised names: `/Fl#61te` is `/Flate`. */
function plainNames(dictionary: string): string {
  return dictionary.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function unfolded(dictionary: string, data: Buffer): Unfolded {
  const filters = [...dictionary.matchAll(expanding)].map(([, name]) => name as string);
  if (filters.length > 1) throw unreadable('a stream of it is packed more than once');
  if (/\/Filter\s{1,9}\d/.test(dictionary)) throw unreadable('a stream of it does not say how it is packed');
  const [filter] = filters;
  if (filter === undefined) return { size: data.byteLength };
  // Encoded in letters before it was packed, so only an upper limit of its size is known.
  if (/\/(?:ASCII|AHx|A85)/.test(dictionary))
    return { size: Math.min(data.byteLength * worstOfAny, limits.streamBytes) };
  if (filter.startsWith('Fl')) return inflated(data);
  return { size: filter.startsWith('LZW') ? sizeOfLzw(data) : sizeOfRunLengths(data) };
}

function inflated(data: Buffer): Unfolded {
  try {
    const unpacked = inflateSync(data, {
      maxOutputLength: limits.streamBytes,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return { size: unpacked.byteLength, data: unpacked };
  } catch (error) {
    if (error instanceof RangeError) return { size: limits.streamBytes + 1 };
    // Damaged or encrypted: the library may still read some of it.
    return { size: Math.min(data.byteLength * worstOfFlate, limits.streamBytes) };
  }
}

/** The contents of the pages: a stream as often as a page names it, also through a list that pages share. */
function shown(objects: readonly string[], sizes: ReadonlyMap<string, number>): number {
  const of = (references: string) =>
    [...references.matchAll(/(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R/g)].reduce(
      (sum, [, n]) => sum + (sizes.get(n as string) ?? 0),
      0,
    );
  const lists = new Map<string, number>();
  for (const part of objects) {
    for (const [, number, list] of part.matchAll(/(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj\s{0,9}\[([\d\sR]{0,20000})\]/g)) {
      lists.set(number as string, of(list as string));
    }
  }
  let total = 0;
  for (const part of objects) {
    for (const [, one, list] of part.matchAll(
      /\/Contents\s{0,9}(?:(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R|\[([\d\sR]{0,20000})\])/g,
    )) {
      total += one === undefined ? of(list as string) : (sizes.get(one) ?? lists.get(one) ?? 0);
    }
  }
  return total;
}
