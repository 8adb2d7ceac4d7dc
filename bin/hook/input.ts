import type { Readable } from 'node:stream';
import { isObject, parsed } from '../../src/hooks/json.ts';

/** The most that a host sends: all messages of a session. */
const maxInput = 64 * 1024 * 1024;
/** How long the hook waits for more input after what is no complete JSON object: a host may leave the pipe open. */
const silenceMs = 2_000;

/**
 * The text of a host's JSON object: all that comes until the object is complete or the stream ends. In UTF-8 or, as
 * Windows may write it, in UTF-16; without a byte order mark.
 */
export async function readInput(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  /** The size at which the text is parsed next: not at each chunk of a large one. */
  let parsedAt = 0;
  let text: string | undefined;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, silenceMs);
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      timer.refresh();
      if (size > maxInput) return reject(new Error('standard input is too large'));
      chunks.push(chunk);
      if (size < parsedAt || !endsObject(chunk)) return;
      parsedAt = size * 2;
      const whole = textOf(Buffer.concat(chunks));
      if (!isObject(parsed(whole))) return;
      text = whole;
      resolve();
    });
    stream.once('end', resolve);
    stream.once('error', reject);
    stream.once('close', () => clearTimeout(timer));
  }).finally(() => stream.destroy());
  return text ?? textOf(Buffer.concat(chunks));
}

/** Whether it ends with a brace, blanks and the NULs of UTF-16 apart. */
function endsObject(chunk: Buffer): boolean {
  let end = chunk.length;
  while (end > 0 && blanks.has(chunk[end - 1] ?? 0)) end--;
  return chunk[end - 1] === 0x7d;
}

const blanks = new Set([0, 9, 10, 13, 32]);

/** A byte order mark names the encoding; without one, the first letter of JSON shows UTF-16 by its NUL. */
export function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text =
    isLittle && bytes.length > 1
      ? bytes.toString('utf16le')
      : isBig && bytes.length > 1
        ? Buffer.from(even).swap16().toString('utf16le')
        : bytes.toString();
  return text.replace(/^\uFEFF+/, '');
}
