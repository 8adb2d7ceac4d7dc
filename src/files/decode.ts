import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { ServiceError } from '../domain/errors.ts';
import { type FileEncoding, maxFileBytes } from '../domain/file.ts';
import { mended } from '../domain/text.ts';
import { decoded, legacyTextOf } from './legacy-encoding.ts';

/** The bytes of a pushed text. InvalidInput, naming `field`: bad base64, more than `most` bytes. */
export function decodeContent(
  content: string,
  encoding: FileEncoding,
  field: string,
  most: number = maxFileBytes,
): Uint8Array {
  const bytes = encoding === 'base64' ? fromBase64(content, field) : new TextEncoder().encode(content);
  if (bytes.byteLength <= most) return bytes;
  throw new ServiceError(
    'InvalidInput',
    `${field} is ${bytes.byteLength} bytes; at most ${most} (${most / 1024 ** 2} MiB) are taken.`,
  );
}

function fromBase64(content: string, field: string): Uint8Array {
  const text = content.replace(/[\r\n]+/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64').replace(/={1,2}$/, '') === text.replace(/={1,2}$/, '') && text.length % 4 !== 1)
    return bytes;
  throw new ServiceError('InvalidInput', `${field} is not valid base64.`);
}

/** The wire form of bytes: as text if they are text, so that they come back byte for byte. */
export function encodingOf(bytes: Uint8Array): FileEncoding {
  return isUtf8(bytes) ? 'utf8' : 'base64';
}

/** Bytes in their wire form, with a byte order mark. */
export function encodeContent(bytes: Uint8Array, encoding: FileEncoding): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
}

/** Lower-case hexadecimal, as a checksum is given. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** UTF-8 (with a byte order mark), or undefined for invalid bytes. */
function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-16 by its byte order mark, or by the zeros of a text that is mostly ASCII. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 512);
  if (head.length < 4 || bytes.length % 2 !== 0 || !head.includes(0)) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [high = 0, low = 0] = zeros;
  const most = head.length * 0.4;
  return low > most && high === 0 ? 'utf-16le' : high > most && low === 0 ? 'utf-16be' : undefined;
}

/** ISO-2022-JP, which is ASCII with escapes. */
function shiftedText(bytes: Uint8Array): string | undefined {
  const shift = bytes.subarray(0, looked).indexOf(0x1b);
  return shift >= 0 && bytes[shift + 1] === 0x24 ? decoded('iso-2022-jp', bytes) : undefined;
}

/** Text in the encoding that HTML or XML names in its beginning. */
function declaredText(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  if (!head.trimStart().startsWith('<')) return undefined;
  const label = /(?:charset|encoding)\s?=\s?["']?([\w-]{2,30})/i.exec(head)?.[1];
  return label === undefined ? undefined : decoded(label, bytes);
}

/** From this share of control characters in its beginning on, a file is not treated as text. */
const binaryShare = 0.1;
const looked = 8_192;

/**
 * The bytes as text for reading: repaired (see domain/text), without a byte order mark. UTF-16 is recognised by its
 * mark or its zeros, an encoding before Unicode by the document's own word or by its letters. Undefined if they are no
 * text: full of control characters, or of an encoding that is not recognised.
 */
export function textOf(bytes: Uint8Array): string | undefined {
  const wide = wideEncoding(bytes);
  const text = wide
    ? new TextDecoder(wide).decode(bytes)
    : (shiftedText(bytes) ?? strictUtf8(bytes) ?? declaredText(bytes) ?? legacyTextOf(bytes));
  if (text === undefined) return undefined;
  const head = text.slice(0, looked);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these tell binary data from text
  const strange = head.match(/[\0-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return strange > head.length * binaryShare ? undefined : mended(text.replace(/^\uFEFF/, ''));
}
