import { expect, test } from 'vitest';
import { letOthersUp } from '../../src/search/smart/crowds.ts';

const lead = 'Dispatcher › ResponseData › The body has these additional mixin methods and properties';
const items = ['blob()', 'json()', 'text()', 'bytes()', 'formData()'].map((name) => `${lead}: ${name}`);
const others = [
  'Body: Response and Request inherit the methods of the body mixin',
  'Fetch › Bodies: a body is read once, by one of its methods',
];

/** Candidates of falling relevance, by so much from one to the next. */
const falling = (contents: readonly string[], step: number) =>
  contents.map((content, i) => ({ content, relevance: 0.8 - step * i }));
const order = (contents: readonly string[], step = 0.01) =>
  letOthersUp(falling(contents, step)).map(({ content }) => content);

test('two near-equal list items at most rank ahead of others that are nearly as relevant', () => {
  expect(order([...items, ...others])).toStrictEqual([...items.slice(0, 2), ...others, ...items.slice(2)]);
});

test('further near-equal items lose a fifth of their relevance, and say so', () => {
  const ranked = letOthersUp(falling(items, 0.01));
  expect(ranked.map(({ crowd }) => crowd)).toStrictEqual([undefined, undefined, -0.2, -0.2, -0.2]);
  expect(ranked[2]?.relevance).toBeCloseTo(0.8 * 0.78);
});

test('a list that was asked for ranks before less relevant memories', () => {
  const list = ['apples', 'pears', 'plums', 'bread'].map((one) => `June › Shopping list for the market: ${one}`);
  const unrelated = { content: 'June: the market was closed for two days', relevance: 0.5 };
  const ranked = letOthersUp([...falling(list, 0.01), unrelated]);
  expect(ranked.map(({ content }) => content)).toStrictEqual([...list, unrelated.content]);
});

test.each([
  [
    'statements below one heading that say different things',
    [
      'Verify: checks the data with the given key and signature',
      'Verify: can be used as a stream, or by update and verify',
      'Verify: throws when the object was used before',
      'Verify: takes an encoding of what is a string',
    ],
  ],
  [
    'near-equal statements below different headings',
    [
      'Client › request.setTimeout: sets the time after which an idle socket is closed',
      'Server › response.setTimeout: sets the time after which an idle socket is closed',
      'Agent › agent.setTimeout: sets the time after which an idle socket is closed',
      'Pool › pool.setTimeout: sets the time after which an idle socket is closed',
    ],
  ],
  ['near-equal statements without a heading', ['I like tea', 'I like coffee', 'I like cocoa', 'I like water']],
])('no item is moved: %s', (_, contents) => {
  expect(order([...contents, ...others])).toStrictEqual([...contents, ...others]);
});

test('the exact text of the query stays first', () => {
  const ranked = letOthersUp([...falling(items, 0.01), { content: items[4]!, relevance: 1 }].toReversed());
  expect(ranked[0]).toStrictEqual({ content: items[4], relevance: 1 });
});

test('near-equal items of a Japanese list make room for others', () => {
  const heading = '設定 › レスポンスの本文を読むために使うことができる関数の一覧';
  const list = ['テキスト', '画像', '音声', '動画'].map((one) => `${heading}: ${one}`);
  const other = '本文は一度だけ読むことができる';
  expect(order([...list, other])).toStrictEqual([...list.slice(0, 2), other, ...list.slice(2)]);
});
