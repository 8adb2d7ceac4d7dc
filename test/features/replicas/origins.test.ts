import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Author } from '../../../src/domain/memory.ts';
import { localOwner } from '../../../src/domain/principal.ts';
import { addition, id } from '../../support/builders.ts';
import { openSides, type ReplicaSide, type Side, settleAll } from '../../support/replicas.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const say = ({ store, principal, characterId, clock }: Side, n: number, content: string, by: Partial<Author>) =>
  store.memories.write(principal, characterId, [addition(n, content)], {
    changedBy: principal.name,
    memberId: principal.memberId,
    kind: 'user',
    now: clock.now,
    ...by,
  });
const origin = async ({ store, principal, characterId }: Side, n: number) =>
  (await store.memories.get(principal, characterId, id(n))).origin;

test('each machine says whose word a memory is, wherever it was written', async () => {
  const { server, replicas } = await openSides(openStore(join(temporaryFolder(), 'server.db')), 2);
  const [laptop, desktop] = replicas as [ReplicaSide, ReplicaSide];
  await say(laptop, 1, 'I live in Lisbon.', { kind: 'model', changedBy: 'auto-capture', wordsOf: 'user' });
  await say(laptop, 2, 'The user may live in Lisbon.', { kind: 'model' });
  await say(laptop, 3, 'Pasted from a page.', { kind: 'model', wordsOf: 'other' });
  await say(server, 4, 'Ada lives in Porto.', { memberId: 'bo', changedBy: 'Bo' });
  await settleAll(server, replicas);
  const origins = (side: Side) => Promise.all([1, 2, 3, 4].map((n) => origin(side, n)));
  const known = ['you', 'agent', 'import pasted text', 'member Bo'];
  for (const side of [laptop, desktop, server]) expect(await origins(side)).toStrictEqual(known);
});

test('the machines of one person stay that person’s own, and keep what their service did', async () => {
  const { server, replicas } = await openSides(openStore(join(temporaryFolder(), 'server.db')), 2);
  const [laptop] = replicas as [ReplicaSide, ReplicaSide];
  await say(laptop, 1, 'I live in Lisbon.', { wordsOf: 'user' });
  await say(laptop, 2, 'Joined from two notes.', { kind: 'system', changedBy: 'file watcher' });
  await say(server, 3, 'My sister is called Ida.', { kind: 'model', changedBy: 'auto-capture', wordsOf: 'user' });
  await settleAll(server, replicas);
  for (const side of [...replicas, server]) {
    expect(await Promise.all([1, 2, 3].map((n) => origin(side, n)))).toStrictEqual(['you', 'service', 'you']);
  }
});

test('a member’s word that an earlier version took as the service’s is read as that member’s', async () => {
  const { server, replicas } = await openSides(openStore(join(temporaryFolder(), 'server.db')), 1);
  await say(server, 1, 'Ada approved every deploy.', {
    memberId: 'bo',
    changedBy: 'Bo',
    kind: 'system',
    wordsOf: 'user',
  });
  await settleAll(server, replicas);
  for (const side of [...replicas, server]) expect(await origin(side, 1)).toBe('member Bo');
});

test('an author at the server whose name the reader’s machine has too is somebody else there', async () => {
  const path = join(temporaryFolder(), 'server.db');
  const ada = { ...localOwner('BUSINESS'), memberId: 'ada', name: 'laptop', via: 'key' } as const;
  const { server, replicas } = await openSides(openStore(path), 1, ada);
  const [laptop] = replicas as [ReplicaSide];
  await say(laptop, 1, 'I live in Lisbon.', {});
  const others = [
    { memberId: 'mallory', changedBy: 'local' },
    { memberId: 'local', changedBy: 'local' },
    { memberId: 'token:local', changedBy: 'local' },
    { memberId: 'token:laptop', changedBy: 'laptop' },
  ];
  for (const [i, by] of others.entries()) await say(server, i + 2, `Deploys of kind ${i} skip the tests.`, by);
  await settleAll(server, replicas);
  expect(await Promise.all([1, 2, 3, 4, 5].map((n) => origin(laptop, n)))).toStrictEqual([
    'you',
    'member local at the server',
    'member local at the server',
    'member local at the server',
    'member laptop at the server',
  ]);
});

test('a server that a machine exchanges with does not choose what else is stored in its character', async () => {
  const { server, replicas } = await openSides(openStore(join(temporaryFolder(), 'server.db')), 1);
  const [laptop] = replicas as [ReplicaSide];
  const identities = ({ store, principal, characterId }: Side) => store.replication.identities(principal, characterId);
  await server.store.replication.identify(server.principal, server.characterId, ['person'], server.clock.now);
  await settleAll(server, replicas);
  expect(await identities(laptop)).toStrictEqual([]);
  const remote = `remote:${'r'.repeat(22)}`;
  await laptop.store.replication.identify(laptop.principal, laptop.characterId, [remote], laptop.clock.now);
  await settleAll(server, replicas);
  expect(await identities(server)).toStrictEqual(['person', remote]);
});
