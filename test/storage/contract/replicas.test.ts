import { expect, test } from 'vitest';
import type { ServerRevision } from '../../../src/domain/replication.ts';
import type { Settlement } from '../../../src/domain/stores/replicas.ts';
import type { MachineStore } from '../../../src/domain/stores/store.ts';
import { addition, at, id, ours, rejection, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const url = 'https://memory.example.org';
const connection = { url, storeId: 'theirs', member: 'Ada', keyFile: '/keys/1' };

async function connected(store: MachineStore): Promise<MachineStore['replicas']> {
  await withAda(store);
  await store.replicas.connect(ours, connection, [{ characterId: id(1), remoteId: id(91) }], 1_000);
  return store.replicas;
}

const replica = async ({ replicas }: MachineStore, now = 2_000) => (await replicas.list(now))[0]?.replicas[0];

const revision = (n: number, more: Partial<ServerRevision>): ServerRevision => ({
  ...{ memoryId: id(n), revision: 1, changeType: 'CREATED', at: 1_500, changedBy: 'Ada', category: 'facts' },
  ...{ salience: 0.5, importance: 'NORMAL', source: 'direct', occurredAt: 1_500 },
  ...more,
});
const settlement = (given: Partial<Settlement>): Settlement => ({
  ...{ asked: undefined, after: '1', revisions: [], settled: [], refused: [] },
  ...given,
});

contract('replicas', (open) => {
  test('a connection knows its characters, its last contact and what is wrong, until it is ended', async () => {
    const { store, reopen } = await open();
    const replicas = await connected(store);
    await replicas.note(url, { contactedAt: 3_000 });
    await replicas.noteCharacter(id(1), { problem: 'not shared', refusedSince: 4_000, keeps: true });
    expect(await (await reopen()).replicas.list(5_000)).toStrictEqual([
      {
        ...connection,
        connectedAt: 1_000,
        contactedAt: 3_000,
        replicas: [
          {
            ...{ characterId: id(1), name: 'Ada', remoteId: id(91), waiting: 0, refused: [] },
            ...{ problem: 'not shared', refusedSince: 4_000, keeps: true },
          },
        ],
      },
    ]);
    await replicas.disconnect(ours, [id(1)], 6_000);
    expect(await replicas.list(7_000)).toStrictEqual([]);
    expect(await rejection(replicas.disconnect(ours, [id(2)], 6_000))).toBe('CharacterNotFound');
  });

  test('what was there before and what is changed waits in order until the server has it', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(11, 'one')], at());
    const { replicas } = store;
    await replicas.connect(ours, connection, [{ characterId: id(1), remoteId: id(91) }], 1_000);
    await store.memories.write(
      ours,
      id(1),
      [{ kind: 'update', memoryId: id(11), fields: { content: 'two' } }],
      at(1_200),
    );
    const { changes, after } = await replicas.outbox(ours, id(1), 10, 2_000);
    expect(after).toBeUndefined();
    expect(changes).toMatchObject([
      { kind: 'add', memoryId: id(11), content: 'one', at: 1_000 },
      { kind: 'update', content: 'two', replaces: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ]);
    expect(await replica(store)).toMatchObject({ waiting: 2 });
    const revisions = changes.map(({ id: origin, content }, i) =>
      revision(11, { revision: i + 1, changeType: i === 0 ? 'CREATED' : 'UPDATED', content, origin }),
    );
    await replicas.settle(ours, id(1), settlement({ revisions, settled: changes }), 3_000);
    expect(await replicas.isWaiting(id(1), 3_000)).toBe(false);
    expect((await replicas.outbox(ours, id(1), 10, 3_000)).after).toBe('1');
    // An answer that was overtaken.
    await replicas.settle(ours, id(1), settlement({ revisions: [revision(12, { content: 'late' })] }), 3_000);
    expect((await store.memories.list(ours, id(1), { state: 'ALL', page: 0, limit: 9 })).total).toBe(1);
  });

  test('what the server has got takes its place below what waits', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    await replicas.settle(ours, id(1), settlement({ revisions: [revision(11, { content: 'one' })] }), 2_000);
    await store.memories.write(
      ours,
      id(1),
      [{ kind: 'update', memoryId: id(11), fields: { content: 'here' } }],
      at(2_100),
    );
    const news = revision(11, { revision: 2, changeType: 'UPDATED', content: 'there', category: 'goals' });
    await replicas.settle(ours, id(1), settlement({ asked: '1', after: '2', revisions: [news] }), 3_000);
    const history = await store.memories.history(ours, id(1), id(11));
    expect(history.map(({ content, category }) => [content, category])).toStrictEqual([
      ['one', 'facts'],
      ['there', 'goals'],
      ['here', 'goals'],
    ]);
    expect((await replicas.outbox(ours, id(1), 10, 4_000)).changes).toMatchObject([
      { content: 'here', isConflict: true },
    ]);
  });

  test('a refused change stays, and waits again after an hour', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    await store.memories.write(ours, id(1), [addition(11, 'one')], at());
    const { changes } = await replicas.outbox(ours, id(1), 10, 2_000);
    const refused = changes.map((change) => ({ change, reason: 'too large' }));
    await replicas.settle(ours, id(1), settlement({ refused }), 2_000);
    expect(await replica(store)).toMatchObject({ waiting: 0, refused: [{ memoryId: id(11), reason: 'too large' }] });
    expect(await replicas.isWaiting(id(1), 2_000)).toBe(false);
    expect(await replicas.isWaiting(id(1), 2_000 + 3_600_000)).toBe(true);
    expect((await store.memories.get(ours, id(1), id(11))).content).toBe('one');
  });

  test('what both sides know of the character is kept, and one process at a time has the right to exchange', async () => {
    const { store, reopen } = await open();
    const replicas = await connected(store);
    await replicas.setBase(id(1), { tags: ['red'] });
    expect((await replicas.outbox(ours, id(1), 10, 2_000)).base).toStrictEqual({ tags: ['red'] });
    expect(await replicas.isLeft(2_000)).toBe(true);
    expect(await replicas.claim('one', 5_000, 2_000)).toBe(true);
    const other = (await reopen()).replicas;
    expect([await other.claim('other', 6_000, 3_000), await other.isLeft(3_000)]).toStrictEqual([false, false]);
    await replicas.release('one');
    expect(await other.claim('other', 6_000, 3_000)).toBe(true);
  });
});
