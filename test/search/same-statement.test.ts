import { expect, test } from 'vitest';
import { addsNothingTo, statedTerms } from '../../src/search/same-statement.ts';

const repeats = (said: string, known: string) => addsNothingTo(statedTerms(said), statedTerms(known), true);

test.each([
  ['I prefer spaces to tabs.', 'I prefer tabs to spaces.'],
  ['I prefer spaces over tabs.', 'I prefer tabs over spaces.'],
  ['We use pnpm, not npm.', 'We use npm, not pnpm.'],
])('the same words the other way round are another statement: %s', (said, known) => {
  expect(repeats(said, known)).toBe(false);
});

test.each([
  ['I prefer spaces to tabs.', 'I always prefer spaces to tabs.'],
  ['I prefer to use tabs.', 'I prefer tabs.'],
  ['We prefer to deploy to AWS.', 'We always prefer to deploy to AWS.'],
])('a preference said again is the same statement: %s', (said, known) => {
  expect(repeats(said, known)).toBe(true);
});
