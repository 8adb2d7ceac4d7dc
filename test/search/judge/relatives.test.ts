import { expect, test } from 'vitest';
import { withSameRelatives } from '../../../src/search/judge/relatives.ts';

test.each([
  [
    'My sister has moved.',
    '妹のユキは大阪に住んでいる。',
    ['My sister has moved.', 'sister のユキは大阪に住んでいる。'],
  ],
  ['Meine Schwester wohnt in Graz.', 'Моя сестра переехала.', ['Meine sister wohnt in Graz.', 'Моя sister переехала.']],
  ['My sister has moved.', 'My sister lives in Graz.', ['My sister has moved.', 'My sister lives in Graz.']],
  ['My sister has moved.', 'Mein Bruder wohnt in Graz.', ['My sister has moved.', 'Mein Bruder wohnt in Graz.']],
])('two texts have relatives that both name in one word: %s %s', (one, other, expected) => {
  expect(withSameRelatives(one, other)).toStrictEqual(expected);
});
