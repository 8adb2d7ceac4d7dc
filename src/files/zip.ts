import { inflateRawSync } from 'node:zlib';
import { unreadable } from './document.ts';

/** What the parts may weigh together once unpacked, and those that are parsed (pictures are not). */
const maxUnpacked = 60 * 1024 * 1024;
const maxParsed = 12 * 1024 * 1024;
const maxEntries = 5_000;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;

interface Entry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}

/**
 * Refuses a zip archive that unpacks to more than it may: by the sizes its directory declares and, since those can
 * lie, by unpacking every part with that size as the limit. InvalidInput: too large, damaged, encrypted, no zip.
 */
export function checkZip(bytes: Uint8Array): Set<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const entries = directory(bytes, view);
    refuseAbove(maxUnpacked, entries);
    refuseAbove(
      maxParsed,
      entries.filter(({ name }) => /\.(?:xml|rels)$/i.test(name)),
    );
    for (const entry of entries) checkEntry(bytes, view, entry);
    return new Set(entries.map(({ name }) => name));
  } catch (error) {
    if (error instanceof RangeError) throw unreadable('its zip archive is damaged');
    throw error;
  }
}

function refuseAbove(limit: number, entries: Entry[]): void {
  const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
  if (total > limit) throw unreadable(`its text unpacks to ${Math.ceil(total / 1024 / 1024)} MiB`);
}

function directory(bytes: Uint8Array, view: DataView): Entry[] {
  let end = bytes.byteLength - 22;
  const lowest = Math.max(0, end - 65_535);
  while (end >= lowest && view.getUint32(end, true) !== endSignature) end--;
  if (end < lowest) throw unreadable('it is not a zip archive');
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw unreadable(`its archive has ${count} parts`);
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== entrySignature) throw unreadable('its zip archive is damaged');
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

function checkEntry(bytes: Uint8Array, view: DataView, { method, packed, unpacked, offset }: Entry): void {
  if (view.getUint32(offset, true) !== localSignature) throw unreadable('its zip archive is damaged');
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > bytes.byteLength) throw unreadable('its zip archive is damaged');
  if (method === 0 && packed === unpacked) return;
  if (method !== 8) throw unreadable('its zip archive is packed in an unknown way');
  try {
    const { length } = inflateRawSync(bytes.subarray(start, start + packed), {
      maxOutputLength: Math.max(unpacked, 1),
    });
    if (length === unpacked) return;
  } catch {
    // Larger than declared, or no deflate stream: answered below.
  }
  throw unreadable('its zip archive does not hold what its directory declares');
}
