import { expect, test } from 'vitest';
import { superlinear } from '../support/cost.ts';
import { families } from './linear/families.ts';
import { readers } from './linear/readers.ts';

test.each([...readers])(
  '%s: four times the text takes at most six times as long',
  async (_, { size, groups, read }) => {
    const slow: string[] = [];
    // Lazily loaded modules.
    await read('A word. # a\n\n- b\n');
    for (const [family, make] of families(groups)) {
      const took = await superlinear(read, make, size);
      if (took !== undefined) slow.push(`${family}: ${took}`);
    }
    expect(slow).toStrictEqual([]);
  },
);
