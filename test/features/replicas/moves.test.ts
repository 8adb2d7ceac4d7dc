import { expect, test } from 'vitest';
import { localOwner } from '../../../src/domain/principal.ts';
import { addition, at, id, newCharacter } from '../../support/builders.ts';
import { change, openSides, type ReplicaSide, type Side, settleAll } from '../../support/replicas.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const owner = localOwner('BUSINESS');

async function contentsAt({ store, principal, characterId }: Side): Promise<string[]> {
  const { memories } = await store.memories.list(principal, characterId, { state: 'ACTIVE', page: 0, limit: 50 });
  return memories.map((one) => `${one.id.slice(-2)} ${one.content}`).toSorted();
}

/** A server with Ada and Own; the first replica has both, the second Ada alone. */
async function twoCharacters() {
  const serverStore = openStore(`${temporaryFolder()}/server.db`);
  const { server, replicas } = await openSides(serverStore, 2);
  const [first, second] = replicas as [ReplicaSide, ReplicaSide];
  const remote = await serverStore.characters.create(owner, newCharacter(8_000, 'Own'), 'BUSINESS', 1);
  const local = await first.store.characters.create(owner, newCharacter(8_001, 'Own'), 'BUSINESS', 1);
  const [{ url = '', storeId = '' } = {}] = await first.store.replicas.list(1);
  const connection = { url, storeId, member: 'laptop', keyFile: '/nowhere' };
  await first.store.replicas.connect(owner, connection, [{ characterId: local.id, remoteId: remote.id }], 1);
  const own = { ...first, characterId: local.id };
  const all = [first, second, own];
  await change(first, [addition(11, 'I live in Faro.')]);
  await change(first, [addition(12, 'The API is in Go.')]);
  await settleAll(server, all);
  const move = (side: Side, to: Side) => {
    side.clock.now += 1_000;
    const by = { ...at(side.clock.now), memberId: owner.memberId, kind: 'user' } as const;
    return side.store.memories.reassign(owner, side.characterId, to.characterId, [{ memoryId: id(11) }], by);
  };
  const shown = async () => ({
    ada: await Promise.all([server, first, second].map(contentsAt)),
    own: await Promise.all([{ ...server, characterId: remote.id }, own].map(contentsAt)),
  });
  return { server, atServer: { ...server, characterId: remote.id }, first, own, all, move, shown };
}

const api = ['12 The API is in Go.'];
const both = ['11 I live in Faro.', ...api];
const faro = ['11 I live in Faro.'];

test('a memory that moves at a replica leaves the one character everywhere, and arrives in the other', async () => {
  const { server, first, own, all, move, shown } = await twoCharacters();
  expect(await shown()).toStrictEqual({ ada: [both, both, both], own: [[], []] });
  await move(first, own);
  await settleAll(server, all);
  expect(await shown()).toStrictEqual({ ada: [api, api, api], own: [faro, faro] });
  await change(own, [{ kind: 'update', memoryId: id(11), fields: { importance: 'HIGH' } }]);
  await settleAll(server, all);
  await move(own, first);
  await settleAll(server, all.toReversed());
  expect(await shown()).toStrictEqual({ ada: [both, both, both], own: [[], []] });
  const [listed] = await first.store.replicas.list(first.clock.now);
  expect(listed?.replicas.map(({ waiting, refused }) => [waiting, refused])).toStrictEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('a memory that moves at the server does so at its replicas, whichever character is exchanged first', async () => {
  const { server, atServer, all, move, shown } = await twoCharacters();
  await move(server, atServer);
  await settleAll(server, all.toReversed());
  expect(await shown()).toStrictEqual({ ada: [api, api, api], own: [faro, faro] });
  await move(atServer, server);
  await settleAll(server, all);
  expect(await shown()).toStrictEqual({ ada: [both, both, both], own: [[], []] });
});
