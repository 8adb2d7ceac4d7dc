import { expect, test } from 'vitest';
import type { Client } from '../../web/client/client.ts';
import { nearest } from '../../web/parts/memory/nearest.ts';
import { near } from '../../web/parts/memory/words.ts';

const family = '👨‍👩‍👧‍👦';

test('unchanged text beside a change is cut between graphemes at both ends', () => {
  for (let pad = 0; pad < family.length; pad++) {
    const text = `${'a'.repeat(pad)}${family.repeat(60)}`;
    const [before = '', after = ''] = near(text, false, false).split(' … ');
    for (const part of [before, after]) expect(part.replace(/^a*/, '').replaceAll(family, '')).toBe('');
    expect(before.length + after.length).toBeGreaterThan(100);
  }
});

test('the query for similar memories is a beginning of the text in whole characters', async () => {
  const asked: string[] = [];
  const client = {
    call: async (_: string, { query }: { query: string }) => {
      asked.push(query);
      return { memories: [] };
    },
  };
  const memory = { id: '1', characterId: '2', content: `a${family.repeat(100)}` };
  await nearest(client as unknown as Client, memory as Parameters<typeof nearest>[1], 3, new AbortController().signal);
  expect(asked[0]?.slice(1).replaceAll(family, '')).toBe('');
  expect(asked[0]?.length).toBeGreaterThan(300);
});
