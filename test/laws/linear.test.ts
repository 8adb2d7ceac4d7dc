import { expect, test } from 'vitest';
import { superlinear } from '../support/cost.ts';
import { families } from './linear/families.ts';
import { readers } from './linear/readers.ts';

test('every syntax has enough hostile families', () => {
  expect(families().size).toBeGreaterThanOrEqual(140);
  for (const { groups } of readers.values()) expect(families(groups).size).toBeGreaterThanOrEqual(40);
});

test.each([
  ['reports quadratic cost', 2, '100 to 1600 ms'],
  ['accepts linear cost', 1, undefined],
])('the cost test %s', async (_, power, seen) => {
  let spent = 0;
  const read = (text: string) => {
    spent = (text.length / 400) ** power;
  };
  const costOf = async (run: () => unknown) => {
    await run();
    return spent;
  };
  expect(await superlinear(read, (size) => 'a'.repeat(size), 16_000, costOf)).toBe(seen);
});
