import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { boundedLines, LineTooLong } from '../../src/base/lines.ts';

async function linesOf(chunks: string[], most: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of boundedLines(Readable.from(chunks.map((one) => Buffer.from(one, 'latin1'))), most)) {
    lines.push(line);
  }
  return lines;
}

const bytes = (text: string) => Buffer.from(text).toString('latin1');

test('lines stay whole across chunks, even when a character is split', async () => {
  const whole = bytes('Łódź\r\n\n花园\nend');
  const chunks = [...whole];
  expect(await linesOf(chunks, 20)).toStrictEqual(['Łódź', '', '花园', 'end']);
  expect(await linesOf([whole], 20)).toStrictEqual(['Łódź', '', '花园', 'end']);
});

test('a line above the maximum length is rejected', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield Buffer.alloc(100, 120);
    }
  }
  await expect(boundedLines(endless(), 1_000).next()).rejects.toThrow(LineTooLong);
  expect(read).toBe(11);
});
