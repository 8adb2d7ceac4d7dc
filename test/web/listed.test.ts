import { expect, test } from 'vitest';
import { pagesOf } from '../../web/parts/pages-of.ts';
import { besideOf } from '../../web/parts/search/beside.ts';

test('a list is read page after page, up to what is asked for or its end', async () => {
  const ids = Array.from({ length: 228 }, (_, id) => id);
  const read = async (limit: number) => {
    const pages = await pagesOf(
      limit,
      async (page) => ids.slice(page * 100, (page + 1) * 100),
      (rows) => rows,
    );
    return pages.map(({ length }) => length);
  };
  expect(await read(20)).toStrictEqual([100]);
  expect(await read(200)).toStrictEqual([100, 100]);
  expect(await read(2_000)).toStrictEqual([100, 100, 28]);
});

test('a list of the memories with a word is not widened', () => {
  const weak = [{ id: 'a', relevance: 0.1 }] as unknown as Parameters<typeof besideOf>[0]['memories'];
  expect(besideOf({ memories: weak }, { having: ['trip'] })).toBeUndefined();
  expect(besideOf({ memories: [] }, { having: ['trip'] })).toBeDefined();
});
