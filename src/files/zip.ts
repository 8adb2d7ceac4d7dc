import { inflateRawSync } from 'node:zlib';
import { unreadable } from './document.ts';
import { limits, refuseBeyond } from './limits.ts';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** A marker for numbers or sizes that only 64-bit records have. */
const in64Bits = 0xffffffff;

interface Entry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}

const what = 'bytes once unpacked';

/** A part of an archive, once unpacked. */
export type Parts = ReadonlyMap<string, Uint8Array>;

/**
 * Unpacks the wanted entries of a zip archive (PKWARE's APPNOTE, 32-bit records) and reads nothing else of it. The
 * total is limited while unpacking, because the archive may declare false sizes.
 * @param most bytes in all
 * @param left of these, where others were unpacked before
 * @throws ServiceError InvalidInput: damaged, encrypted, no zip; InvalidContent: too large
 */
export function unzip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  most: number = limits.unfoldedBytes,
  left = most,
): Parts {
  return guarded(bytes, (view) => {
    const parts = new Map<string, Uint8Array>();
    let room = left;
    for (const entry of directory(bytes, view)) {
      if (!isWanted(entry.name)) continue;
      if (parts.has(entry.name)) throw unreadable(`its zip archive holds "${entry.name}" twice`);
      const part = unpack(bytes, view, entry, (size) => refuseBeyond(most, size > room ? most + 1 : 0, what));
      room -= part.byteLength;
      parts.set(entry.name, part);
    }
    return parts;
  });
}

/** The names of the parts of an archive, in its order. Errors as `unzip`. */
export function namesIn(bytes: Uint8Array): string[] {
  return guarded(bytes, (view) => directory(bytes, view).map(({ name }) => name));
}

function guarded<T>(bytes: Uint8Array, read: (view: DataView) => T): T {
  try {
    return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

function damaged(): Error {
  return unreadable('its zip archive is damaged');
}

function directory(bytes: Uint8Array, view: DataView): Entry[] {
  let end = bytes.byteLength - 22;
  const lowest = Math.max(0, end - 65_535);
  while (end >= lowest && view.getUint32(end, true) !== endSignature) end--;
  if (end < lowest) throw unreadable('it is not a zip archive');
  const count = view.getUint16(end + 10, true);
  refuseBeyond(limits.parts, count, 'parts');
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== entrySignature) throw damaged();
    if (view.getUint16(at + 8, true) & 1) throw unreadable('it is encrypted');
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function unpack(bytes: Uint8Array, view: DataView, entry: Entry, requireRoom: (size: number) => void): Uint8Array {
  const { method, packed, unpacked, offset } = entry;
  if ([packed, unpacked, offset].includes(in64Bits)) throw unreadable('its zip archive has 64-bit records');
  if (view.getUint32(offset, true) !== localSignature) throw damaged();
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > bytes.byteLength) throw damaged();
  requireRoom(unpacked);
  const data = bytes.subarray(start, start + packed);
  const part = method === 0 ? data : method === 8 ? inflated(data, unpacked) : undefined;
  if (part === undefined) throw unreadable('its zip archive is packed in an unknown way');
  if (part.byteLength !== unpacked) throw directoryMismatch();
  return part;
}

/** Unpacks no more than was declared, which was found to be little enough. */
function inflated(data: Uint8Array, declared: number): Uint8Array {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(declared, 1) });
  } catch {
    throw directoryMismatch();
  }
}

function directoryMismatch(): Error {
  return unreadable('its zip archive does not hold what its directory declares');
}
