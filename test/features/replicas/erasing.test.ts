import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RemoteServer } from '../../../src/features/replicas/service/replica.ts';
import { addition, id } from '../../support/builders.ts';
import { change, exchangeWith, openSides, remote, type Side, settleAll } from '../../support/replicas.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const open = (count: number, role: 'OWNER' | 'MEMBER' = 'OWNER') => {
  const principal = { tenantId: 'local', memberId: 'm-1', role, tier: 'BUSINESS', name: 'laptop', via: 'key' } as const;
  return openSides(openStore(join(temporaryFolder(), 'server.db')), count, role === 'OWNER' ? undefined : principal);
};

async function erase({ store, principal, characterId, clock }: Side, memoryIds: string[], n: number): Promise<void> {
  const by = { changedBy: principal.name, now: clock.now };
  await store.erasing.begin(principal, characterId, id(n), { memoryIds, words: [] }, by);
  while (await store.erasing.step(clock.now)) {}
}

const contents = async ({ store, principal, characterId }: Side) => {
  const { memories } = await store.memories.list(principal, characterId, { state: 'ALL', page: 0, limit: 99 });
  return memories.map(({ content }) => content).toSorted();
};

test('an erasure at the server or a replica reaches every side, also where a change of it waits', async () => {
  const { server, replicas } = await open(2);
  const [one, two] = replicas as [(typeof replicas)[0], (typeof replicas)[0]];
  await change(server, [addition(1, 'Ada plays the harp'), addition(2, 'Bo paints'), addition(3, 'Cy sings')]);
  await settleAll(server, replicas);
  await erase(server, [id(1)], 801);
  await change(one, [{ kind: 'update', memoryId: id(1), fields: { content: 'Ada plays the old harp' } }]);
  await erase(two, [id(2)], 802);
  await settleAll(server, replicas);
  for (const side of [server, ...replicas]) expect(await contents(side)).toStrictEqual(['Cy sings']);
  await change(one, [addition(5, 'Dan cooks')]);
  await settleAll(server, replicas);
  for (const side of [server, ...replicas]) expect(await contents(side)).toStrictEqual(['Cy sings', 'Dan cooks']);
});

test('a replica that has exchanged all still exchanges after its last change was erased', async () => {
  const { server, replicas } = await open(1);
  await change(server, [addition(1, 'Ada plays the harp')]);
  await settleAll(server, replicas);
  await erase(server, [id(1)], 801);
  await change(server, [addition(2, 'Bo paints')]);
  await settleAll(server, replicas);
  expect(await contents(replicas[0]!)).toStrictEqual(['Bo paints']);
});

test('a server keeps what the replica’s member may not erase, and the replica does not get it again', async () => {
  const { server, replicas } = await open(1, 'MEMBER');
  const [replica] = replicas as [(typeof replicas)[0]];
  await change({ ...server, principal: { ...server.principal, role: 'OWNER' } }, [addition(1, 'Ada plays the harp')]);
  await settleAll(server, replicas);
  await erase(replica, [id(1)], 801);
  await settleAll(server, replicas);
  await change(server, [{ kind: 'update', memoryId: id(1), fields: { content: 'Ada plays the lyre' } }]);
  await settleAll(server, replicas);
  expect(await contents(server)).toStrictEqual(['Ada plays the lyre']);
  expect(await contents(replica)).toStrictEqual([]);
});

/** A server that ignores erasures, and answers none. */
function older(server: Side): RemoteServer {
  const through = remote(server, { kind: 'none' }, async () => undefined);
  return {
    async exchange(characterId, { erasures: _, ...given }) {
      return through.exchange(characterId, given);
    },
  };
}

test('an older server is told of no erasure and takes everything else', async () => {
  const { server, replicas } = await open(1);
  const [replica] = replicas as [(typeof replicas)[0]];
  await change(server, [addition(1, 'Ada plays the harp')]);
  await settleAll(server, replicas);
  await erase(replica, [id(1)], 801);
  await change(replica, [addition(2, 'Bo paints')]);
  const before = { ...server, via: older(server) };
  await settleAll(before, replicas);
  expect(await contents(server)).toStrictEqual(['Ada plays the harp', 'Bo paints']);
  expect(await contents(replica)).toStrictEqual(['Bo paints']);
  // Once it knows them, it learns what was erased.
  await exchangeWith(server, replica);
  expect(await contents(server)).toStrictEqual(['Bo paints']);
});
