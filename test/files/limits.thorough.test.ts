import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ownDocuments } from '../../src/files/limits.ts';
import { readDocument } from '../../src/files/read-document.ts';
import { docx, pdfOf, stream, zip } from '../support/archives.ts';
import { cpuTimeOf } from '../support/cost.ts';

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const deflated = (text: string | Buffer) => deflateSync(text);
const said = 'BT /F1 12 Tf 50 700 Td (Hello there.) Tj ET ';
const flate = '/Filter/FlateDecode';

/** The result of a document: its pieces, or the refusal; within 300 MiB and ten seconds of CPU time. */
async function outcome(name: string, bytes: Uint8Array): Promise<string[] | string> {
  const before = process.memoryUsage().rss;
  let result: string[] | string = [];
  const cost = await cpuTimeOf(async () => {
    result = await readDocument(name, bytes, 'auto').then(
      ({ pieces }) => pieces.map(({ body }) => body),
      (error: Error) => error.message,
    );
  });
  expect(cost).toBeLessThan(10_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  return result;
}

describe('a Word document', () => {
  test('a Word document is read by its central directory, with any bytes around it in the file', async () => {
    const bomb = docx('', [{ name: 'word/x.xml', data: Buffer.alloc(100e6) }]);
    const good = docx(paragraph('Hello.'));
    expect(await outcome('a.docx', good)).toStrictEqual(['Hello.']);
    // Offsets that would have to be shifted: some unpackers shift them, and find another document.
    expect(await outcome('a.docx', Buffer.concat([bomb, good]))).toMatch('damaged');
  });

  test('a Word document of 64-bit records is refused', async () => {
    const bytes = docx(paragraph('Hello.'));
    const entry = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt32LE(0xffffffff, entry + 24);
    expect(await outcome('a.docx', bytes)).toMatch('64-bit');
  });

  test('a Word document whose parts are too large only together is refused', async () => {
    const parts = Array.from({ length: 30 }, (_, i) => ({ name: `word/${i}.xml`, data: Buffer.alloc(1024 * 1024) }));
    expect(await outcome('a.docx', docx(paragraph('x'), parts))).toMatch('more than 25,165,824 bytes once unpacked');
    const pictures = parts.map((part) => ({ ...part, name: part.name.replace('xml', 'png') }));
    expect(await outcome('a.docx', docx(paragraph('x'), pictures))).toStrictEqual(['x']);
  });

  test('a Word document with one part twice is refused', async () => {
    const again = { name: 'word/document.xml', data: Buffer.from(paragraph('another')) };
    expect(await outcome('a.docx', docx(paragraph('x'), [again]))).toMatch('twice');
  });

  test('a Word document with too many tags is refused', async () => {
    expect(await outcome('a.docx', docx('<w:p/>'.repeat(250_001)))).toMatch('more than 250,000 tags');
  });

  test('another archive is not taken for a Word document', async () => {
    expect(await outcome('a.docx', zip([{ name: 'a.xml', data: Buffer.from('<a/>') }]))).toMatch('no Word document');
  });
});

describe('a PDF', () => {
  const onePage = (dictionary: string, data: Buffer) => pdfOf([stream(4, dictionary, data)], ['4 0 R']);

  test('a PDF without overlong streams is read unchanged', async () => {
    expect(await outcome('a.pdf', onePage(flate, deflated(said)))).toStrictEqual(['Hello there.']);
  });

  test.each([
    ['packed twice', '/Filter[/FlateDecode/FlateDecode]'],
    ['packed twice, in short names', '/Filter[/Fl /Fl]'],
    ['packed twice, in names spelt out', '/Filter[/#46lateDecode/F#6cateDecode]'],
  ])('a PDF with a stream %s is refused', async (_, dictionary) => {
    const data = deflated(deflated(Buffer.alloc(20e6, ' ')));
    expect(await outcome('a.pdf', onePage(dictionary, data))).toMatch('packed more than once');
  });

  test('a PDF with external filters is refused', async () => {
    expect(await outcome('a.pdf', onePage('/Filter 7 0 R', deflated(said)))).toMatch('how it is packed');
  });

  test('a PDF with a decompression bomb is refused', async () => {
    expect(await outcome('a.pdf', onePage(flate, deflated(Buffer.alloc(40e6, ' '))))).toMatch(
      'more than 33,554,432 bytes in one stream',
    );
    const runs = Buffer.alloc(600_000, Buffer.from([129, 32]));
    expect(await outcome('a.pdf', onePage('/Filter/RunLengthDecode', runs))).toMatch('in one stream');
    // Codes that each stand for one byte more than the one before: a run of blanks, packed by LZW.
    expect(await outcome('a.pdf', onePage('/Filter/LZWDecode', lzwOfBlanks(60_000)))).toMatch('in one stream');
  });

  test('a PDF whose pages share a stream is measured by what they show', async () => {
    const shared = stream(4, flate, deflated(said.repeat(2_000)));
    const pages = (count: number) => Array.from({ length: count }, () => '4 0 R');
    expect(await outcome('a.pdf', pdfOf([shared], pages(1_000)))).toMatch('more than 33,554,432 bytes on its pages');
    expect(
      await outcome(
        'a.pdf',
        pdfOf(
          [shared],
          pages(1_000).map((one) => `[${one}]`),
        ),
      ),
    ).toMatch('on its pages');
    const list = '6 0 obj[4 0 R]endobj';
    expect(
      await outcome(
        'a.pdf',
        pdfOf(
          [shared, list],
          pages(1_000).map(() => '6 0 R'),
        ),
      ),
    ).toMatch('on its pages');
    expect(await outcome('a.pdf', pdfOf([shared], pages(2)))).not.toHaveLength(0);
  });
});

test.each([
  ['records', 'a.json', `[${'{},'.repeat(250_000)}{}]`],
  ['records', 'a.jsonl', '{}\n'.repeat(250_000)],
  ['statements', 'a.txt', 'a\n\n'.repeat(200_001)],
  ['rows', 'a.csv', 'a,b\n'.repeat(250_000)],
  ['tags', 'a.html', '<br>'.repeat(250_001)],
])('more %s than the limit are refused: %s', async (what, name, text) => {
  expect(await outcome(name, Buffer.from(text))).toMatch(new RegExp(`^The document cannot be read: .*${what}`));
});

/** LZW of a run of blanks: each code is the one before with one blank more, until the table is full and cleared. */
function lzwOfBlanks(codes: number): Buffer {
  let bits = '';
  let next = 258;
  const put = (code: number) => {
    bits += code.toString(2).padStart(next + 1 < 512 ? 9 : next + 1 < 1024 ? 10 : next + 1 < 2048 ? 11 : 12, '0');
  };
  put(256);
  put(32);
  for (let i = 0; i < codes; i++) {
    // The next code of the reader, as long as the table has room; then the longest one.
    put(Math.min(next, 4_095));
    if (next < 4_096) next++;
  }
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

test('the owner of a store may unpack more than a server accepts', async () => {
  const said = [{ sender: 'human', text: 'I always drink green tea.', created_at: '2026-01-15T10:00:00Z' }];
  const conversations = JSON.stringify([{ uuid: '1', name: 'Tea', chat_messages: said }]);
  const bytes = zip([{ name: 'conversations.json', data: Buffer.from(conversations + ' '.repeat(26e6)) }]);
  expect(await outcome('a.zip', bytes)).toMatch('more than 25,165,824 bytes once unpacked');
  const read = readDocument('a.zip', bytes, 'auto', { unfoldedBytes: ownDocuments.unfoldedBytes });
  expect((await read).pieces.map(({ body }) => body)).toStrictEqual(['I always drink green tea.']);
});
