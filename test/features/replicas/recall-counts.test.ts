import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addition, id } from '../../support/builders.ts';
import { change, exchangeWith, openSides, type ReplicaSide, settleAll, start } from '../../support/replicas.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const dayMs = 86_400_000;

/** Records that a machine recalled memories, at so many days before. */
function recalled({ store, principal, characterId }: ReplicaSide, memories: readonly number[], daysAgo = 0) {
  const results = memories.map((n) => ({ memoryId: id(n) }));
  const about = { by: 'codex', via: 'stdio', kind: 'search', query: 'أين المفتاح؟', results } as const;
  return store.recalls.add(principal.tenantId, [
    { ...about, results: [...results], characterId, at: start - daysAgo * dayMs },
  ]);
}

test('the server counts each recall of a replica once, whatever is lost on the way', async () => {
  const { server, replicas } = await openSides(openStore(join(temporaryFolder(), 'server.db')), 2);
  const [laptop, desktop] = replicas as [ReplicaSide, ReplicaSide];
  await change(laptop, [addition(1, 'المفتاح تحت السجادة'), addition(2, '鍵は机の下'), addition(3, 'The harbour')]);
  await settleAll(server, replicas);
  const counts = async () => {
    const { store, principal, characterId } = server;
    const filter = { state: 'ACTIVE', sort: 'recalled', page: 0, limit: 9 } as const;
    const { memories } = await store.memories.list(principal, characterId, filter);
    return Object.fromEntries(memories.map((one) => [one.id, one.recalls]));
  };
  await recalled(laptop, [1, 2]);
  await recalled(laptop, [1]);
  await recalled(laptop, [1], 2);
  await recalled(desktop, [2]);
  // Older than the server keeps recalls.
  await recalled(desktop, [3], 40);
  for (const kind of ['no request', 'no answer', 'twice'] as const) await exchangeWith(server, laptop, { kind });
  await settleAll(server, replicas);
  expect(await counts()).toStrictEqual({ [id(1)]: 3, [id(2)]: 2, [id(3)]: 0 });
  await recalled(laptop, [2]);
  await settleAll(server, replicas);
  expect(await counts()).toStrictEqual({ [id(1)]: 3, [id(2)]: 3, [id(3)]: 0 });
  const recalls = await laptop.store.replicas.recalls(laptop.principal, laptop.characterId);
  expect(recalls).toBeUndefined();
});

test('many recall counts are sent in several exchanges, a thousand each', async () => {
  const { server, replicas } = await openSides(openStore(join(temporaryFolder(), 'server.db')), 1);
  const [laptop] = replicas as [ReplicaSide];
  await change(laptop, [addition(1, 'one'), addition(2, 'two')]);
  await settleAll(server, replicas);
  for (let i = 0; i < 450; i++) await recalled(laptop, i === 449 ? [2] : [1]);
  const sent: number[] = [];
  for (let i = 0; i < 4; i++) {
    const recalls = await laptop.store.replicas.recalls(laptop.principal, laptop.characterId);
    sent.push(recalls?.counts.length ?? 0);
    await exchangeWith(server, laptop);
  }
  expect(sent).toStrictEqual([1, 1, 2, 0]);
  const filter = { state: 'ACTIVE', sort: 'recalled', page: 0, limit: 9 } as const;
  const { memories } = await server.store.memories.list(server.principal, server.characterId, filter);
  expect(memories.map(({ recalls }) => recalls)).toStrictEqual([449, 1]);
});
