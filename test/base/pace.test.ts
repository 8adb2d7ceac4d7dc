import { expect, test } from 'vitest';
import { Pace, partsOf } from '../../src/base/pace.ts';

test('long work pauses before it exceeds its bound, without dividing an item', async () => {
  const steps = [0];
  let isDone = false;
  const nextTurn = () => {
    if (steps.at(-1) !== 0) steps.push(0);
    if (!isDone) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const pace = new Pace(10);
  for (const amount of [4, 6, 1, 30, 2, 8, 9]) {
    await pace.before(amount);
    steps.push(steps.pop()! + amount);
  }
  isDone = true;
  expect(steps.filter((step) => step > 0)).toStrictEqual([10, 1, 30, 10, 9]);
});

test('parts of a list keep the order and both bounds; an oversized item is a part of its own', () => {
  const parts = (sizes: number[]) => [...partsOf(sizes, { most: 3, size: 10 }, (size) => size)];
  expect(parts([1, 1, 1, 1, 9, 2, 40, 5, 5])).toStrictEqual([[1, 1, 1], [1, 9], [2], [40], [5, 5]]);
  expect(parts([])).toStrictEqual([]);
});
