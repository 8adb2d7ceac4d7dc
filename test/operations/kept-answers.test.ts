import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Found } from '../support/answers.ts';
import { isOnMachine } from '../support/front-door-store.ts';
import { openSession, openWithAda, type Session, temporaryFolder } from '../support/harness.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ada = { characterId: 'Ada' };
const add = (session: Session, content: string, more: object = {}) =>
  session.call<{ id: string }>('add_memory_direct', { ...ada, content, category: 'general', ...more });
const page = async (session: Session) => (await session.call<{ text: string }>('assemble_context', ada)).text;
const search = async (session: Session, more: object = {}) =>
  (await session.call<Found>('search_memories', { ...ada, query: 'Where does she live?', ...more })).memories;

/** A session, and how often its searches and pages have read the store. */
async function watched(path?: string) {
  const session = path === undefined ? await openWithAda() : await openSession({ path });
  const [searches, pages] = [vi.spyOn(session.store.search, 'read'), vi.spyOn(session.store.memories, 'mostUseful')];
  return { session, reads: () => [searches.mock.calls.length, pages.mock.calls.length] };
}

test.runIf(isOnMachine)('an equal call is answered without the store until something is written', async () => {
  const { session, reads } = await watched();
  await add(session, 'Ada lives in Lisbon.');
  const first = await search(session);
  const [answer] = await Promise.all([page(session), page(session)]);
  expect(await search(session)).toStrictEqual(first);
  expect(await page(session)).toBe(answer);
  expect(reads()).toStrictEqual([1, 1]);
  await add(session, 'Ada lives in a house with a garden.');
  expect((await search(session)).length).toBe(2);
  expect(await page(session)).toContain('garden');
  await session.call('update_profile', { ...ada, background: 'A mathematician.' });
  expect(await page(session)).toContain('mathematician');
});

test.runIf(isOnMachine)('a write of another process ends what a process has kept', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const other = await openWithAda({ path });
  const { id } = await add(other, 'Ada lives in Lisbon.');
  const { session, reads } = await watched(path);
  expect([await page(session), (await search(session)).length]).toStrictEqual([expect.stringContaining('Lisbon'), 1]);
  await other.call('update_memory', { ...ada, memoryId: id, content: 'Ada lives in Porto.' });
  expect(await page(session)).toContain('Porto');
  expect((await search(session))[0]?.content).toBe('Ada lives in Porto.');
  expect(reads()).toStrictEqual([2, 2]);
});

test('a kept page is not given when a memory on it has ended', async () => {
  const { session } = await watched();
  const validUntil = new Date(session.clock.now + 5 * minuteMs).toISOString();
  await add(session, 'Ada is in Rome.', { validUntil });
  await add(session, 'Ada lives in Lisbon.');
  expect(await page(session)).toContain('Rome');
  session.clock.now += 5 * minuteMs - 1;
  expect(await page(session)).toContain('Rome');
  session.clock.now += 1;
  expect(await page(session)).not.toContain('Rome');
});

test.runIf(isOnMachine)('a kept page lasts until midnight, a kept search a minute', async () => {
  const { session, reads } = await watched();
  await add(session, 'Ada lives in Lisbon.');
  await Promise.all([page(session), search(session)]);
  session.clock.now += minuteMs - 1;
  await Promise.all([page(session), search(session)]);
  expect(reads()).toStrictEqual([1, 1]);
  session.clock.now += 1;
  await Promise.all([page(session), search(session)]);
  expect(reads()).toStrictEqual([2, 1]);
  session.clock.now += dayMs;
  await page(session);
  expect(reads()).toStrictEqual([2, 2]);
});

test('no answer about what held at a time is kept', async () => {
  const { session } = await watched();
  const validUntil = new Date(session.clock.now + 1_000).toISOString();
  await add(session, 'Ada lives in Lisbon.', { validUntil });
  expect((await search(session, { holds: 'true' })).length).toBe(1);
  session.clock.now += 1_000;
  expect((await search(session, { holds: 'true' })).length).toBe(0);
});

test('a kept answer is given to nobody else', async () => {
  const { session } = await watched();
  await add(session, 'Ada lives in Lisbon.');
  expect((await search(session)).length).toBe(1);
  const stranger = await openSession({ path: session.path, tenantId: 'strangers', services: session.services });
  expect((await stranger.fault('search_memories', { ...ada, query: 'Where does she live?' })).type).toBe(
    'CharacterNotFound',
  );
});

test('a failed call is not kept', async () => {
  const { session } = await watched();
  await add(session, 'Ada lives in Lisbon.');
  vi.spyOn(session.store.memories, 'mostUseful').mockRejectedValueOnce(new Error('disk'));
  expect((await session.fault('assemble_context', ada)).type).toBe('InternalError');
  expect(await page(session)).toContain('Lisbon');
});
