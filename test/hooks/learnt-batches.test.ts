import { expect, test } from 'vitest';
import { openSession, openStore } from '../support/harness.ts';
import { playground, user } from './play.ts';

interface Batch {
  batchId: string;
  learntIn?: string;
  memories: number;
  added?: number;
  changeType: string;
  content: string;
  by: { client?: string };
  undoes?: string;
  changedSince: boolean;
}
interface Undone {
  changed: number;
  batchId: string;
  changedSince: number;
  left: { content: string; changeType: string; by: { kind: string; name: string } }[];
}

/** The hooks of Claude Code, and a client of the same store. */
function withClient() {
  const place = playground();
  const client = async <T>(name: string, input: object): Promise<T> => {
    const services = { store: openStore(place.database), newId: () => crypto.randomUUID(), now: Date.now };
    const { call } = await openSession({ toolsets: ['core', 'memories', 'review', 'characters'], services });
    return call<T>(name, input);
  };
  const batches = async (asked: object = {}) => (await client<{ batches: Batch[] }>('list_batches', asked)).batches;
  const characterId = async () => (await place.listed('harbour'))[0]!.characterId;
  return {
    ...place,
    client,
    batches,
    characterId,
    undo: async (batchId: string) => client<Undone>('undo_batch', { characterId: await characterId(), batchId }),
  };
}

test('a turn that a hook learns from is one batch, which is undone and done again', async () => {
  const place = withClient();
  place.say('s', user('Fix the header. Never push to main. The app needs Kotlin. Can you check the build?'));
  await place.capture('s');
  const stored = await place.memories('harbour');
  const waiting = (await place.listed('harbour', 'PROPOSED')).map(({ content }) => content);
  expect([stored.length, waiting.length]).toStrictEqual([1, 1]);
  const [batch, ...others] = await place.batches();
  expect(others).toStrictEqual([]);
  expect(batch).toMatchObject({ memories: 2, added: 2, by: { client: 'claude-code' }, changedSince: false });
  const { batchId } = batch!;
  const { changes } = await place.client<{ changes: { content: string }[] }>('list_changes', { batchId });
  expect(changes.map(({ content }) => content).toSorted()).toStrictEqual([...stored, ...waiting].toSorted());

  const undone = await place.undo(batchId);
  expect(undone).toMatchObject({ changed: 2, changedSince: 0, left: [] });
  expect(await place.listed('harbour')).toStrictEqual([]);
  expect(await place.listed('harbour', 'PROPOSED')).toStrictEqual([]);
  await place.client('undo_batch', {
    characterId: (await place.listed(undefined, 'DELETED'))[0]!.characterId,
    batchId: undone.batchId,
  });
  expect(await place.memories('harbour')).toStrictEqual(stored);
  expect((await place.listed('harbour', 'PROPOSED')).map(({ content }) => content)).toStrictEqual(waiting);
  expect((await place.batches()).map(({ undoes }) => undoes !== undefined)).toStrictEqual([true, true, false]);
});

test('the turns of a session share a key, and each has a batch', async () => {
  const place = withClient();
  place.say('s', user('Never push to main.'));
  await place.capture('s');
  place.say('s', user('Always write tests first.'));
  await place.capture('s');
  place.say('other', user('Never commit secrets.'));
  await place.capture('other');
  const all = await place.batches();
  expect(new Set(all.map(({ batchId }) => batchId)).size).toBe(3);
  expect(new Set(all.map(({ learntIn }) => learntIn)).size).toBe(2);
  const [first] = await place.batches({ limit: 1, client: 'claude-code', changeType: 'CREATED' });
  expect(first).toMatchObject({ content: 'Never commit secrets.' });
  expect(await place.batches({ client: 'codex' })).toStrictEqual([]);
  expect(await place.batches({ by: 'file' })).toStrictEqual([]);
});

test('an undo names what it left, and who changed it since', async () => {
  const place = withClient();
  place.say('s', user('Never push to main. Always write tests first.'));
  await place.capture('s');
  const { id: memoryId, characterId } = (await place.listed('harbour'))[0]!;
  await place.client('update_memory', { characterId, memoryId, content: 'Never push to trunk.' });
  const undone = await place.undo((await place.batches())[0]!.batchId);
  expect(undone).toMatchObject({ changed: 1, changedSince: 1 });
  expect(undone.left).toMatchObject([
    { content: 'Never push to trunk.', changeType: 'UPDATED', by: { kind: 'model' } },
  ]);
  expect(await place.memories('harbour')).toStrictEqual(['Never push to trunk.']);
});

test('a known statement that is said again is no batch', async () => {
  const place = withClient();
  for (const session of ['one', 'two']) {
    place.say(session, user('Never push to main.'));
    await place.capture(session);
  }
  expect(await place.batches()).toHaveLength(1);
});

test('an undone turn ends nothing, and the turn before it can be undone then', async () => {
  const place = withClient();
  place.say('one', user('We deploy on Tuesdays. Never push to main.'));
  await place.capture('one');
  const before = await place.memories('harbour');
  place.say('two', user('We now deploy on Fridays instead of Tuesdays.'));
  await place.capture('two');
  const [later, earlier] = await place.batches();
  const ended = async () => (await place.listed('harbour')).filter(({ supersededBy }) => supersededBy).length;
  expect(await ended()).toBe(1);
  expect(later).toMatchObject({ memories: 2, added: 1, content: 'We now deploy on Fridays instead of Tuesdays.' });
  const characterId = await place.characterId();
  const undo = (batchId: string) => place.client<Undone>('undo_batch', { characterId, batchId });
  const undone = await undo(later!.batchId);
  expect(undone).toMatchObject({ changed: 2, left: [] });
  expect([await ended(), await place.memories('harbour')]).toStrictEqual([0, before]);
  await undo(undone.batchId);
  expect(await ended()).toBe(1);
  const [, again] = await place.batches();
  await undo((await place.batches())[0]!.batchId);
  expect(again).toBeDefined();
  expect(await undo(earlier!.batchId)).toMatchObject({ changed: 2, left: [] });
  expect(await place.memories('harbour')).toStrictEqual([]);
});
