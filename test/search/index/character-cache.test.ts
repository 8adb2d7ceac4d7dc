import { expect, test } from 'vitest';
import { CharacterCache } from '../../../src/search/index/character-cache.ts';
import type { CharacterIndex } from '../../../src/search/index/character-index.ts';

const holding = (count: number) => ({ passages: { count } }) as CharacterIndex;

test('the cache returns only the requested version', () => {
  const cache = new CharacterCache();
  const [first, second] = [holding(3), holding(4)];
  cache.put(1, 7, first);
  expect([cache.get(1, 7), cache.get(1, 8), cache.get(1, 6)]).toStrictEqual([first, undefined, undefined]);
  cache.put(1, 8, second);
  expect([cache.get(1, 7), cache.get(1, 8)]).toStrictEqual([undefined, second]);
});
