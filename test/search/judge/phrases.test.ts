import { expect, test } from 'vitest';
import { Phrases, squeezed } from '../../../src/search/judge/phrases.ts';

const phrases = new Phrases([
  ['change', 'now|no longer|no longer than|moved to'],
  ['end', 'quit*|gave up*|ne ~ plus'],
  ['first', '^my'],
  ['plan', 'will|moved to'],
  ['script', '引っ越|그만두'],
]);
const found = (text: string) => [...phrases.in(squeezed(text))];

test('classes are found by whole phrases, beginnings, what stands around words, the start and parts', () => {
  expect(found('My aunt no longer sings.')).toStrictEqual(['change', 'first']);
  expect(found('No longer than that, it was my wish.')).toStrictEqual(['change']);
  expect(found('She longer quilts.')).toStrictEqual([]);
  expect(found('He quitted, and gave upstairs away.')).toStrictEqual(['end']);
  expect(found('Elle ne chante plus.')).toStrictEqual(['end']);
  expect(found('Elle ne chante ni ne danse le soir, mais plus tard.')).toStrictEqual([]);
  expect(found('東京に引っ越した')).toStrictEqual(['script']);
});

test('classes come by their phrases’ kind, and in it in the order in which they were given', () => {
  expect(found('My uncle quit what he moved to.')).toStrictEqual(['change', 'plan', 'end', 'first']);
  const begun = new Phrases([
    ['one', 'ab*'],
    ['two', 'xy*'],
  ]);
  expect([...begun.in(' xyz abc ')]).toStrictEqual(['one', 'two']);
});

test('phrases of several words are taken out of a text in the order in which they were given', () => {
  expect(phrases.without(' she no longer than now moved to it ')).toBe(' she than now it ');
  expect(phrases.without(' 東京に 引っ越 した ')).toBe(' 東京に   した ');
});

test('a word by itself is a phrase, or begins as one', () => {
  expect(['now', 'quitting', 'gave', 'longer', ''].map((word) => phrases.has(word))).toStrictEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
