import { expect, test } from 'vitest';
import { superlinear } from '../support/cost.ts';
import { families } from './linear/families.ts';
import { readers } from './linear/readers.ts';

test('there are families enough for every syntax', () => {
  expect(families().size).toBeGreaterThanOrEqual(140);
  for (const { groups } of readers.values()) expect(families(groups).size).toBeGreaterThanOrEqual(40);
});

test.each([
  ['what grows with the square is seen', 2, '100 to 1600 ms'],
  ['what grows with the text is none', 1, undefined],
])('%s', async (_, power, seen) => {
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
