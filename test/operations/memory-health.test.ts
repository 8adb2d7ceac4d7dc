import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import type { Stored } from '../support/answers.ts';
import { openWithAda } from '../support/harness.ts';

const characterId = 'Ada';
const day = 86_400_000;

interface Health {
  memories: number;
  questions: { count: number; first: { query: string; count: number }[] };
  unrecalled: { count: number; first: { text: string }[] };
  pairs: { looked: number; count: number; first: { kind: string }[] };
  stale: { count: number; first: { memoryId: string; day: string }[] };
  ended: { count: number; first: { text: string; end: string }[] };
  ending: { count: number; first: { text: string; end: string }[] };
  reviews: { edits: number; proposals: number };
  learnt: { count: number; first: { text: string }[] };
}

async function withAda() {
  const session = await openWithAda({ toolsets: ['characters', 'memories', 'review'], recallLogDays: 90 });
  const add = (content: string, of = characterId) =>
    session.call<Stored>('add_memory_direct', { characterId: of, content, category: 'general' });
  const health = (input = {}) => session.call<Health>('get_memory_health', input);
  return { ...session, add, health };
}

test('the answer lists what needs care, in one character or all', async () => {
  const { call, clock, add, health } = await withAda();
  await call('create_character', { name: 'Bo' });
  await add('Der Schlüssel liegt unter der Matte.');
  await add('The roof terrace closes at dusk.', 'Bo');
  clock.now += 40 * day;
  await add('The server room opens at 7 every day');
  clock.now += 1_000;
  await add('The server room opens at 9 every day');
  for (const query of ['zeppelin', 'Zeppelin?']) {
    clock.now += 1_000;
    await call('search_memories', { characterId, query });
  }
  const { questions, unrecalled, pairs, learnt, memories, reviews } = await health({ characterId });
  expect(memories).toBe(3);
  expect(questions).toMatchObject({ count: 1, first: [{ query: 'Zeppelin?', count: 2 }] });
  expect(unrecalled).toMatchObject({ count: 1, first: [{ text: 'Der Schlüssel liegt unter der Matte.' }] });
  expect(pairs).toMatchObject({ looked: 3, count: 1, first: [{ kind: 'contradiction' }] });
  expect(reviews).toStrictEqual({ edits: 0, proposals: 0 });
  expect(learnt.first.map(({ text }) => text)).toStrictEqual([
    'The server room opens at 9 every day',
    'The server room opens at 7 every day',
  ]);
  expect(learnt.count).toBe(2);
  const { memories: stored } = await call<{ memories: { id: string }[] }>('list_memories', { characterId });
  const ids = stored.map(({ id }) => id);
  for (const state of ['DELETED', 'ACTIVE']) await call('change_memories', { characterId, ids, change: { state } });
  expect((await health({ characterId })).learnt).toStrictEqual({ ...learnt, more: false });
  const { byDay } = await call<{ byDay: { added: number }[] }>('get_statistics', { characterId });
  expect(byDay.reduce((sum, { added }) => sum + added, 0)).toBe(3);
  const all = await health();
  expect([all.memories, all.unrecalled.count]).toStrictEqual([4, 2]);
});

test('memories that ended or will end within a week are listed with their end and replacement', async () => {
  const { call, clock, add, health } = await withAda();
  await call('create_character', { name: 'Bo' });
  const { id } = await add('I live in Leeds.');
  const until = (content: string, days: number) => {
    const validUntil = new Date(clock.now + days * day).toISOString();
    return call('add_memory_direct', { characterId: 'Bo', content, category: 'general', validUntil });
  };
  await until('Code freeze', 6);
  await until('The office moves', 20);
  await call('add_memory_direct', { characterId, content: 'I moved.', category: 'general', supersedes: [id] });
  const replaced = { text: 'I live in Leeds.', end: expect.stringMatching(/^ended 2026-01-15, now: I moved\.$/) };
  const all = await health();
  expect(all.ended).toMatchObject({ count: 1, first: [replaced] });
  const soon = { text: 'Code freeze', end: expect.stringMatching(/^2026-01-21/) };
  expect(all.ending).toMatchObject({ count: 1, first: [soon] });
  expect((await health({ characterId })).ending.count).toBe(0);
  clock.now += 6.5 * day;
  expect((await health()).ended.count).toBe(2);
  clock.now += day;
  const later = await health();
  expect(later.ended.first.map(({ text }) => text)).toStrictEqual(['Code freeze']);
  expect(later.ending.count).toBe(0);
});

test('a memory that another one replaced does not end soon, though the clock goes on during the answer', async () => {
  const { call, clock, health } = await withAda();
  const validUntil = new Date(clock.now + 6 * day).toISOString();
  const freeze = { characterId, content: 'The code is frozen.', category: 'general', validUntil };
  const { id } = await call<Stored>('add_memory_direct', freeze);
  await call('add_memory_direct', { characterId, content: 'Code flows.', category: 'general', supersedes: [id] });
  let at = clock.now + 1_000;
  Object.defineProperty(clock, 'now', { get: () => at++ });
  expect((await health()).ending).toStrictEqual({ count: 0, first: [] });
});

test('a memory is stale when the last date it names has passed, in any language', async () => {
  const { call, clock, add, health, store } = await withAda();
  const [past, ahead] = ['2026-02-03', '2027-02-03'];
  expect(clock.now).toBeLessThan(Date.parse(past));
  const stale = [
    'The deadline is 3 February 2026.',
    'Abgabe: 3. Februar 2026.',
    'La date limite est le 3 février 2026.',
    'Срок: 3 февраля 2026 года.',
    '締切は2026年2月3日です。',
    'Offer, last day 2026-02-03',
  ];
  const ids = new Set<string>();
  for (const text of stale) ids.add((await add(text)).id);
  const fresh = [
    `From ${past} to ${ahead}.`,
    'Ada was born on 3 February 2001.',
    'Room 2026 is free.',
    `Due ${ahead}.`,
    // It ends by itself.
    `Offer valid until ${past}`,
    'Die Frist endet am 3. Februar 2026.',
  ];
  for (const text of fresh) await add(text);
  // What was said in an imported chat is worth no question.
  const { id: ada } = await call<Stored>('get_character', { characterId });
  const source = { kind: 'import' } as const;
  const said = { id: randomUUID(), content: stale[0]!, salience: 0.5, importance: 'NORMAL', source } as const;
  const message = { kind: 'add', memory: { ...said, content: `Noted: ${said.content}`, sessionId: 's-1' } } as const;
  const by = { changedBy: 'local', kind: 'user', now: clock.now } as const;
  await store.memories.write(localOwner('BUSINESS'), ada, [message], by);
  expect((await health()).stale.count).toBe(0);
  clock.now = Date.parse(past) + 2 * day;
  const found = (await health({ limit: 20 })).stale;
  expect(found.count).toBe(stale.length);
  expect(new Set(found.first.map(({ memoryId }) => memoryId))).toStrictEqual(ids);
  expect(new Set(found.first.map((one) => one.day))).toStrictEqual(new Set([past]));
  // Who corrects a memory has seen it.
  const content = 'The deadline was 3 February 2026.';
  await call('update_memory', { characterId, memoryId: [...ids][0], content });
  expect((await health()).stale.count).toBe(stale.length - 1);
});
