import { expect, test } from 'vitest';
import type { Standing } from '../../src/search/rank/rank.ts';
import { whyOf } from '../../src/search/why.ts';

test.each([
  [0.96, "rank 1: matches 1 of 2 words: 'Graz'; fits well without 'sister'"],
  [0.4, "rank 1: matches 1 of 2 words: 'Graz'; lacks 'sister'"],
])('a match of relevance %s says of a missing word what it means', (relevance, why) => {
  const terms = [{ term: 'graz', word: 'Graz', found: ['graz'], by: 'word', weight: 1 }];
  const explanation = { terms, lacks: ['sister'], names: [], neighbours: 0, factors: {} };
  const standing = { explanation, relevance, match: {}, coveringMore: 0, rank: 1 } as unknown as Standing;
  expect(whyOf(standing, 1)).toBe(why);
});
