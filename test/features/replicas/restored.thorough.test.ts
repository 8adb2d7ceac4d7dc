import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { KnownRevision } from '../../../src/features/replicas/storage/replica-store.ts';
import { backupStore } from '../../../src/storage/sqlite/copies/backup.ts';
import { addition, id } from '../../support/builders.ts';
import { expectEqual } from '../../support/replica-steps.ts';
import { change, exchangeWith, openSides, type ReplicaSide, type Side, settleAll } from '../../support/replicas.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

/** A server that was restored from a backup which lacks what both sides have had since. */
async function restored() {
  const folder = temporaryFolder();
  const [file, backup] = [join(folder, 'server.db'), join(folder, 'backup.db')];
  const { server, replicas } = await openSides(openStore(file), 1);
  const [replica] = replicas as [ReplicaSide];
  await change(replica, [addition(1, 'Mia plays the violin'), addition(2, 'The harbour is open')]);
  await settleAll(server, replicas);
  await backupStore(file, backup);
  await change(replica, [{ kind: 'update', memoryId: id(1), fields: { content: 'Mia plays the cello' } }]);
  await change(replica, [addition(3, 'The letter is in the drawer')]);
  await change(replica, [{ kind: 'delete', memoryId: id(2) }]);
  await settleAll(server, replicas);
  await server.store.close();
  return { server: { ...server, store: openStore(backup) } satisfies Side, replica };
}

const texts = async ({ store, principal, characterId }: Side) =>
  (await store.memories.list(principal, characterId, { state: 'ACTIVE', page: 0, limit: 9 })).memories
    .map(({ content }) => content)
    .toSorted();
const by = { changedBy: 'Ada', now: 1 };

test('a server restored from a backup is recognized, before and after new changes', async () => {
  const { server, replica } = await restored();
  await expect(exchangeWith(server, replica)).rejects.toThrow('restored from an older backup');
  for (const n of [11, 12, 13, 14, 15]) await change(server, [addition(n, `later ${n}`)]);
  await expect(exchangeWith(server, replica)).rejects.toThrow('connections resolve');
  await server.store.close();
});

test('the replica sends its state again where it wins', async () => {
  const { server, replica } = await restored();
  await replica.store.replicas.restart(replica.principal, replica.characterId, undefined, by);
  await settleAll(server, [replica]);
  expect(await texts(server)).toStrictEqual(['Mia plays the cello', 'The letter is in the drawer']);
  await expectEqual(server, [replica]);
  await server.store.close();
});

test('the replica takes the server’s state where the server wins', async () => {
  const { server, replica } = await restored();
  await change(server, [addition(11, 'Later at the server')]);
  const { store, principal, characterId } = server;
  const { revisions } = await store.replication.news(principal, characterId, undefined, 99);
  const there = revisions satisfies KnownRevision[];
  await replica.store.replicas.restart(replica.principal, replica.characterId, there, by);
  await settleAll(server, [replica]);
  expect(await texts(replica)).toStrictEqual(['Later at the server', 'Mia plays the violin', 'The harbour is open']);
  expect(await texts(server)).toStrictEqual(await texts(replica));
  await server.store.close();
});
