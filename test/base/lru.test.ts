import { expect, test } from 'vitest';
import { Lru } from '../../src/base/lru.ts';

const keysIn = (cache: Pick<Lru<number, never>, 'has'>) => [1, 2, 3, 4, 5, 6].filter((key) => cache.has(key));

test('a cache drops the least recently used above its bound, and keeps the last however large', () => {
  const cache = new Lru<number, string>(6, ({ length }) => length);
  for (const key of [1, 2, 3]) cache.set(key, 'ab');
  expect(cache.get(1)).toBe('ab');
  cache.set(4, 'ab');
  expect(keysIn(cache)).toStrictEqual([1, 3, 4]);
  cache.set(5, 'a long text');
  expect(keysIn(cache)).toStrictEqual([5]);
  cache.set(6, 'a');
  expect(keysIn(cache)).toStrictEqual([6]);
});

test('a value is measured anew when it is set again, has grown or is deleted', () => {
  const cache = new Lru<number, { size: number }>(10, ({ size }) => size);
  const values = [1, 2, 3].map((key) => ({ key, size: 3 }));
  for (const value of values) cache.set(value.key, value);
  cache.set(3, values[2]!);
  expect(keysIn(cache)).toStrictEqual([1, 2, 3]);
  values[2]!.size = 5;
  cache.remeasure(3);
  expect(keysIn(cache)).toStrictEqual([2, 3]);
  cache.delete(2);
  cache.set(4, { size: 5 });
  expect(keysIn(cache)).toStrictEqual([3, 4]);
  cache.clear();
  cache.set(5, { size: 10 });
  expect(keysIn(cache)).toStrictEqual([5]);
});

test('a cache without a measure counts its values', () => {
  const cache = new Lru<number, number>(2);
  for (const key of [1, 2, 3]) cache.set(key, key);
  expect(keysIn(cache)).toStrictEqual([2, 3]);
});
