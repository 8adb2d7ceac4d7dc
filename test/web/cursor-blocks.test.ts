import { expect, test } from 'vitest';
import { CursorBlocks } from '../../web/parts/audit/cursor-blocks.ts';

const size = 10;
const { signal } = new AbortController();

/** A list of numbers that reads at most seven of them for a page, and finds the even ones. */
function evens(count: number) {
  const asked: (string | undefined)[] = [];
  const read = async (cursor: string | undefined, limit: number) => {
    asked.push(cursor);
    const from = Number(cursor ?? 0);
    const to = Math.min(count, from + 7);
    const rows: number[] = [];
    for (let n = from; n < to; n++) {
      if (n % 2 === 0) rows.push(n);
      if (rows.length === limit) return { rows, nextCursor: n + 1 < count ? String(n + 1) : undefined };
    }
    return { rows, nextCursor: to < count ? String(to) : undefined };
  };
  return { blocks: new CursorBlocks<number, number>(size, read, (rows, n) => rows.push(n)), asked };
}

const fromTo = (from: number, to: number) => Array.from({ length: (to - from) / 2 }, (_, n) => from + 2 * n);

test('blocks are full although pages are short, and one more is expected until the end', async () => {
  const { blocks } = evens(46);
  expect(await blocks.block(0, signal)).toStrictEqual({ rows: fromTo(0, 20), total: 2 * size });
  expect(await blocks.block(1, signal)).toStrictEqual({ rows: fromTo(20, 40), total: 3 * size });
  expect(await blocks.block(2, signal)).toStrictEqual({ rows: fromTo(40, 46), total: 23 });
  expect(await blocks.block(0, signal)).toStrictEqual({ rows: fromTo(0, 20), total: 23 });
});

test('a block whose start is unknown is reached through those before it, and is empty past the end', async () => {
  const { blocks, asked } = evens(46);
  expect(await blocks.block(2, signal)).toStrictEqual({ rows: fromTo(40, 46), total: 23 });
  expect(asked[0]).toBeUndefined();
  expect(await blocks.block(5, signal)).toStrictEqual({ rows: [], total: 23 });
  expect(await evens(0).blocks.block(0, signal)).toStrictEqual({ rows: [], total: 0 });
});

test('grouped items are one row, also across pages', async () => {
  const read = async (cursor: string | undefined, limit: number) => {
    const from = Number(cursor ?? 0);
    const rows = Array.from({ length: Math.min(limit, 95 - from) }, (_, n) => from + n);
    return { rows, nextCursor: from + limit < 95 ? String(from + limit) : undefined };
  };
  const blocks = new CursorBlocks<number, number[]>(size, read, (rows, n) => {
    const last = rows.at(-1);
    if (last && Math.floor(last[0]! / 4) === Math.floor(n / 4)) last.push(n);
    else rows.push([n]);
  });
  const first = await blocks.block(0, signal);
  expect(first.rows).toStrictEqual(Array.from({ length: size }, (_, n) => [4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3]));
  expect((await blocks.block(2, signal)).rows).toStrictEqual([
    [80, 81, 82, 83],
    [84, 85, 86, 87],
    [88, 89, 90, 91],
    [92, 93, 94],
  ]);
  expect((await blocks.block(1, signal)).total).toBe(24);
});
