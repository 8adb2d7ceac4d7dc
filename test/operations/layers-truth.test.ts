import { test as anyTest, expect } from 'vitest';
import { EncoderEmbedder } from '../../src/ai/encoder/encoder-embedder.ts';
import { OwnEncoder, ownModel } from '../../src/ai/encoder/own-encoder.ts';
import { localOwner } from '../../src/domain/principal.ts';
import { isMachineStore } from '../../src/domain/stores/store.ts';
import type { TextJudge } from '../../src/search/judge/judge.ts';
import { JudgingWorker } from '../../src/service/background/judging-worker.ts';
import type { Services } from '../../src/service/context.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import { id as memberId } from '../support/builders.ts';
import { isOnMachine } from '../support/front-door-store.ts';
import { type Body, openSession, type Session } from '../support/harness.ts';

/** A server has no layers of a folder. */
const test = anyTest.skipIf(!isOnMachine);

const owner = localOwner('BUSINESS');
const log: Services['log'] = () => undefined;

/** Judges that "I moved" ends what tells where somebody lives. */
const judge = (sureness: 'sure' | 'likely') => async (): Promise<TextJudge> => (newer, older) =>
  newer.startsWith('I moved') && older.includes('live')
    ? { relation: 'ends', sureness, ends: 0.99 }
    : { relation: 'unrelated', ends: 0 };

/** The memories Mara, Alpha and Beta, of the person and two projects of this machine, and Novel, which is of none. */
async function openLayers(sureness: 'sure' | 'likely' = 'sure') {
  const embeddings = new Embeddings(new EncoderEmbedder(ownModel, new OwnEncoder()), log, { timeoutMs: 60_000 });
  const session = await openSession({
    toolsets: ['memories', 'characters', 'review'],
    services: { judge: judge(sureness), embeddings },
  });
  const { store, call } = session;
  if (!isMachineStore(store)) throw new Error('no store of a machine');
  for (const name of ['Mara', 'Alpha', 'Beta', 'Novel']) {
    const { id } = await call<{ id: string }>('create_character', { name });
    const place = { names: [name], folder: `/work/${name}`, place: `place:${name}`, root: null };
    if (name !== 'Novel') await store.projects.assign(owner, place, id, session.clock.now);
  }
  const add = (characterId: string, content: string, more: object = {}) =>
    call('add_memory_direct', { characterId, content, category: 'general', ...more });
  const get = (characterId: string, memoryId: unknown) => call('get_memory', { characterId, memoryId });
  const catchUp = () => new JudgingWorker(session.services).catchUp(new AbortController().signal);
  const found = async (characterId: string) =>
    ((await call('search_memories', { characterId, query: 'Where do I live?' })).memories as Body[]).map(
      ({ content, ended }) => [content, ended],
    );
  return { ...session, add, get, catchUp, found };
}

/** Lisbon in the project's memory, and Porto in the person's, judged. */
async function moved(session: Awaited<ReturnType<typeof openLayers>>) {
  const { id: older } = await session.add('Alpha', 'I live in Lisbon.');
  session.clock.now += 1_000;
  const { id: newer } = await session.add('Mara', 'I moved to Porto.');
  await session.catchUp();
  return { older, newer };
}

const context = async ({ call }: Session, characterId: string) =>
  String((await call('assemble_context', { characterId, query: 'Where do I live?' })).text);

test('a statement about the user ends what a project’s memory says of them', async () => {
  const session = await openLayers();
  const { older, newer } = await moved(session);
  expect(await session.get('Alpha', older)).toMatchObject({ supersededBy: newer });
  expect(await session.get('Mara', newer)).toMatchObject({ supersedes: [older] });
  expect(await session.found('Alpha')).toStrictEqual([
    ['I moved to Porto.', undefined],
    ['I live in Lisbon.', 'ended 2026-01-15, now: I moved to Porto.'],
  ]);
  const text = await context(session, 'Alpha');
  expect(text).toContain('Porto');
  expect(text).not.toContain('Lisbon');
  const { memories } = await session.call('list_memories', { characterId: 'Alpha', holds: 'true' });
  expect(memories).toStrictEqual([]);
});

test('a memory ended by another layer holds again once the newer is deleted, or the end reverted', async () => {
  const session = await openLayers();
  const { older, newer } = await moved(session);
  await session.call('delete_memory', { characterId: 'Mara', memoryId: newer });
  expect(await session.get('Alpha', older)).not.toHaveProperty('supersededBy');
  expect(await session.found('Alpha')).toStrictEqual([['I live in Lisbon.', undefined]]);
  await session.call('revert_memory', { characterId: 'Mara', memoryId: newer, revision: 1 });
  expect(await session.get('Alpha', older)).toMatchObject({ supersededBy: newer });
  await session.call('revert_memory', { characterId: 'Alpha', memoryId: older, revision: 1 });
  expect(await session.get('Alpha', older)).not.toHaveProperty('supersededBy');
  expect(await session.get('Mara', newer)).not.toHaveProperty('supersedes');
});

test('a memory ended by another layer holds again while that layer is deleted', async () => {
  const session = await openLayers();
  const { older, newer } = await moved(session);
  await session.call('delete_character', { characterId: 'Mara' });
  expect(await session.get('Alpha', older)).not.toHaveProperty('supersededBy');
  expect(await session.found('Alpha')).toStrictEqual([['I live in Lisbon.', undefined]]);
  await session.call('restore_character', { characterId: 'Mara' });
  expect(await session.get('Alpha', older)).toMatchObject({ supersededBy: newer });
});

test('a text that is said again in its layer holds again there', async () => {
  const session = await openLayers();
  const { older } = await moved(session);
  session.clock.now += 1_000;
  expect(await session.add('Alpha', 'I live in Lisbon.')).toMatchObject({ operation: 'REVIVE', id: older });
  expect(await session.get('Alpha', older)).not.toHaveProperty('supersededBy');
});

test('a likely change links two layers, the newer one stands first, and Review answers it', async () => {
  const session = await openLayers('likely');
  const { older, newer } = await moved(session);
  expect(await session.get('Alpha', older)).toMatchObject({ mayBeOutdatedBy: newer });
  expect((await session.found('Alpha'))[0]).toStrictEqual(['I moved to Porto.', undefined]);
  const given = await context(session, 'Alpha');
  expect(given).toMatch(/Lisbon\. \(may be outdated since \d{4}-\d\d-\d\d\)[\s\S]*about "Mara"[\s\S]*Porto/);
  expect(given.match(/may be outdated/g)).toHaveLength(1);
  const shown = await session.call('list_memories', { characterId: 'Alpha' });
  expect(shown.memories).toContainEqual(
    expect.objectContaining({
      id: older,
      doubt: expect.stringMatching(/^may be outdated since .*: I moved to Porto\.$/),
    }),
  );
  const listed = await session.call('list_duplicates', { characterId: 'Alpha' });
  expect(listed.pairs).toMatchObject([{ kind: 'outdated', memories: [{ id: newer }, { id: older }] }]);
  const answer = (given: object) =>
    session.call('keep_both', { characterId: 'Alpha', memoryId: newer, otherId: older, ...given });
  await answer({ answer: 'changed' });
  expect(await session.get('Alpha', older)).toMatchObject({ supersededBy: newer });
  await session.call('revert_memory', { characterId: 'Alpha', memoryId: older, revision: 1 });
  await answer({ answer: 'both' });
  expect(await session.get('Alpha', older)).not.toHaveProperty('mayBeOutdatedBy');
  await answer({ answer: 'neither' });
  expect((await session.found('Alpha')).map(([, ended]) => ended)).toStrictEqual([expect.stringMatching(/^ended/)]);
});

test('nothing is compared over a memory that somebody else reads, nor over one of no project', async () => {
  const session = await openLayers();
  await session.store.members.add(owner.tenantId, { id: memberId(7), name: 'Ben', role: 'VIEWER' }, 0);
  const { older, newer } = await moved(session);
  const { id: novel } = await session.add('Novel', 'I live in Lisbon.');
  expect(await session.get('Alpha', older)).not.toHaveProperty('supersededBy');
  const refused = { characterId: 'Mara', memoryId: newer, supersedes: [older] };
  await expect(session.call('update_memory', refused)).rejects.toThrow(/MemoryNotFound|no memory/);
  await expect(session.call('update_memory', { ...refused, supersedes: [novel] })).rejects.toThrow(
    /MemoryNotFound|no memory/,
  );
});

test('a statement about the project ends nothing in another layer', async () => {
  const session = await openLayers();
  const { id } = await session.add('Beta', 'The tests of the parser live in test/parser.');
  session.clock.now += 1_000;
  await session.add('Alpha', 'I moved the tests of the parser to test/reader.');
  await session.catchUp();
  expect(await session.get('Beta', id)).not.toHaveProperty('supersededBy');
});

test('a new memory may replace by id what another layer has', async () => {
  const session = await openLayers('likely');
  const { id: older } = await session.add('Alpha', 'I use npm.');
  const added = await session.add('Mara', 'I use pnpm.', { supersedes: [older] });
  expect(added).toMatchObject({ supersedes: [older] });
  expect(await session.get('Alpha', older)).toMatchObject({ supersededBy: added.id });
  const { revisions } = await session.call('get_memory_history', { characterId: 'Alpha', memoryId: older });
  expect(revisions).toMatchObject([{ changeType: 'CREATED' }, { changeType: 'ENDED' }]);
});
