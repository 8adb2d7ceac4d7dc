import { expect, test } from 'vitest';
import { CharacterCache } from '../../../src/search/index/character-cache.ts';
import type { CharacterIndex } from '../../../src/search/index/character-index.ts';

const holding = (count: number) => ({ passages: { count } }) as CharacterIndex;

test('the cache evicts the least recently used characters, and keeps the last however large', () => {
  const cache = new CharacterCache();
  for (const no of [1, 2, 3]) cache.put(no, 1, holding(200_000));
  cache.get(1, 1);
  cache.put(4, 1, holding(200_000));
  expect([1, 2, 3, 4].filter((no) => cache.get(no, 1))).toStrictEqual([1, 3, 4]);
  cache.put(5, 1, holding(1_000_000));
  expect([1, 2, 3, 4, 5].filter((no) => cache.get(no, 1))).toStrictEqual([5]);
  cache.put(6, 1, holding(10));
  expect([5, 6].filter((no) => cache.get(no, 1))).toStrictEqual([6]);
});

test('the cache returns only the requested version', () => {
  const cache = new CharacterCache();
  const [first, second] = [holding(3), holding(4)];
  cache.put(1, 7, first);
  expect([cache.get(1, 7), cache.get(1, 8), cache.get(1, 6)]).toStrictEqual([first, undefined, undefined]);
  cache.put(1, 8, second);
  expect([cache.get(1, 7), cache.get(1, 8)]).toStrictEqual([undefined, second]);
});
