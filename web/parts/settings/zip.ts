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

/** Numbers in little endian: those of two bytes and of four. */
function packed(...numbers: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** An archive of texts by their names. */
export function zipped(files: readonly { name: string; text: string }[]): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const put = (list: Uint8Array<ArrayBuffer>[], ...some: Uint8Array<ArrayBuffer>[]) => {
    list.push(...some);
    return some.reduce((sum, one) => sum + one.length, 0);
  };
  for (const { name, text } of files) {
    const [path, bytes] = [encoder.encode(name), encoder.encode(text)];
    const about = packed(
      ...([
        [2, version],
        [2, utf8],
        [2, 0],
        [2, 0],
        [2, firstDay],
      ] as const),
      ...([
        [4, crc32(bytes)],
        [4, bytes.length],
        [4, bytes.length],
        [2, path.length],
        [2, 0],
      ] as const),
    );
    const rest = packed([2, 0], [2, 0], [2, 0], [4, 0], [4, size]);
    put(directory, packed([4, centralHeader], [2, version]), about, rest, path);
    size += put(parts, packed([4, localHeader]), about, path, bytes);
  }
  const length = directory.reduce((sum, one) => sum + one.length, 0);
  const count = files.length;
  const foot = packed([4, end], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, size], [2, 0]);
  return new Blob([...parts, ...directory, foot], { type: 'application/zip' });
}
