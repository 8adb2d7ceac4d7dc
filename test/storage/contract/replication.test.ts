import { expect, test } from 'vitest';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { dayMs } from '../../../src/domain/text.ts';
import type { SentChange } from '../../../src/features/replicas/domain/replication.ts';
import { contentKey } from '../../../src/text/content-key.ts';
import { addition, at, id, keeping, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const key = (text: string) => contentKey(text).toString('hex');
let made = 0;
const sent = (n: number, change: Partial<SentChange>): SentChange => {
  made += 1;
  return { id: String(made).padStart(32, '0'), memoryId: id(n), kind: 'update', at: 2_000, ...change };
};
const added = (n: number, content: string, more: Partial<SentChange> = {}): SentChange =>
  sent(n, {
    kind: 'add',
    content,
    category: 'facts',
    salience: 0.5,
    importance: 'NORMAL',
    source: 'direct',
    occurredAt: 7,
    ...more,
  });

const texts = async ({ memories }: Store, n: number) =>
  (await memories.history(ours, id(1), id(n))).map(({ changeType, content }) => `${changeType} ${content}`);
const by = { ...at(3_000), client: 'laptop' };

contract('replication', (open) => {
  test('changes are applied once, in order, at their own times, but never in the future', async () => {
    const { store } = await open();
    await withAda(store);
    const changes = [
      added(11, 'Mia plays the violin'),
      sent(11, { content: 'Mia plays the cello', replaces: key('Mia plays the violin'), at: 9_000 }),
      sent(11, { kind: 'delete', replaces: key('Mia plays the cello') }),
      sent(11, { kind: 'restore', category: 'goals' }),
    ];
    for (let i = 0; i < 2; i++) {
      expect(await store.replication.receive(ours, id(1), changes, by)).toStrictEqual(Array(4).fill(undefined));
    }
    expect(await store.memories.history(ours, id(1), id(11))).toMatchObject([
      { changeType: 'CREATED', createdAt: '1970-01-01T00:00:02.000Z', client: 'laptop' },
      { changeType: 'UPDATED', createdAt: '1970-01-01T00:00:03.000Z' },
      { changeType: 'DELETED' },
      { changeType: 'RESTORED', category: 'goals' },
    ]);
    expect(await store.changes.list(ours, { toReview: true, limit: 9 })).toStrictEqual([]);
  });

  test('a proposal that waits again at a replica waits here too, rejected or kept before', async () => {
    const { store } = await open();
    await withAda(store);
    const [proposed, again] = [{ isProposed: true }, { kind: 'restore', isProposed: true }] as const;
    const deleted = (n: number, text: string) => sent(n, { kind: 'delete', replaces: key(text) });
    await store.replication.receive(
      ours,
      id(1),
      [
        ...[added(11, 'Mia plays the violin', proposed), deleted(11, 'Mia plays the violin'), sent(11, again)],
        ...[added(12, 'Mia sings', proposed), sent(12, { kind: 'restore' }), deleted(12, 'Mia sings'), sent(12, again)],
      ],
      by,
    );
    const states = ['PROPOSED', 'ACTIVE', 'DELETED'] as const;
    const totals = states.map((state) => store.memories.list(ours, id(1), { state, page: 0, limit: 9 }));
    expect((await Promise.all(totals)).map(({ total }) => total)).toStrictEqual([2, 0, 0]);
  });

  test('a position is known while its change exists, and not for another change of the same number', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(11, 'one')], at(1_500));
    const { position } = await store.replication.news(ours, id(1), undefined, 9);
    const has = (more: object) => store.replication.hasPosition(ours, id(1), { ...position!, ...more });
    expect([await has({}), await has({ at: undefined })]).toStrictEqual([true, true]);
    expect([await has({ at: 1_501 }), await has({ change: position!.change + 1 })]).toStrictEqual([false, false]);
  });

  test('the id of a merged memory redirects in every method that takes an id', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(11, 'Mia plays the violin'), addition(13, 'five')], at());
    await store.replication.receive(ours, id(1), [added(12, 'Mia plays  the violin')], by);
    const { memories, search, pairs } = store;
    const write = (change: MemoryChange) => memories.write(ours, id(1), [change], at(4_000));
    expect((await memories.get(ours, id(1), id(12))).id).toBe(id(11));
    const fields = { content: 'Mia plays the cello' };
    expect(await write({ kind: 'update', memoryId: id(12).toUpperCase(), fields })).toMatchObject([
      { memory: { id: id(11), ...fields } },
    ]);
    const fine = { kind: 'update', memoryId: id(12), fields: { salience: 0.9 } } as const;
    expect(await memories.writeEach(ours, id(1), [fine], at(4_500))).toMatchObject([{ memory: { id: id(11) } }]);
    expect(await search.numberOf(ours, id(1), id(12))).toBe(await search.numberOf(ours, id(1), id(11)));
    expect(await memories.forExport(ours, id(1), { state: 'ACTIVE' }, { ids: [id(12)] })).toMatchObject({
      memories: [{ id: id(11) }],
    });
    await pairs.keep(ours, id(1), [id(12), id(13)], keeping, 4_700);
    await write({ kind: 'delete', memoryId: id(12) });
    expect(await rejection(memories.get(ours, id(1), id(11)))).toBe('MemoryNotFound');
    expect(await rejection(write(fine))).toBe('MemoryNotFound');
    // A replica means the memory itself.
    await store.replication.receive(ours, id(1), [sent(12, { kind: 'restore' })], by);
    expect((await memories.get(ours, id(1), id(12))).id).toBe(id(12));
  });

  test('concurrent changes of others are merged, and shown where the text differs', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(11, 'one'), addition(12, 'two')], at());
    await store.memories.write(
      ours,
      id(1),
      [
        { kind: 'update', memoryId: id(11), fields: { content: 'one here' } },
        { kind: 'update', memoryId: id(12), fields: { salience: 0.9 } },
      ],
      at(1_500),
    );
    const known = { salience: 0.5, importance: 'NORMAL' } as const;
    await store.replication.receive(
      ours,
      id(1),
      [
        sent(11, { content: 'one there', replaces: key('one') }),
        sent(12, { kind: 'delete', replaces: key('two'), ...known }),
      ],
      by,
    );
    expect(await texts(store, 11)).toStrictEqual(['CREATED one', 'UPDATED one here', 'UPDATED one there']);
    expect(await texts(store, 12)).toStrictEqual(['CREATED two', 'UPDATED two', 'DELETED two', 'RESTORED two']);
    const shown = await store.changes.list(ours, { toReview: true, limit: 9 });
    expect(
      shown.map(({ content, previousContent, isConflict }) => [content, previousContent, isConflict]),
    ).toStrictEqual([
      ['two', undefined, true],
      ['one there', 'one here', true],
    ]);
    expect(await store.changes.reviews(ours)).toStrictEqual([{ characterId: id(1), edits: 2, proposals: 0 }]);
  });

  test('a second memory of the same text is merged into the first, and its id redirects', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(11, 'one'), addition(12, 'two')], at());
    await store.replication.receive(ours, id(1), [added(13, ' one '), sent(12, { content: 'one' })], by);
    const { memories } = await reopen();
    for (const n of [11, 12, 13]) expect((await memories.get(ours, id(1), id(n))).id).toBe(id(11));
    expect(await texts(store, 13)).toStrictEqual(['DELETED  one ']);
    expect((await memories.list(ours, id(1), { state: 'ACTIVE', page: 0, limit: 9 })).total).toBe(1);
    await store.replication.receive(ours, id(1), [sent(13, { content: 'three' })], by);
    expect((await memories.get(ours, id(1), id(13))).content).toBe('three');
  });

  test('a refused change does not affect the others', async () => {
    const { store } = await open();
    await withAda(store);
    const [unknown, fine] = await store.replication.receive(ours, id(1), [sent(99, {}), added(11, 'one')], by);
    expect([unknown?.type, fine]).toStrictEqual(['MemoryNotFound', undefined]);
    expect(await texts(store, 11)).toStrictEqual(['CREATED one']);
    expect(await rejection(store.replication.receive(theirs, id(1), [], by))).toBe('CharacterNotFound');
  });

  test('all revisions are listed in order, in pages, and then those after a position', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(11, 'one', { sessionId: 's' }), addition(12, 'two')], at());
    await store.memories.write(
      ours,
      id(1),
      [{ kind: 'update', memoryId: id(12), fields: { category: 'goals' } }],
      at(5),
    );
    const first = await store.replication.news(ours, id(1), undefined, 2);
    expect(first).toMatchObject({
      more: true,
      revisions: [
        { memoryId: id(11), revision: 1, changeType: 'CREATED', content: 'one', sessionId: 's', source: 'direct' },
        { memoryId: id(12), revision: 1, content: 'two', nowIn: 'goals' },
      ],
    });
    const rest = await store.replication.news(ours, id(1), first.position, 2);
    expect(rest).toMatchObject({ more: false, revisions: [{ memoryId: id(12), revision: 2, category: 'goals' }] });
    expect(rest.revisions[0]).not.toHaveProperty('content');
    expect(await store.replication.news(ours, id(1), rest.position, 2)).toMatchObject({ more: false, revisions: [] });
    expect(await rejection(store.replication.news(theirs, id(1), undefined, 2))).toBe('CharacterNotFound');
  });

  test('recalls of replicas are counted by memory and day, each replica by its highest number', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(11, 'one'), addition(12, 'two'), addition(13, 'three')], at());
    const recalls = async () => {
      const filter = { state: 'ACTIVE', sort: 'recalled', page: 0, limit: 9 } as const;
      const { memories } = await store.memories.list(ours, id(1), filter);
      return Object.fromEntries(memories.map((one) => [one.id, one.recalls]));
    };
    const today = Math.floor(Date.parse('2026-01-15') / dayMs);
    await store.replication.recalled(ours, id(1), 'laptop', [
      [id(11), today, 3],
      [id(12), today, 1],
      [id(99), today, 5],
    ]);
    await store.replication.recalled(ours, id(1), 'laptop', [
      [id(11), today, 2],
      [id(11), today - 1, 1],
    ]);
    await store.replication.recalled(ours, id(1), 'desktop', [[id(12), today, 4]]);
    expect(await recalls()).toStrictEqual({ [id(12)]: 5, [id(11)]: 4, [id(13)]: 0 });
    expect(await rejection(store.replication.recalled(theirs, id(1), 'laptop', []))).toBe('CharacterNotFound');
  });

  test('identities of a character are added once, up to a maximum, by those who may write', async () => {
    const { store } = await open();
    await withAda(store);
    const { identify, identities } = store.replication;
    const remotes = Array.from({ length: 60 }, (_, i) => `remote:${String(i).padStart(22, '0')}`);
    await identify(ours, id(1), ['person', remotes[0]!], 2_000);
    await identify(ours, id(1), [remotes[0]!], 3_000);
    expect(await identities(ours, id(1))).toStrictEqual(['person', remotes[0]]);
    await identify(ours, id(1), remotes, 4_000);
    const all = await identities(ours, id(1));
    expect(all.length).toBeGreaterThan(45);
    expect(all.length).toBeLessThanOrEqual(50);
    await expect(identify(ours, id(99), ['person'], 5_000)).rejects.toMatchObject({ type: 'CharacterNotFound' });
    await expect(identities(theirs, id(1))).rejects.toMatchObject({ type: 'CharacterNotFound' });
  });

  test('erasures are answered whole, one after another, and replicas confirm them', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(
      ours,
      id(1),
      [21, 22, 23].map((n) => addition(n, `text ${n}`)),
      at(),
    );
    await store.erasing.begin(ours, id(1), id(901), { memoryIds: [id(21), id(22)], words: [] }, at());
    await store.erasing.begin(ours, id(1), id(902), { memoryIds: [id(23)], words: [] }, at(7_000));
    const { replication } = store;
    const first = await replication.erasedAfter(ours, id(1), 0, 2);
    expect(first.erased).toStrictEqual([id(21), id(22)]);
    const second = await replication.erasedAfter(ours, id(1), first.upTo, 2);
    expect(second.erased).toStrictEqual([id(23)]);
    expect(await replication.erasedAfter(ours, id(1), second.upTo, 2)).toStrictEqual({ erased: [], upTo: second.upTo });
    for (const upTo of [0, first.upTo, first.upTo])
      await replication.confirmErasures(ours, id(1), 'laptop', upTo, 9_000);
    expect(await store.erasing.list(ours, id(1), 9)).toMatchObject([{ unconfirmed: ['laptop'] }, { memories: 2 }]);
    expect((await store.erasing.list(ours, id(1), 9))[1]).not.toHaveProperty('unconfirmed');
    expect(await rejection(replication.erasedAfter(theirs, id(1), 0, 2))).toBe('CharacterNotFound');
    expect(await rejection(replication.confirmErasures(theirs, id(1), 'laptop', 1, 9_000))).toBe('CharacterNotFound');
    const [change] = [sent(21, { kind: 'update', content: 'again' })];
    const [fault] = await replication.receive(ours, id(1), [change!], by);
    expect(fault?.message).toContain('erased');
  });
});
