import { expect, test } from 'vitest';
import { comparedWords, mergedText } from '../../web/parts/memory/words.ts';

test.each([
  [
    ['I am Kenta.', 'My sister lives in Berlin with Jonas.', 'My manager is Priya.'],
    ['I am Kenta.', 'My manager is Priya.'],
  ],
  [
    ['Falcon runs on stg2. ', 'Falcon uses Go. ', 'Falcon is ours.'],
    ['Falcon runs on stg2. ', 'Falcon is ours.'],
  ],
  [
    ['妹は東京にいる。', '妹は犬を飼う。', '妹は若い。'],
    ['妹は東京にいる。', '妹は若い。'],
  ],
])('a sentence that goes is marked as a whole: %s', (before, after) => {
  const [from, to] = [before, after].map((one) => one.join(before[0]!.endsWith('.') ? '\n' : ''));
  const removed = comparedWords(from!, to!)?.filter((part) => part.removed);
  expect(removed?.map(({ text }) => text.trim())).toStrictEqual([before[1]!.trim()]);
});

test('a word that changes inside a sentence is marked alone', () => {
  const parts = comparedWords('Ada lives in Lisbon. Ada likes tea.', 'Ada lives in Porto. Ada likes tea.');
  expect(parts?.filter(({ added, removed }) => added || removed).map(({ text }) => text)).toStrictEqual([
    'Lisbon',
    'Porto',
  ]);
});

test.each([
  ['I take the 7:42 train to work', 'I take the 8:05 train to work', '7:42', '8:05'],
  ['会議は7:42に始まります', '会議は8:05に始まります', '7:42', '8:05'],
  [
    'The site is at https://a.test:80/x now',
    'The site is at https://b.test:80/x now',
    'https://a.test:80/x',
    'https://b.test:80/x',
  ],
  ['It ends on 2026-03-01.', 'It ends on 2027-04-01.', '2026-03-01', '2027-04-01'],
])('a time, a date or an address changes as one word: %s', (from, to, removed, added) => {
  const parts = comparedWords(from, to)?.filter((part) => part.added || part.removed);
  expect(parts?.map(({ text }) => text)).toStrictEqual([removed, added]);
});

test.each([
  ['Falcon uses PostgreSQL 15.', 'We upgraded Falcon to PostgreSQL 17.'],
  ['I live in Lisbon with my cat.', 'My cat and I, we moved to a flat in Porto with a view.'],
  ['妹は東京に住んでいる。', '弟は犬を三匹飼っていて、京都にいる。'],
])('two texts that share few words are shown whole, one after the other: %s', (from, to) => {
  expect(comparedWords(from, to)).toBe(undefined);
  expect(comparedWords(to, from)).toBe(undefined);
});

test.each([
  ['Ada lives in Lisbon.', 'Ada lives in Porto.'],
  ['Ada lives in Lisbon.', 'Ada lives in Lisbon, near the river, with her dog Rex and two cats from the shelter.'],
  ['Ada lives in Leeds and her dog is called Rex.', "Ada's dog is called Rex."],
  ['Staging runs on stg2.', 'Staging runs on stg3 now.'],
])('an edit of a text is marked in it: %s', (from, to) => {
  expect(comparedWords(from, to)).not.toBe(undefined);
});

test.each([
  [
    ['Yuki lives in Berlin.', 'My sister Yuki lives in Berlin with Jonas.'],
    'My sister Yuki lives in Berlin with Jonas.',
  ],
  [['Yuki lives in Hamburg.', 'Yuki lives in Berlin.'], 'Yuki lives in Hamburg.'],
  [['Momo is a cat.', 'The vet is Dr. Fujita.'], 'The vet is Dr. Fujita. Momo is a cat.'],
  [['Momo is a cat.\nShe is old.', 'The vet is Dr. Fujita.'], 'The vet is Dr. Fujita.\nMomo is a cat.\nShe is old.'],
  [['茶が好き。', '犬を飼っている。'], '犬を飼っている。茶が好き。'],
])('a merge offers the text that says all, else the newest or both: %j', (texts, merged) => {
  expect(mergedText(texts)).toBe(merged);
});
