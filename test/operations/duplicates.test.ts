import { expect, test } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import type { Stored } from '../support/answers.ts';
import { openWithAda } from '../support/harness.ts';

const characterId = 'Ada';

interface Duplicates {
  pairs: { kind: string; likeness: number; shared: string[]; memories: Memory[] }[];
  looked: number;
  total: number;
  nextCursor?: string;
}

const pairsOfTexts: [kind: string, one: string, other: string][] = [
  ['duplicate', 'Ada prefers green tea in the morning.', 'In the morning Ada prefers green tea'],
  ['duplicate', 'Das Paket liegt beim Nachbarn im Keller.', 'Beim Nachbarn im Keller liegt das Paket'],
  ['duplicate', '東京支社の会議は毎週月曜日に開かれる', '東京支社の会議は毎週月曜日に開かれます'],
  ['contradiction', 'The server room opens at 7 every day', 'The server room opens at 9 every day'],
  ['contradiction', 'Deploy the billing service on Fridays', 'Never deploy the billing service on Fridays'],
];
const unlike = ['Ada plays the harp.', 'The harbour of Lisbon is old.', 'Der Zug nach Bremen hat Verspätung.'];

test('pairs that say the same or contradict each other are found page by page, each once', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = (content: string) =>
    session.call<Stored>('add_memory_direct', { characterId, content, category: 'general' });
  const courtesies = ['Thanks, talk to you soon!', 'Thank you, talk to you soon'];
  for (const text of [...pairsOfTexts.map(([, one]) => one), ...unlike, ...courtesies]) await add(text);
  session.clock.now += 60_000;
  for (const [, , other] of pairsOfTexts) await add(other);
  const found: [string, string, string][] = [];
  let looked = 0;
  let cursor: string | undefined;
  do {
    const page = await session.call<Duplicates>('list_duplicates', {
      characterId,
      limit: 4,
      ...(cursor && { cursor }),
    });
    expect(page.total).toBe(15);
    looked += page.looked;
    for (const { kind, memories, shared } of page.pairs) {
      expect(shared.length).toBeGreaterThan(1);
      found.push([kind, memories[1]!.content, memories[0]!.content]);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(looked).toBe(15);
  expect(found.toSorted()).toStrictEqual(pairsOfTexts.toSorted());
  expect(await session.fault('list_duplicates', { characterId, cursor: 'x' })).toMatchObject({ type: 'InvalidInput' });
});
