import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import { optionalFields } from '../../../src/domain/memory-fields.ts';
import type { RemoteServer } from '../../../src/features/replicas/service/replica.ts';
import { call } from '../../../src/gate/call.ts';
import { addition, id } from '../../support/builders.ts';
import {
  change,
  exchangingLittle,
  openSides,
  type ReplicaSide,
  remote,
  type Side,
  servicesOf,
  settleAll,
  start,
} from '../../support/replicas.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

// Programs before 0.6 know no ends: they ignore them, and never erase them.

const update = (n: number, fields: object): MemoryChange => ({ kind: 'update', memoryId: id(n), fields });
const shown = ({ store, principal, characterId }: Side, n: number) => store.memories.get(principal, characterId, id(n));
const open = () => openSides(openStore(join(temporaryFolder(), 'server.db')), 1);

/** What a replica of that program sent: three memories; after their ends other changes of them; a restoration. */
const recorded = join(import.meta.dirname, '../../fixtures/exchange/before-ends.json');

test('changes of an older replica keep the ends of memories', async () => {
  const { server, replicas } = await open();
  const [first, second, third] = (JSON.parse(readFileSync(recorded, 'utf8')) as object[]).map((one) =>
    JSON.stringify(one),
  );
  const send = async (message: string | undefined) => {
    const caller = { principal: server.principal };
    const asked = { characterId: server.characterId, message };
    const { output, error } = await call(servicesOf(server), caller, exchangingLittle, asked);
    expect(error).toBe(undefined);
    expect(JSON.parse((output as { message: string }).message)).toMatchObject({ form: 2, refused: [] });
  };
  await send(first);
  const validUntil = start + 1e9;
  await change(server, [addition(2, 'I moved to Lisbon', { supersedes: [id(1)] })]);
  await change(server, [update(3, { validUntil }), update(4, { validUntil })]);
  await send(second);
  await send(third);
  await settleAll(server, replicas);
  const until = new Date(validUntil).toISOString();
  for (const side of [server, ...replicas]) {
    const content = 'I live in Leeds, in the north';
    expect(await shown(side, 1)).toMatchObject({ content, salience: 0.9, supersededBy: id(2) });
    expect(await shown(side, 3)).toMatchObject({ category: 'facts', validUntil: until });
    expect(await shown(side, 4)).toMatchObject({ state: 'ACTIVE', validUntil: until });
  }
});

/** A server that ignores ends, and answers none. */
function older(server: Side): RemoteServer {
  const without = <One extends object>(one: One) =>
    Object.fromEntries(Object.entries(one).filter(([name]) => !optionalFields.has(name))) as One;
  const inner = remote(server, { kind: 'none' }, async () => undefined);
  return {
    async exchange(characterId, given) {
      const answer = await inner.exchange(characterId, { ...given, changes: given.changes.map(without) });
      return { ...answer, revisions: answer.revisions.map(without) };
    },
  };
}

test('an older server keeps a replica’s ends, and the replica says so and sends them later', async () => {
  const { server, replicas } = await open();
  const [replica] = replicas as [ReplicaSide];
  const old = { ...server, via: older(server) };
  const tags = '["release"]';
  await change(replica, [addition(1, 'I live in Leeds'), addition(3, 'Code freeze', { tags })]);
  await settleAll(old, replicas);
  await change(replica, [addition(2, 'I moved to Lisbon', { supersedes: [id(1)] })]);
  await change(replica, [update(3, { validUntil: start + 1e9 })]);
  await settleAll(old, replicas);
  await change(server, [update(1, { content: 'I live in Leeds, in the north' })]);
  await settleAll(old, replicas);
  const { store, principal, characterId, clock } = replica;
  const until = new Date(start + 1e9).toISOString();
  expect(await shown(replica, 1)).toMatchObject({ content: 'I live in Leeds, in the north', supersededBy: id(2) });
  expect(await shown(replica, 3)).toMatchObject({ validUntil: until, tags: ['release'] });
  expect(await shown(server, 1)).not.toHaveProperty('supersededBy');
  const { memories } = await store.replicas.refused(principal, characterId, { page: 0, limit: 9 });
  expect(memories.map(({ reason }) => reason)).toStrictEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('older version')),
  );
  // An hour later the server has been updated.
  clock.now += 3_700_000;
  await settleAll(server, replicas);
  expect(await shown(server, 1)).toMatchObject({ supersededBy: id(2) });
  for (const side of [server, replica]) {
    expect(await shown(side, 3)).toMatchObject({ validUntil: until, tags: ['release'] });
  }
  expect((await store.replicas.refused(principal, characterId, { page: 0, limit: 9 })).memories).toStrictEqual([]);
});
