import { expect, test } from 'vitest';
import { CharacterIndex } from '../../../src/search/index/character-index.ts';
import { CachedIndex, IndexCache } from '../../../src/storage/postgres/search-index/index-cache.ts';

const empty = () =>
  new CachedIndex({ indexVersion: 1, recentVersion: 1 }, [], new CharacterIndex({ segments: [], recent: [] }));
const block = (bytes: number) => [{ segment: 1, bucket: 1, block: new Uint8Array(bytes) }];

test('the cache’s bound includes indexes that grow in use, and evicts the least recently used', () => {
  const cache = new IndexCache(10_000);
  for (const no of [1, 2, 3]) cache.put(no, empty());
  const grow = (no: number, bytes: number) => {
    cache.get(no)?.keepBlocks([1], block(bytes));
    cache.settle(no);
  };
  grow(1, 4_000);
  grow(2, 4_000);
  expect([1, 2, 3].map((no) => cache.get(no) !== undefined)).toStrictEqual([true, true, true]);
  grow(3, 4_000);
  expect([1, 2, 3].map((no) => cache.get(no) !== undefined)).toStrictEqual([false, true, true]);
  grow(2, 20_000);
  expect([1, 2, 3].map((no) => cache.get(no) !== undefined)).toStrictEqual([false, false, false]);
  cache.put(4, empty());
  grow(4, 9_000);
  expect(cache.get(4)?.bytes).toBeLessThanOrEqual(10_000);
});
