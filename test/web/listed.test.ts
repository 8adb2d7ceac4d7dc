import { expect, test } from 'vitest';
import type { Client } from '../../web/client/client.ts';
import { pagesOf } from '../../web/parts/pages-of.ts';
import { searchWithTime, timeIn } from '../../web/parts/search/answer.ts';
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

test('a search of a chosen month that finds nothing names the month beside what is of other times', () => {
  const [since, until] = [new Date(2026, 3).toISOString(), new Date(2026, 4).toISOString()];
  const titleOf = (filter: Parameters<typeof besideOf>[1]) => besideOf({ memories: [] }, filter)?.title;
  expect(titleOf({ since, until, isOfAnyTime: true })).toBe('Nothing useful from April 2026. At other times:');
  expect(titleOf({ since, until, category: 'facts' })).toBe('Nothing useful with these filters. Without them:');
});

test('a search answered from other times than its own also has the likeliest of its own', async () => {
  const [since, until] = ['2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z'];
  const client = {
    call: async (_: string, asked: { since?: string; until?: string }) => ({
      memories: [{ id: asked.since === since && asked.until === until ? 'april' : 'january' }],
      understood: { words: [], time: { since, until, isApplied: false } },
    }),
  } as unknown as Client;
  const asked = { query: 'bath in april', limit: 10, filter: {}, characterId: 'c' };
  const idsOf = (of: readonly { id: string }[] | undefined) => of?.map(({ id }) => id);
  const { memories, ofTime } = await searchWithTime(client, asked);
  expect([idsOf(memories), idsOf(ofTime)]).toStrictEqual([['january'], ['april']]);
  expect(await searchWithTime(client, { ...asked, filter: { isOfAnyTime: true } })).not.toHaveProperty('ofTime');
});

test('a question filters by the time that it names, unless any time is chosen', () => {
  const time = { since: '2026-04-01T00:00:00Z', until: '2026-05-01T00:00:00Z', isApplied: false };
  expect(timeIn({ time, words: [] }, {})).toMatchObject({ isOn: true });
  expect(timeIn({ time, words: [] }, { isOfAnyTime: true })).toMatchObject({ isOn: false });
  expect(timeIn({ time: { ...time, isOffered: true }, words: [] }, {})).toMatchObject({ isOn: false });
});

test('a list of the memories with a word is not widened', () => {
  const weak = [{ id: 'a', relevance: 0.1 }] as unknown as Parameters<typeof besideOf>[0]['memories'];
  expect(besideOf({ memories: weak }, { having: ['trip'] })).toBeUndefined();
  expect(besideOf({ memories: [] }, { having: ['trip'] })).toBeDefined();
});
