import { expect, test } from 'vitest';
import { superlinear } from '../support/cost.ts';
import { families } from './linear/families.ts';
import { readers } from './linear/readers.ts';

test('there are families enough for every syntax', () => {
  expect(families().size).toBeGreaterThanOrEqual(140);
  for (const { groups } of readers.values()) expect(families(groups).size).toBeGreaterThanOrEqual(40);
});

test('what grows with the square is seen', async () => {
  const square = (text: string) => {
    let sum = 0;
    for (let i = 0; i < text.length; i++) for (let j = 0; j < text.length; j++) sum = (sum + i * j) | 0;
    return sum;
  };
  expect(await superlinear(square, (size) => 'a'.repeat(size), 16_000)).toMatch(/^\d+ to \d+ ms$/);
});

test.each([...readers])(
  '%s: four times the text takes at most six times as long',
  async (_, { size, groups, read }) => {
    const slow: string[] = [];
    // What is loaded at the first use.
    await read('A word. # a\n\n- b\n');
    for (const [family, make] of families(groups)) {
      const took = await superlinear(read, make, size);
      if (took !== undefined) slow.push(`${family}: ${took}`);
    }
    expect(slow).toStrictEqual([]);
  },
);
