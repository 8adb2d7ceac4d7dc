import { t } from '../../languages/translate.ts';

/** A file in an archive. */
interface Entry {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const [endSignature, entrySignature] = [0x06054b50, 0x02014b50];
const [stored, deflated] = [0, 8];
/** The end of an archive's directory with the longest possible comment (bytes). */
const maxEnd = 22 + 65_535;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * The files of a zip archive (APPNOTE 6.3, without ZIP64 and encryption) that `wants` asks for.
 * @param most the largest total size (bytes)
 * @throws Error with a sentence for the user
 */
export async function unzip(
  bytes: Uint8Array<ArrayBuffer>,
  wants: (name: string) => boolean,
  most: number,
): Promise<Entry[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - maxEnd && view.getUint32(end, true) !== endSignature) end--;
  if (end < 0 || view.getUint32(end, true) !== endSignature) throw new Error(t('It is no whole zip archive.'));
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff)
    throw new Error(t('The archive is too large for the browser: unpack it first.'));
  const entries: Entry[] = [];
  let sum = 0;
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) {
      throw new Error(t('The archive’s directory is damaged.'));
    }
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (name.endsWith('/') || !wants(name)) continue;
    if ((flags & 1) === 1) throw new Error(t('The archive is encrypted.'));
    sum += size;
    if (sum > most) throw new Error(t('The archive holds more than the browser can unpack: unpack it first.'));
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    entries.push({ name, bytes: await unpacked(bytes.subarray(from, from + packed), method, size) });
  }
  return entries;
}

async function unpacked(
  packed: Uint8Array<ArrayBuffer>,
  method: number,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (method === stored) return packed;
  if (method !== deflated) throw new Error(t('The archive is packed in a way that browsers don’t know.'));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  // Ignores the size that a damaged archive claims.
  const bytes = new Uint8Array(size);
  let at = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (at + part.value.length > size) throw new Error(t('The archive is damaged.'));
    bytes.set(part.value, at);
    at += part.value.length;
  }
  return bytes.subarray(0, at);
}
