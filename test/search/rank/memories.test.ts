import { expect, test } from 'vitest';
import { placesOf } from '../../../src/search/rank/memories.ts';

const tableOf = (numbers: number[], count = numbers.length) =>
  ({ memoryNo: Int32Array.from(numbers), count }) as Parameters<typeof placesOf>[0];

test.each([
  ['in their order', [3, 5, 8, 13]],
  ['behind younger ones', [5, 13, 8, 3]],
])('memories %s are found by their numbers', (_, numbers) => {
  const placeOf = placesOf(tableOf(numbers));
  expect(numbers.map(placeOf)).toStrictEqual([0, 1, 2, 3]);
  expect([1, 4, 14].map(placeOf)).toStrictEqual([-1, -1, -1]);
});

test('places of a table that are not in use have no memory', () => {
  expect([3, 0, 9].map(placesOf(tableOf([3, 9, 0, 0], 1)))).toStrictEqual([0, -1, -1]);
  expect(placesOf(tableOf([]))(1)).toBe(-1);
});
