import { expect, test } from 'vitest';
import { CharacterCache } from '../../../src/search/index/character-cache.ts';
import type { CharacterIndex } from '../../../src/search/index/character-index.ts';

const holding = (count: number) => ({ passages: { count } }) as CharacterIndex;

test('drops the characters used longest ago, and keeps the last however large it is', () => {
  const cache = new CharacterCache();
  for (const no of [1, 2, 3]) cache.put(no, holding(200_000));
  cache.get(1);
  cache.put(4, holding(200_000));
  expect([1, 2, 3, 4].filter((no) => cache.get(no))).toStrictEqual([1, 3, 4]);
  cache.put(5, holding(1_000_000));
  expect([1, 2, 3, 4, 5].filter((no) => cache.get(no))).toStrictEqual([5]);
  cache.put(6, holding(10));
  expect([5, 6].filter((no) => cache.get(no))).toStrictEqual([6]);
});
