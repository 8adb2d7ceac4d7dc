import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readInput } from '../../bin/hook/input.ts';

const given = JSON.stringify({ session_id: 'one', prompt: 'Größe ≻ {"x": "}"} 量\n' });
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** What is read of these chunks, on a pipe that stays open. */
function readOpen(...chunks: (Buffer | string)[]): Promise<string> {
  const stream = new PassThrough();
  const read = readInput(stream);
  for (const chunk of chunks) stream.write(chunk);
  return read;
}

test.each([
  ['UTF-8', Buffer.from(given)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${given}`)],
  ['UTF-8 with two', Buffer.from(`\uFEFF\uFEFF${given}`)],
  ['UTF-16', utf16(`\uFEFF${given}`)],
  ['UTF-16 without a byte order mark', utf16(given)],
  ['UTF-16, the high byte first', swapped(utf16(`\uFEFF${given}`))],
  ['UTF-16, the high byte first, without a byte order mark', swapped(utf16(given))],
  ['UTF-8 and a newline', Buffer.from(`${given}\r\n`)],
])('an object in %s is read without the end of the pipe', async (_, bytes) => {
  expect(JSON.parse(await readOpen(bytes))).toStrictEqual(JSON.parse(given));
});

test('an object in pieces, split within a character or behind a brace, is read whole', async () => {
  const bytes = Buffer.from(given);
  for (const at of [1, 30, 32, bytes.indexOf('}') + 1, bytes.length - 1]) {
    expect(await readOpen(bytes.subarray(0, at), bytes.subarray(at))).toBe(given);
  }
});

test('input that is no JSON object is read until the pipe closes', async () => {
  for (const text of ['', ' ', '[]', 'null', '{"a": ', '"}"', 'x}']) {
    const stream = new PassThrough();
    stream.end(text);
    expect(await readInput(stream)).toBe(text);
  }
});

test('input above the maximum size is refused', async () => {
  const stream = new PassThrough();
  const read = readInput(stream);
  stream.end(Buffer.alloc(64 * 1024 * 1024 + 1, 'x'));
  await expect(read).rejects.toThrow('standard input is too large');
});
