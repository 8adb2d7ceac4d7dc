import { expect, onTestFinished, test } from 'vitest';
import type { Principal } from '../../src/domain/principal.ts';
import { operationsByName } from '../../src/features/operations.ts';
import { call } from '../../src/gate/call.ts';
import type { Body } from '../support/harness.ts';
import { openStore, temporaryFolder } from '../support/stores.ts';
import { Team } from '../support/team.ts';

/** A store of a machine: its owner's memory Mara, which is private, and Alpha and Beta of projects that a guest works in too. */
async function withGuest() {
  const store = openStore(`${temporaryFolder()}/memory.db`);
  const team = await new Team(store).gather(['OWNER', 'MEMBER']);
  onTestFinished(async () => {
    await team.close();
    await store.close();
  });
  const [owner, guest] = team.members.map(({ principal }) => principal) as [Principal, Principal];
  const ask = async (
    principal: Principal,
    tool: string,
    input: object = {},
  ): Promise<{ outcome: string; body: Body }> => {
    const answer = await call(team.services, { principal }, operationsByName.get(tool)!, input);
    return answer.error ? { outcome: answer.error.type, body: {} } : { outcome: 'ok', body: answer.output as Body };
  };
  const made = async (name: string, visibility: 'PUBLIC' | 'PRIVATE') =>
    String((await ask(owner, 'create_character', { name, visibility })).body.id);
  const [mara, alpha, beta] = [
    await made('Mara', 'PRIVATE'),
    await made('Alpha', 'PUBLIC'),
    await made('Beta', 'PUBLIC'),
  ];
  const add = async (characterId: string, content: string) =>
    String((await ask(owner, 'add_memory_direct', { characterId, content, category: 'general' })).body.id);
  return { store, owner, guest, ask, mara, alpha, beta, add, now: team.clock.now };
}

test('a question about a shared project and the owner’s private memory is nobody else’s', async () => {
  const { owner, guest, ask, mara, alpha, add } = await withGuest();
  const newer = await add(mara, 'Mara moved to Hamburg.');
  const older = await add(alpha, 'Mara lives in Lisbon.');
  const pair = { characterId: alpha, memoryId: newer, otherId: older };
  const asks = { ...pair, kept: false, answer: 'both' };
  const pairsOf = async (who: Principal) => (await ask(who, 'list_duplicates')).body.pairs;
  for (const more of [{ answer: 'both' }, { kept: false }])
    expect((await ask(guest, 'keep_both', { ...pair, ...more })).outcome).toBe('MemoryNotFound');
  await ask(guest, 'keep_both', asks);
  expect(await pairsOf(owner)).toStrictEqual([]);
  await ask(owner, 'keep_both', asks);
  expect(await pairsOf(owner)).toMatchObject([{ memories: [{ id: newer }, { id: older }] }]);
  expect(await pairsOf(guest)).toStrictEqual([]);
});

test('only who may change both memories of a join takes it back', async () => {
  const { store, owner, guest, ask, mara, alpha, beta, add, now } = await withGuest();
  const place = { names: ['alpha'], folder: '/work/alpha', place: 'place:alpha', root: null };
  await store.projects.assign(owner, place, mara, now);
  await store.projects.join(owner, mara, alpha, 'b1', now);
  const asked = { project: place, isMissing: () => false };
  const found = async () => {
    const memory = await store.projects.find(owner, asked, now);
    return typeof memory === 'object' && memory.character.id;
  };
  expect(await found()).toBe(alpha);
  await add(beta, 'The API is in Go.');
  for (const characterId of [alpha, beta])
    expect((await ask(guest, 'undo_batch', { characterId, batchId: 'b1' })).outcome).toBe('NotFound');
  expect(await found()).toBe(alpha);
  expect((await ask(owner, 'undo_batch', { characterId: beta, batchId: 'b1' })).outcome).toBe('NotFound');
  expect((await ask(owner, 'undo_batch', { characterId: alpha, batchId: 'b1' })).outcome).toBe('ok');
  expect(await found()).toBe(mara);
});

test('a batch that moved a memory away does not name the owner’s private memory to others', async () => {
  const { owner, guest, ask, mara, alpha, add } = await withGuest();
  const id = await add(alpha, 'Mara lives in Lisbon.');
  await ask(owner, 'change_memories', { characterId: alpha, ids: [id], change: { moveTo: mara } });
  const moved = async (who: Principal) => {
    const { batches } = (await ask(who, 'list_batches', { characterId: alpha })).body as { batches: Body[] };
    return batches.map((one) => one.moved);
  };
  expect(await moved(owner)).toStrictEqual([mara]);
  expect(await moved(guest)).toStrictEqual([undefined]);
});

test('a memory of a shared project does not name what replaces it in the owner’s private memory to others', async () => {
  const { store, owner, guest, ask, mara, alpha, add, now } = await withGuest();
  const [ended, doubted] = [await add(alpha, 'Mara lives in Lisbon.'), await add(alpha, 'Mara rents a flat.')];
  const newer = await add(mara, 'Mara moved to Hamburg.');
  const by = { changedBy: 'owner', now };
  const end = { kind: 'update', memoryId: ended, fields: { supersededBy: newer } } as const;
  await store.memories.write(owner, alpha, [end], by);
  await ask(owner, 'keep_both', { characterId: alpha, memoryId: newer, otherId: doubted, kept: false, answer: 'both' });
  const told = async (who: Principal) => {
    const of = { characterId: alpha, memoryId: ended };
    const answers = [
      ask(who, 'list_memories', { characterId: alpha }),
      ask(who, 'search_memories', { characterId: alpha, query: 'Mara lives' }),
      ask(who, 'get_memory', of),
      ask(who, 'get_memory', { ...of, memoryId: doubted }),
      ask(who, 'get_memory_history', of),
      ask(who, 'list_duplicates', { characterId: alpha }),
      ask(who, 'assemble_context', { characterId: alpha, query: 'Mara lives' }),
      ask(who, 'update_memory', { ...of, salience: 0.7 }),
    ];
    return (await Promise.all(answers)).map(({ outcome, body }) => [outcome, JSON.stringify(body).includes(newer)]);
  };
  const all = await told(owner);
  expect(all).toStrictEqual(all.map(() => ['ok', true]));
  expect(await told(guest)).toStrictEqual(all.map(() => ['ok', false]));
  expect((await ask(guest, 'get_memory', { characterId: alpha, memoryId: ended })).body.validUntil).toEqual(
    expect.any(String),
  );
});
