import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eachLine } from '../../src/hooks/lines.ts';
import { recordsIn } from '../../src/hooks/records.ts';
import { temporaryFolder } from '../support/stores.ts';

const a = { type: 'user', message: { role: 'user', content: 'a "}{" \\ {"x":1}' } };
const b = { type: 'assistant', message: { content: [{ type: 'text', text: 'b' }] }, uuid: 'u' };
const [one, two] = [a, b].map((record) => JSON.stringify(record)) as [string, string];

describe('the records of a line', () => {
  test.each([
    ['one', one, [a], false],
    ['two without a newline', one + two, [a, b], false],
    ['three, with blanks', `${one} ${two}\t${one}`, [a, b, a], false],
    ['one behind NULs', `${'\0'.repeat(2_000)}${one}`, [a], false],
    ['one with NULs within', `${one.slice(0, 20)}\0\0${one.slice(20)}`, [a], false],
    ['one behind a byte order mark', `\uFEFF${one}`, [a], false],
    ['one before a carriage return', `${one}\r`, [a], false],
    ['one behind other text', `garbage ${one}`, [a], true],
    ['one before a cut one', `${one}${two.slice(0, 30)}`, [a], true],
    ['one between the parts of another', `${two.slice(0, 25)}${one}${two.slice(25)}`, [a], true],
    ['none in a list', '[1]', [], false],
    ['none in blanks', ' \r', [], false],
    ['none in text', 'not json', [], true],
    ['not a part of a cut one', `{"type":"tool","input":${one},"more`, [], true],
    ['not what a text of a cut one quotes', JSON.stringify({ type: 'user', text: one }).slice(0, -1), [], true],
  ])('the records of a line are parsed: %s', (_, line, records, isBroken) => {
    expect(recordsIn(line)).toStrictEqual({ records, isBroken });
  });

  test('a whole record is found behind one that was cut anywhere', () => {
    for (let at = 1; at < one.length; at++) {
      expect(recordsIn(one.slice(0, at) + two).records).toContainEqual(b);
    }
  });

  test('hostile lines take time linear in their length', () => {
    const size = 200_000;
    for (const hostile of ['{"', '{"a":', '{"a":{"b":"', '}{"', '{"\\']) {
      expect(recordsIn(hostile.repeat(size / hostile.length)).records).toStrictEqual([]);
    }
  });
});

describe('the lines of a file', () => {
  function read(text: string | Buffer, end = Number.POSITIVE_INFINITY) {
    const path = join(temporaryFolder(), 't.jsonl');
    writeFileSync(path, text);
    const { size } = statSync(path);
    const file = openSync(path, 'r');
    const lines: string[] = [];
    const isWhole = (line: string) => line.endsWith('}');
    const outcome = eachLine(file, { start: 0, end: Math.min(end, size), size }, (line) => lines.push(line), isWhole);
    closeSync(file);
    return { ...outcome, lines };
  }
  const MiB = 1024 * 1024;
  const picture = 'iVBORw0KGgo+/='.repeat((6 * MiB) / 14);
  const withPicture = (data: string, text: string) =>
    JSON.stringify({
      content: [
        { type: 'image', source: { data } },
        { type: 'text', text },
      ],
    });

  test('a line longer than the read buffer is read to its end, and no further', () => {
    const long = 'x'.repeat(3 * MiB);
    const { lines, position } = read(`${long}\n${long}\n`, 10);
    expect([lines.map(({ length }) => length), position]).toStrictEqual([[long.length], long.length + 1]);
    expect(read(`first\n${long}\n`, 10)).toMatchObject({ lines: ['first'], position: 6 });
  });

  test('a text line above the limit is skipped and counted; an unfinished one waits', () => {
    const long = 'We always '.repeat(MiB);
    expect(read(`"${long}"\nnext\n`)).toStrictEqual({ lines: ['next'], tooLong: 1, position: long.length + 8 });
    expect(read(`"${long}"\n${long}\n`, 10)).toStrictEqual({ lines: [], tooLong: 1, position: long.length + 3 });
    expect(read(`first\n"${long}`)).toStrictEqual({ lines: ['first'], tooLong: 0, position: 6 });
  });

  test.each([
    ['base64', picture],
    ['an address with data', `data:image/png;base64,${picture}`],
    ['base64 in lines', picture.replaceAll(/(.{76})/g, '$1\n')],
  ])('a message’s text beside a large picture is read: %s', (_, data) => {
    const text = 'a "quoted" \\ text, Größe 量';
    const { lines, tooLong } = read(`${withPicture(data, text)}\n${withPicture('small', 'x')}\n`);
    expect(lines).toStrictEqual([withPicture('', text), withPicture('small', 'x')]);
    expect(tooLong).toBe(0);
  });

  test('many pictures below the line limit are read, and one without a newline', () => {
    const pictures = Array.from({ length: 8 }, () => picture.slice(0, MiB));
    const { lines } = read(JSON.stringify({ pictures, text: 'kept' }));
    expect(lines).toStrictEqual([JSON.stringify({ pictures: pictures.map(() => ''), text: 'kept' })]);
  });

  test('a backslash at the end of a chunk still escapes a quote', () => {
    const text = `${'x y'.repeat(10)}\\"`.repeat(20);
    for (let shift = 0; shift < 3; shift++) {
      const line = `{"a":"${'a'.repeat(MiB - 60 - shift)}","b":"${text}","c":"${picture}"}`;
      expect(read(`${line}\n`).lines[0]?.endsWith(`"b":"${text}","c":""}`)).toBe(true);
    }
  });
});
