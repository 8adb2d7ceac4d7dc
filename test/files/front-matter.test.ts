import { expect, test } from 'vitest';
import { readFrontMatter, tagsOf, timeOfField } from '../../src/files/markdown/front-matter.ts';
import { render } from '../../src/files/piece.ts';
import { readDocument } from '../../src/files/read-document.ts';

const matter = async (text: string) => readFrontMatter(`---\n${text}\n---\nBody.\n`);
const fields = async (text: string) => Object.fromEntries((await matter(text))?.fields ?? []);

test.each<[what: string, text: string, fields: Record<string, string[]>]>([
  [
    'a folded title',
    'title: Adam (Patreon, Lyft,\n  Imperfect Foods)',
    { title: ['Adam (Patreon, Lyft, Imperfect Foods)'] },
  ],
  ['a quoted text of several lines', 'about: "Growth, \\"fast\\"\n  and slow"', { about: ['Growth, "fast" and slow'] }],
  ['a block', 'about: |\n  one\n  two\n', { about: ['one two'] }],
  ['a list of phrases', 'keywords:\n- user research\n- growth', { keywords: ['user research', 'growth'] }],
  ['figures as they are written', 'zip: 01234\nversion: 1.10', { zip: ['01234'], version: ['1.10'] }],
  ['a nested field', 'author:\n  name: Ada\n  city: Graz', { author: ['name Ada, city Graz'] }],
  ['a link without quotes', 'up: [[Projects]]', { up: ['[[Projects]]'] }],
  ['patterns without quotes', 'globs: *.ts, *.tsx', { globs: ['*.ts, *.tsx'] }],
  ['nothing', 'a:\nb: null\nc: []', { a: [], b: [], c: [] }],
])('front matter is parsed: %s', async (_, text, expected) => {
  expect(await fields(text)).toStrictEqual(expected);
});

test.each<[text: string, tags: string[]]>([
  ['keywords:\n- user research\n- "#growth"', ['user research', 'growth']],
  ['keywords: user research, growth', ['user research', 'growth']],
  ['tags: reading list', ['reading', 'list']],
  ['tags: [reading list, "b"]', ['reading list', 'b']],
  ['tags: #reading #list', ['reading', 'list']],
])('tags are parsed from %j', async (text, tags) => {
  const found = await matter(text);
  expect(found && tagsOf(found)).toStrictEqual(tags);
});

test.each([
  ...[
    'date',
    'publish_date',
    'publishDate',
    'pubDate',
    'datePublished',
    'date-created',
    'Date Created',
    'creation_date',
  ],
])('the field %s dates a document', async (name) => {
  const found = await matter(`${name}: 2024-05-03`);
  expect(found && timeOfField(found)).toBe('2024-05-03T00:00:00.000Z');
});

test('hostile YAML is read as lines, or not at all', async () => {
  const bomb = `a: &a [x, x]\n${'bcdefghij'
    .split('')
    .map((name, i) => `${name}: &${name} [*${'abcdefghi'[i]}, *${'abcdefghi'[i]}]`)
    .join('\n')}`;
  for (const text of [bomb, `a: ${'['.repeat(5_000)}`, 'a: *b', '__proto__:\n  x: 1']) await matter(text);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test('title and date apply to every statement, tags and other properties to the first', async () => {
  const note =
    '---\ntitle: Onboarding\ntags: [growth]\nguest: Adam\npublish_date: 2024-05-03\n---\n# Onboarding\n\nStart small.\n\nAsk users.\n';
  const { pieces } = await readDocument('a.md', Buffer.from(note), 'auto');
  expect(pieces.map((piece) => render(piece, []).content)).toStrictEqual([
    'Onboarding: Start small. (tags: growth; guest: Adam)',
    'Onboarding: Ask users.',
  ]);
  expect(new Set(pieces.map(({ occurredAt }) => occurredAt))).toStrictEqual(new Set(['2024-05-03T00:00:00.000Z']));
});

test('comments and queries of a note are dropped, code is kept', async () => {
  const note =
    '# Boat\n\n%%draft: sell it%%\nThe boat is %%very%% blue.\n\n%%\nA hidden plan.\n%%\n\n```dataview\nLIST FROM #a\n```\n\n```matlab\n%% plot\n```\n';
  const { pieces } = await readDocument('a.md', Buffer.from(note), 'auto');
  expect(pieces.map(({ body }) => body.replace(/\s+/g, ' '))).toStrictEqual([
    'The boat is blue.',
    '```matlab %% plot ```',
  ]);
  const open = await readDocument('b.md', Buffer.from('%% The rate is\n\n5 percent.\n'), 'auto');
  expect(open.pieces).toHaveLength(2);
});
