import { expect, test } from 'vitest';
import { cpuTimeOf } from '../support/cost.ts';
import { families } from './linear/families.ts';
import { readers } from './linear/readers.ts';

/** Four times the text may take six times as long: what is over four is for caches and the collector. */
const mostGrowth = 6;
/** CPU time (ms) below which nothing is told: a reader whose time grows with the square is far above it. */
const floor = 60;
/** How often a measurement that looks bad is made again: the best counts, since a busy machine only adds. */
const attempts = 3;

test('there are families enough for every syntax', () => {
  expect(families().size).toBeGreaterThanOrEqual(140);
  for (const { groups } of readers.values()) expect(families(groups).size).toBeGreaterThanOrEqual(40);
});

test.each([...readers])(
  '%s: four times the text takes at most six times as long',
  async (_, { size, groups, read }) => {
    const slow: string[] = [];
    // What is loaded at the first use.
    await read('A word. # a\n\n- b\n');
    for (const [family, make] of families(groups)) {
      const large = make(size);
      let most = await cpuTimeOf(() => read(large));
      if (most <= floor) continue;
      const small = make(size / 4);
      let least = 0;
      for (let i = 0; i < attempts && most > floor && (i === 0 || most > mostGrowth * least); i++) {
        least = Math.max(least, await cpuTimeOf(() => read(small)));
        most = Math.min(most, await cpuTimeOf(() => read(large)));
      }
      if (most > floor && most > mostGrowth * least)
        slow.push(`${family}: ${least.toFixed(0)} to ${most.toFixed(0)} ms`);
    }
    expect(slow).toStrictEqual([]);
  },
);
