/** Makes ZIP archives without compression. */

const [localHeader, centralHeader, end] = [0x04034b50, 0x02014b50, 0x06054b50];
const version = 20;
/** Names are in UTF-8. */
const utf8 = 0x0800;
/** 1980-01-01, the first day that a ZIP can name. */
const firstDay = 0x21;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** The checksum of a file in a ZIP (CRC-32). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Numbers of two bytes and of four, in the byte order of a ZIP, which every machine with a browser has. */
const shorts = (...values: number[]) => new Uint8Array(Uint16Array.from(values).buffer);
const longs = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0);

/** An archive of texts by their names. */
export function zipped(files: readonly { name: string; text: string }[]): Blob {
  const encoder = new TextEncoder();
  const content: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (const { name, text } of files) {
    const [path, bytes] = [encoder.encode(name), encoder.encode(text)];
    const about = [
      shorts(version, utf8, 0, 0, firstDay),
      longs(crc32(bytes), bytes.length, bytes.length),
      shorts(path.length, 0),
    ];
    const file = [longs(localHeader), ...about, path, bytes];
    directory.push(longs(centralHeader), shorts(version), ...about, shorts(0, 0, 0), longs(0, size), path);
    content.push(...file);
    size += lengthOf(file);
  }
  const count = files.length;
  const foot = [longs(end), shorts(0, 0, count, count), longs(lengthOf(directory), size), shorts(0)];
  return new Blob([...content, ...directory, ...foot], { type: 'application/zip' });
}
