import { expect, test } from 'vitest';
import type { MachineStore } from '../../../src/domain/stores/store.ts';
import type { ServerRevision } from '../../../src/features/replicas/domain/replication.ts';
import type { Settlement } from '../../../src/features/replicas/storage/replica-store.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { rank } from '../../../src/search/rank/rank.ts';
import { addition, at, id, newCharacter, ours, rejection, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const url = 'https://memory.example.org';
const connection = { url, storeId: 'theirs', member: 'Ada', keyFile: '/keys/1' };

async function connected(store: MachineStore): Promise<MachineStore['replicas']> {
  await withAda(store);
  await store.replicas.connect(ours, connection, [{ characterId: id(1), remoteId: id(91) }], 1_000);
  return store.replicas;
}

const replica = async ({ replicas }: MachineStore, now = 2_000) => (await replicas.list(now))[0]?.replicas[0];

/** The ids of what a search finds. */
async function found({ search }: MachineStore, characterId: string, words: string): Promise<string[]> {
  const analyzed = analyzeQuery(words, 0);
  const { material } = await search.read(ours, characterId, analyzed, undefined);
  const numbers = rank(analyzed, material, { limit: 9 }).memories.map(({ memoryNo }) => memoryNo);
  return [...(await search.fetch(ours, characterId, numbers)).values()].map((one) => one.id);
}

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
  test('a connection lists its characters, last contact and problems until it ends', async () => {
    const { store, reopen } = await open();
    const replicas = await connected(store);
    await replicas.note(url, { contactedAt: 3_000 });
    await replicas.noteCharacter(id(1), { problem: 'not shared', refusedSince: 4_000 });
    await replicas.keep(ours, id(1), true, 4_500);
    expect(await (await reopen()).replicas.list(5_000)).toStrictEqual([
      {
        ...connection,
        machines: [],
        connectedAt: 1_000,
        contactedAt: 3_000,
        decides: [],
        replicas: [
          {
            ...{
              characterId: id(1),
              name: 'Ada',
              changedAt: 500,
              remoteId: id(91),
              waiting: 0,
              refused: 0,
              reasons: [],
            },
            ...{ problem: 'not shared', refusedSince: 4_000, keeps: true },
          },
        ],
      },
    ]);
    await replicas.disconnect(ours, [id(1)], 6_000);
    expect(await replicas.list(7_000)).toStrictEqual([]);
    expect(await rejection(replicas.disconnect(ours, [id(2)], 6_000))).toBe('CharacterNotFound');
  });

  test('existing memories and changes wait in order until the server has them', async () => {
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

  test('a change accepted without a revision waits, and nothing leaves the history', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    await replicas.settle(ours, id(1), settlement({ revisions: [revision(11, { content: 'Tuesday' })] }), 2_000);
    const fields = { content: 'Thursday at nine' };
    await store.memories.write(ours, id(1), [{ kind: 'update', memoryId: id(11), fields }], at(2_100));
    const sent = (await replicas.outbox(ours, id(1), 10, 2_200)).changes;
    await replicas.settle(ours, id(1), settlement({ asked: '1', after: '2', settled: sent }), 3_000);
    expect(await store.memories.get(ours, id(1), id(11))).toMatchObject(fields);
    expect(await store.memories.history(ours, id(1), id(11))).toHaveLength(2);
    expect((await replicas.outbox(ours, id(1), 10, 3_000)).changes).toStrictEqual(sent);
  });

  test('revisions with repeated numbers or far ahead are refused as a whole', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    const twice = [revision(11, { content: 'one' }), revision(11, { content: 'two' })];
    const ahead = [revision(12, { revision: 2 ** 31 - 1, content: 'far' })];
    for (const revisions of [twice, ahead]) {
      expect(await rejection(replicas.settle(ours, id(1), settlement({ revisions }), 2_000))).toBe(
        'ConflictUnresolved',
      );
    }
    expect((await store.memories.list(ours, id(1), { state: 'ALL', page: 0, limit: 9 })).total).toBe(0);
  });

  test('a restart makes all memories wait again, or withdraws those that the server lacks', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    const known = [revision(11, { content: 'one' }), revision(12, { content: 'two' })];
    await replicas.settle(ours, id(1), settlement({ revisions: known }), 2_000);
    await store.memories.write(
      ours,
      id(1),
      [{ kind: 'update', memoryId: id(11), fields: { content: 'one more' } }],
      at(2_100),
    );
    await replicas.restart(ours, id(1), undefined, at(3_000));
    expect(await replica(store)).toMatchObject({ waiting: 3 });
    await replicas.restart(ours, id(1), known.slice(0, 1), at(4_000));
    expect(await replica(store)).toMatchObject({ waiting: 0 });
    expect(await store.memories.get(ours, id(1), id(11))).toMatchObject({ content: 'one' });
    expect(await rejection(store.memories.get(ours, id(1), id(12)))).toBe('MemoryNotFound');
    expect((await replicas.outbox(ours, id(1), 10, 4_000)).after).toBeUndefined();
    await replicas.disconnect(ours, [id(1)], 5_000);
    expect(await rejection(replicas.restart(ours, id(1), undefined, at(6_000)))).toBe('ConflictUnresolved');
  });

  test('a revision from the server is stored below the waiting changes', async () => {
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
    expect(await replica(store)).toMatchObject({
      ...{ waiting: 0, refused: 1, reasons: [{ reason: 'too large', memories: 1 }] },
    });
    expect(await replicas.isWaiting(id(1), 2_000)).toBe(false);
    expect(await replicas.isWaiting(id(1), 2_000 + 3_600_000)).toBe(true);
    const polled = async (now: number) => (await replicas.list(now, true))[0]?.replicas[0];
    const { reasons: _, ...known } = (await replica(store))!;
    expect(await polled(2_000)).toStrictEqual({ ...known, refused: 0, reasons: [] });
    expect(await polled(2_000 + 3_600_000)).toStrictEqual({ ...known, waiting: 1, refused: 0, reasons: [] });
    expect((await store.memories.get(ours, id(1), id(11))).content).toBe('one');
  });

  test('the last common state of the character is stored, and one process at a time may exchange', async () => {
    const { store, reopen } = await open();
    const replicas = await connected(store);
    await replicas.setBase(id(1), { tags: ['red'] });
    expect((await replicas.outbox(ours, id(1), 10, 2_000)).base).toStrictEqual({ tags: ['red'] });
    expect(await replicas.isLeft(2_000)).toBe(true);
    expect(await replicas.claim('one', 5_000, 2_000)).toBe(true);
    const other = (await reopen()).replicas;
    expect([await other.claim('other', 6_000, 3_000), await other.isLeft(3_000)]).toStrictEqual([false, false]);
    expect([await other.isLeft(3_000, 'other'), await other.isLeft(3_000, 'one')]).toStrictEqual([false, true]);
    await replicas.release('one');
    expect(await other.claim('other', 6_000, 3_000)).toBe(true);
  });

  test('a refused memory that the server lacks moves with its history, and waits no more', async () => {
    const { store, reopen } = await open();
    const replicas = await connected(store);
    await store.characters.create(ours, newCharacter(2, 'Private'), 'BUSINESS', 1_000);
    await store.memories.write(ours, id(1), [addition(11, 'مفتاح البيت'), addition(12, 'つくえの下')], at());
    const reworded = { kind: 'update' as const, memoryId: id(11), fields: { content: 'مفتاح البيت تحت السجادة' } };
    await store.memories.write(ours, id(1), [reworded], at(1_500));
    const { changes } = await replicas.outbox(ours, id(1), 10, 2_000);
    await replicas.settle(
      ours,
      id(1),
      settlement({ refused: changes.map((change) => ({ change, reason: 'it may only read' })) }),
      2_000,
    );
    const page = { page: 0, limit: 1 };
    expect(await replicas.refused(ours, id(1), page)).toMatchObject({
      ...{ total: 2, memories: [{ id: id(12), isAtServer: false, reason: 'it may only read', refusedAt: 2_000 }] },
    });
    let made = 900;
    const target = { characterId: id(2), newId: () => id(made++) };
    const given = [id(11), id(999)];
    expect(await rejection(replicas.withdraw(ours, id(1), given, undefined, at(3_000)))).toBe('InvalidInput');
    const there = { ...target, characterId: id(1) };
    expect(await rejection(replicas.withdraw(ours, id(1), given, there, at(3_000)))).toBe('ConflictUnresolved');
    expect(await rejection(replicas.withdraw(ours, id(2), given, target, at(3_000)))).toBe('ConflictUnresolved');
    expect(await replicas.withdraw(ours, id(1), given, target, at(3_000))).toStrictEqual({ moved: 1, withdrawn: 0 });

    const { memories, replicas: after } = await reopen();
    expect(await memories.get(ours, id(2), id(900))).toMatchObject({ content: 'مفتاح البيت تحت السجادة', revision: 2 });
    const history = await memories.history(ours, id(2), id(900));
    expect(history.map(({ content, changedBy }) => [content, changedBy])).toStrictEqual([
      ['مفتاح البيت', 'tester'],
      ['مفتاح البيت تحت السجادة', 'tester'],
    ]);
    expect(await rejection(memories.get(ours, id(1), id(11)))).toBe('MemoryNotFound');
    expect(await replica(store, 3_600_000 * 2)).toMatchObject({ waiting: 1, refused: 1 });
    expect(await found(store, id(2), 'السجادة')).toStrictEqual([id(900)]);
    expect(await found(store, id(1), 'السجادة')).toStrictEqual([]);
    const counts = await Promise.all([id(1), id(2)].map((one) => store.characters.find(ours, one)));
    expect(counts.map((one) => one?.memoryCount)).toStrictEqual([1, 1]);
    expect((await after.refused(ours, id(1), { page: 1, limit: 1 })).memories).toStrictEqual([]);
  });

  test('a refused change of the server’s memory moves, and the memory returns to the server’s state', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    await store.characters.create(ours, newCharacter(2, 'Private'), 'BUSINESS', 1_000);
    const known = [1, 2].map((n) => revision(10 + n, { content: `known ${n}` }));
    await replicas.settle(ours, id(1), settlement({ revisions: known }), 1_500);
    const changes = [
      { kind: 'update' as const, memoryId: id(11), fields: { content: 'changed here' } },
      { kind: 'delete' as const, memoryId: id(12) },
    ];
    await store.memories.write(ours, id(1), changes, at(1_600));
    const sent = (await replicas.outbox(ours, id(1), 10, 2_000)).changes;
    const refused = sent.map((change) => ({ change, reason: 'it may only read' }));
    await replicas.settle(ours, id(1), settlement({ asked: '1', after: '1', refused }), 2_000);
    let made = 900;
    const target = { characterId: id(2), newId: () => id(made++) };
    const both = [id(11), id(12)];
    expect(await replicas.withdraw(ours, id(1), both, target, at(3_000))).toStrictEqual({ moved: 1, withdrawn: 1 });
    const texts = async (characterId: string) =>
      (await store.memories.list(ours, characterId, { state: 'ACTIVE', page: 0, limit: 9 })).memories
        .map(({ content }) => content)
        .toSorted();
    expect([await texts(id(1)), await texts(id(2))]).toStrictEqual([['known 1', 'known 2'], ['changed here']]);
    expect(await replica(store)).toMatchObject({ waiting: 0, refused: 0 });
    expect((await found(store, id(1), 'known')).toSorted()).toStrictEqual(both);
  });

  test('refused changes of some memories, or of all, wait again on request', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    await store.memories.write(ours, id(1), [addition(11, 'one'), addition(12, 'two')], at());
    const { changes } = await replicas.outbox(ours, id(1), 10, 2_000);
    const refused = changes.map((change) => ({ change, reason: 'too large' }));
    await replicas.settle(ours, id(1), settlement({ refused }), 2_000);
    await replicas.retry(ours, id(1), [id(11)]);
    expect((await replicas.outbox(ours, id(1), 10, 2_000)).changes).toMatchObject([{ memoryId: id(11) }]);
    await replicas.retry(ours, id(1), undefined);
    expect(await replica(store)).toMatchObject({ waiting: 2, refused: 0 });
    await replicas.disconnect(ours, [id(1)], 2_000);
    expect(await rejection(replicas.retry(ours, id(1), undefined))).toBe('ConflictUnresolved');
    expect(await rejection(replicas.keep(ours, id(1), true, 2_000))).toBe('ConflictUnresolved');
  });

  test('one store decides the order of a character, through one connection', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    const folder = { url: 'file:///shared', storeId: 'ours', member: 'laptop', keyFile: '' };
    expect(await replicas.serverOf(id(1))).toBe(url);
    expect(await rejection(replicas.decide(ours, folder, [id(1)], 2_000))).toBe('ConflictUnresolved');
    const other = { ...connection, url: 'https://other.example.org' };
    const there = [{ characterId: id(1), remoteId: id(92) }];
    expect(await rejection(replicas.connect(ours, other, there, 2_000))).toBe('ConflictUnresolved');
    expect((await replicas.list(2_000)).map((one) => one.url)).toStrictEqual([url]);
    await replicas.disconnect(ours, [id(1)], 3_000);
    await replicas.decide(ours, folder, [id(1)], 4_000);
    await replicas.decide(ours, folder, [id(1)], 4_000);
    expect(await replicas.serverOf(id(1))).toBeUndefined();
    expect(await replicas.list(5_000)).toMatchObject([
      { ...folder, replicas: [], decides: [{ characterId: id(1), name: 'Ada' }] },
    ]);
    expect(await rejection(replicas.connect(ours, connection, there, 5_000))).toBe('ConflictUnresolved');
    expect(await rejection(replicas.decide(ours, { ...folder, url: 'file:///other' }, [id(1)], 5_000))).toBe(
      'ConflictUnresolved',
    );
    // No server waits for an exchange.
    expect(await replicas.isLeft(6_000)).toBe(false);
    await replicas.disconnect(ours, [id(1)], 7_000);
    expect(await replicas.list(8_000)).toStrictEqual([]);
  });

  test('a replica that never exchanged may take another id of its character', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    const again = (remoteId: string) =>
      replicas.connect(ours, connection, [{ characterId: id(1), remoteId }], 2_000).then(() => replica(store));
    expect(await again(id(92))).toMatchObject({ remoteId: id(92) });
    await replicas.settle(ours, id(1), settlement({}), 2_000);
    expect(await again(id(93))).toMatchObject({ remoteId: id(92) });
  });

  test('numbers of bundles never decrease, and are deleted with their connection', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    expect(await replicas.bundles(url, 'theirs')).toStrictEqual({ read: 0, written: 0 });
    await replicas.noteBundles(url, 'theirs', { read: 4 });
    await replicas.noteBundles(url, 'theirs', { read: 3, written: 2 });
    expect(await replicas.bundles(url, 'theirs')).toStrictEqual({ read: 4, written: 2 });
    expect(await replicas.bundles(url, 'others')).toStrictEqual({ read: 0, written: 0 });
    await replicas.noteBundles(url, 'theirs', { machine: 'laptop', heardAt: 2_500 });
    expect(await replicas.list(2_600)).toMatchObject([{ machines: [{ machine: 'laptop', heardAt: 2_500 }] }]);
    await replicas.disconnect(ours, [id(1)], 3_000);
    await replicas.connect(ours, connection, [{ characterId: id(1), remoteId: id(91) }], 4_000);
    expect(await replicas.bundles(url, 'theirs')).toStrictEqual({ read: 0, written: 0 });
  });

  test('recalls are counted by memory and day since the last that the server has counted', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    expect(await replicas.recalls(ours, id(1))).toBeUndefined();
    const recall = { at: 1_000, by: 'codex', via: 'stdio', kind: 'search', query: '鍵は?' } as const;
    const given = { ...recall, characterId: id(1), results: [{ memoryId: id(11) }] };
    await store.recalls.add(ours.tenantId, [given, given, { ...given, at: 86_400_000 }]);
    const { replica: from, counts, upTo } = (await replicas.recalls(ours, id(1))) ?? {};
    expect([from, counts?.toSorted()]).toStrictEqual([
      await store.tenants.storeId(),
      [
        [id(11), 0, 2],
        [id(11), 1, 1],
      ],
    ]);
    await replicas.settle(ours, id(1), settlement({ recallsUpTo: upTo }), 2_000);
    expect(await replicas.recalls(ours, id(1))).toBeUndefined();
    await store.recalls.add(ours.tenantId, [given]);
    expect((await replicas.recalls(ours, id(1)))?.counts).toStrictEqual([[id(11), 0, 3]]);
  });

  test('own erasures wait for the server until it has taken them, and its own are known up to a number', async () => {
    const { store } = await open();
    const replicas = await connected(store);
    const { erased: none, after, replica } = await replicas.erasures(ours, id(1));
    expect([none, after, replica]).toStrictEqual([[], 0, await store.tenants.storeId()]);
    await store.memories.write(ours, id(1), [addition(71, 'one'), addition(72, 'two')], at());
    await store.erasing.begin(ours, id(1), id(901), { memoryIds: [id(71), id(72)], words: [] }, at());
    const { erased, upTo } = await replicas.erasures(ours, id(1));
    expect(erased).toStrictEqual([id(71), id(72)]);
    await replicas.noteErasures(id(1), { erased: 7, told: upTo });
    expect(await replicas.erasures(ours, id(1))).toMatchObject({ erased: [], after: 7, upTo });
    await replicas.noteErasures(id(1), {});
    expect(await replicas.erasures(ours, id(1))).toMatchObject({ erased: [], after: 7, upTo });
  });
});
