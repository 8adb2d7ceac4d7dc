import { describe, expect, test } from 'vitest';
import { render } from '../../../src/files/piece.ts';
import { readDocument } from '../../../src/files/read-document.ts';
import { fc, holds } from '../../support/law.ts';

async function read(name: string, document: unknown) {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const { pieces, leftOut = [] } = await readDocument(name, Buffer.from(text), 'auto');
  return {
    contents: pieces.map((piece) => render(piece, []).content),
    times: pieces.map(({ occurredAt }) => occurredAt?.replace(/T00:00:00.000Z$/, '')),
    leftOut: Object.fromEntries(leftOut.map(({ name: field, count }) => [field, count])),
    pieces,
  };
}

describe('JSON records', () => {
  test.each<[what: string, document: unknown, contents: string[], leftOut?: Record<string, number>]>([
    [
      'every list of an object, and its own fields',
      { profile: { name: 'Ada', job: 'Nurse' }, facts: ['Plays the cello.'], memories: ['Keeps cats.'], notes: [] },
      ['Keeps cats.', 'Plays the cello.', 'profile: name Ada, job Nurse'],
    ],
    [
      'the list beside the text of a record',
      { text: 'Likes tea.', city: 'Oslo', notes: ['Plays the cello.'], data: [1, 2] },
      ['Likes tea. (city: Oslo; notes: Plays the cello.; data: 1, 2)'],
    ],
    [
      'lists within an object that wraps them',
      { status: 200, data: { memories: [{ text: 'Keeps cats.' }], next: null } },
      ['Keeps cats.'],
      { status: 1 },
    ],
    [
      'fields that only some products mean otherwise',
      [
        { name: 'May', state: 'Texas', hash: 'corned beef', revision: 2 },
        { text: 'Took the exam.', score: '94 of 100' },
      ],
      ['name: May; state: Texas; hash: corned beef; revision: 2', 'Took the exam. (score: 94 of 100)'],
    ],
    ['no memory of numbers without a word', { a: 1, b: [2, { c: '3.5' }] }, [], { 'values without words': 3 }],
    [
      'no memory of a record without a text',
      [{ type: 'person' }, { category: 'decisions', date: '2024-01-01' }, { content: '', tags: ['x'], id: 7 }],
      [],
      { type: 1, category: 1, date: 1, tags: 1, id: 1 },
    ],
    [
      'the turns of a chat, each as what it is',
      [
        { role: 'system', content: 'Be short.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'I prefer tea.' },
            { type: 'image_url', image_url: 'data:' },
          ],
        },
        { role: 'assistant', content: 'Noted.', id: 'm1' },
      ],
      ['User: I prefer tea.', 'Assistant: Noted.'],
      { 'messages of "system"': 1, 'parts of type "image_url"': 1, id: 1 },
    ],
    [
      'the messages of a conversation below its title, and its summary',
      { title: 'Family', messages: [{ role: 'user', content: 'My sister lives in Porto.' }], summary: 'About Ana' },
      ['Family › User: My sister lives in Porto.', 'Family: summary: About Ana'],
    ],
    [
      'the turns of training files',
      {
        conversations: [
          { from: 'human', value: 'I keep bees.' },
          { from: 'gpt', value: 'How many?' },
        ],
        model: 'm',
      },
      ['User: I keep bees.', 'Assistant: How many?'],
      { model: 1 },
    ],
  ])('JSON records keep %s', async (_, document, contents, leftOut = {}) => {
    expect(await read('a.json', document)).toMatchObject({ contents, leftOut });
  });

  test('JSON lines hold one message each', async () => {
    const lines = '{"role":"user","content":"I prefer tea."}\n{"role":"assistant","content":"Noted."}\n';
    const { contents, pieces } = await read('a.jsonl', lines);
    expect(contents).toStrictEqual(['User: I prefer tea.', 'Assistant: Noted.']);
    expect(pieces.map(({ said }) => said)).toStrictEqual([true, undefined]);
  });
});

test.each<[date: unknown, time: string | undefined, content: string]>([
  [2019, '2019-01-01', 'Moved. (date: 2019)'],
  [1530, undefined, 'Moved. (date: 1530)'],
  [20240501, '2024-05-01', 'Moved.'],
  ['20240501', '2024-05-01', 'Moved.'],
  [1714550400, '2024-05-01T08:00:00.000Z', 'Moved.'],
  ['1714550400', '2024-05-01T08:00:00.000Z', 'Moved.'],
  [1714550400000, '2024-05-01T08:00:00.000Z', 'Moved.'],
  [1714550400000000, '2024-05-01T08:00:00.000Z', 'Moved.'],
  ['May 3, 2024', '2024-05-03', 'Moved.'],
  ['03.05.2024', '2024-05-03', 'Moved.'],
  ['03/05/2024', '2024-05-03', 'Moved. (date: 03/05/2024)'],
  ['25/05/2024', '2024-05-25', 'Moved.'],
  ['3 May 2024 at noon', '2024-05-03', 'Moved. (date: 3 May 2024 at noon)'],
  ['2024-02-30', undefined, 'Moved. (date: 2024-02-30)'],
  ['next week', undefined, 'Moved. (date: next week)'],
])('the date %j of a record is read', async (date, time, content) => {
  expect(await read('a.json', [{ text: 'Moved.', date }])).toMatchObject({ contents: [content], times: [time] });
});

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Values that a piece holds otherwise than in its text. */
function heldBy(pieces: readonly object[]): string {
  return plain(pieces.map((piece) => JSON.stringify(Object.values(piece), null, 1)).join(' '));
}

describe('no value of a record is lost', () => {
  const name = fc.constantFrom(
    ...['text', 'content', 'id', 'embedding', 'state', 'score', 'date', 'type', 'tags', 'memories', 'notes', 'data'],
    ...['name', 'city', 'results', 'items', 'value', 'importance', 'salience', 'session_id', 'meta', 'relations'],
  );
  const { record } = fc.letrec<{ record: Record<string, unknown>; value: unknown }>((tie) => ({
    record: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    value: fc.oneof(
      { depthSize: 'small' },
      fc.nat(999_999).map((n) => `w${n} word`),
      fc.nat(99_999),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('record'),
    ),
  }));

  const leaves = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value)];

  test('each value of a JSON record is in a memory or counted as dropped', async () => {
    await holds(
      fc.asyncProperty(fc.oneof(record, fc.array(record, { maxLength: 3 })), async (document) => {
        const { pieces, leftOut, contents } = await read('a.json', document);
        const held = `${heldBy(pieces)} ${contents.map(plain).join(' ')}`;
        const missing = leaves(document).filter((value) => !held.includes(value));
        const counted = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
        expect(missing.length, missing.join()).toBeLessThanOrEqual(counted);
      }),
      300,
    );
  });

  test('names of columns without a value are counted as dropped, because they may be data', async () => {
    const { leftOut } = await read('a.csv', 'text,text\nw0 word,w1 word,w2 word,w3 word\n0\n');
    expect(leftOut).toStrictEqual({ 'columns without a value': 3 });
  });

  test('each value of a CSV file is in a memory or counted as dropped', async () => {
    const cell = fc.oneof(
      fc.constant(''),
      fc.nat(99_999).map((n) => `w${n} word`),
      fc.nat(99_999).map(String),
    );
    const table = fc.tuple(fc.array(name, { minLength: 2, maxLength: 5 }), fc.array(fc.array(cell, { maxLength: 6 })));
    await holds(
      fc.asyncProperty(table, async ([header, rows]) => {
        const { pieces, leftOut } = await read('a.csv', [header, ...rows].map((row) => row.join(',')).join('\n'));
        const held = heldBy(pieces);
        const missing = rows.flat().filter((value) => !held.includes(value));
        const counted = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
        expect(missing.length, missing.join()).toBeLessThanOrEqual(counted);
      }),
      200,
    );
  });
});
