import { expect, test } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import { maxContentLength } from '../../src/domain/memory.ts';
import { codePoints, contentIdentity } from '../../src/domain/text.ts';
import { pieceKeys, render } from '../../src/files/piece.ts';
import { type Format, readDocument, readSnapshot } from '../../src/files/read-document.ts';
import { fc, holds } from '../support/law.ts';

const read = async (text: string, format: Format = 'markdown') => readDocument('a', Buffer.from(text), format);
const contents = async (text: string, format?: Format) =>
  (await read(text, format)).pieces.map((piece) => render(piece, []).content);

test.each<[name: string, text: string, expected: string[]]>([
  ['rows', `| a | b |\n|-|-|\n${'| 1 | 2 |\n'.repeat(3)}`, ['a: 1; b: 2']],
  ['list items', '- one\n- two\n- one\n', ['one', 'two']],
  ['paragraphs', 'Once.\n\nOnce.\n', ['Once.']],
  ['headings', '# A\n\n# A\n', ['A']],
  ['white space and composition', '- caf\u00e9  au lait\n- cafe\u0301 au lait\n', ['caf\u00e9  au lait']],
  ['places that read alike', '# a\n\nb: c\n\n# a: b\n\nc\n', ['a: b: c']],
])('repeated statements of a document are read once: %s', async (_, text, expected) => {
  const { pieces } = await read(text);
  expect(pieces.map((piece) => render(piece, []).content)).toStrictEqual(expected);
});

test('any text of any format gives pieces that can be stored, none empty, none twice', async () => {
  const mark = fc.constantFrom(
    ...['# ', '- ', '  - ', '> ', '```', '\n', '\n\n', '| a | b |\n|-|-|\n', '| 1 | 2 |\n', '---\n', '**', '[x](y)'],
    ...[
      '<b>',
      '&amp;',
      ' : ',
      '. ',
      '1. ',
      '\t',
      '日本',
      '[^1]: ',
      ',',
      ';',
      '"',
      '{"text":"',
      '"}',
      'e\u0301',
      '\u00e9',
    ],
  );
  const line = fc
    .array(fc.oneof(mark, fc.string({ unit: 'grapheme' })), { maxLength: 8 })
    .map((parts) => parts.join(''));
  // A text that occurs once is likely to occur again.
  const text = fc
    .array(line)
    .chain((lines) => fc.array(fc.constantFrom('', ...lines)).map((more) => [...lines, ...more].join('\n')));
  const format = fc.constantFrom<Format>('markdown', 'text', 'csv', 'html');
  await holds(
    fc.asyncProperty(text, format, async (source, kind) => {
      const pieces = await read(source.toWellFormed(), kind).then(
        (document) => document.pieces,
        (error: unknown) => {
          // A table may be broken; there are no other errors.
          if (kind === 'csv' && error instanceof ServiceError) return [];
          throw error;
        },
      );
      for (const piece of pieces) {
        const { content } = render(piece, []);
        expect(content.trim()).not.toBe('');
        expect(codePoints(content)).toBeLessThanOrEqual(10_000);
      }
      const texts = pieces.map((piece) => contentIdentity(render(piece, []).content));
      expect(new Set(texts).size).toBe(pieces.length);
      expect(new Set(pieces.map((piece) => pieceKeys(piece).key)).size).toBe(pieces.length);
    }),
    150,
  );
});

test.each<[name: string, format: Format, text: string, expected: string[]]>([
  [
    'the other columns of a row with a text',
    'csv',
    'id,name,city,note,date,type\n7,Alice,Paris,Likes green tea.,2024-01-02,\n8,Bob,,Rows,,\n',
    ['Likes green tea. (name: Alice; city: Paris)', 'Rows (name: Bob)'],
  ],
  [
    'what a known column holds that is not understood',
    'csv',
    'text,importance,date\nCall the plumber,urgent,next week\n',
    ['Call the plumber (importance: urgent; date: next week)'],
  ],
  [
    'columns without a name and cells without a column',
    'csv',
    'text,\nFigs,sweet,ripe\n',
    ['Figs (sweet; column 3: ripe)'],
  ],
  [
    'a second text',
    'csv',
    'title,content,note\nTea,Ada drinks tea,daily\n',
    ['Ada drinks tea (title: Tea; note: daily)'],
  ],
  [
    'the other fields of a record with a text',
    'jsonl',
    '{"id":"1","memory":"Likes figs","user_id":"ada","metadata":{"city":"Porto","empty":{}},"categories":["food","fruit"],"score":0.5}\n',
    ['Likes figs (metadata: city Porto; categories: food, fruit)'],
  ],
  [
    'records that hold a text alone',
    'json',
    '[{"text":"Likes figs","metadata":{},"date":"2024-01-02"}]',
    ['Likes figs'],
  ],
])('a document is read: %s', async (_, format, text, expected) => {
  expect(await contents(text, format)).toStrictEqual(expected);
});

test('each part of a long text carries the other columns, unless they exceed a memory’s length', async () => {
  const long = Array.from({ length: 400 }, (_, i) => `Ada walks ${i} miles along the river. `).join('');
  const parts = await contents(`name,text\nAlice,${long}\n`, 'csv');
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) expect(part).toMatch(/^Ada walks .* \(name: Alice\)$/);
  const unbroken = await contents(`name,text\n${'A'.repeat(900)},${'x'.repeat(20_000)}\n`, 'csv');
  for (const part of unbroken) expect(part.length).toBeLessThan(maxContentLength);
  const wordy = await contents(`text,about\nShort.,${long}\n`, 'csv');
  expect(wordy[0]).toBe('Short.');
  expect(wordy[1]).toMatch(/^about: Ada walks/);
});

test.each(['memory.db', 'memory.sqlite3', 'export.zip', 'report.pdf', 'Letter.DOCX'])(
  'a text named %s is refused as its real format',
  async (name) => {
    const bytes = Buffer.from('garbage');
    await expect(readDocument(name, bytes, 'auto')).rejects.toThrow(/has the name of a .*, but another content/);
    // A file that is stored as it is keeps its content.
    expect((await readSnapshot(name, bytes)).pieces).toMatchObject([{ body: 'garbage' }]);
  },
);

test('an unknown category is named in the text', async () => {
  const [piece] = (await read('text,topic\nAda grows figs,Gardening\n', 'csv')).pieces;
  if (!piece) throw new Error('no piece');
  expect(render(piece, ['facts'])).toStrictEqual({ content: 'Gardening: Ada grows figs' });
  expect(render(piece, ['gardening'])).toStrictEqual({ content: 'Ada grows figs', category: 'gardening' });
});

test('an unreadable document is refused with the reason', async () => {
  await expect(contents('{', 'json')).rejects.toMatchObject({ type: 'InvalidInput' });
});
