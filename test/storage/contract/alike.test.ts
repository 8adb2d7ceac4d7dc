import { expect, test } from 'vitest';
import type { PairPlace } from '../../../src/domain/stores/alike.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { addition, at, id, keeping, newCharacter, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const [ada, bo] = [id(1), id(2)];

async function withPairs(store: Store): Promise<void> {
  await withAda(store);
  await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 600);
  await store.memories.write(ours, ada, [addition(11, 'tea'), addition(12, 'Tea!'), addition(13, 'teas')], at());
  await store.memories.write(ours, bo, [addition(21, 'seven'), addition(22, 'nine')], at());
  const compare = (characterId: string, n: number, pairs: [other: number, likeness: number][]) =>
    store.alike.compared(
      ours,
      characterId,
      { id: id(n), revision: 1 },
      pairs.map(([other, likeness]) => ({
        otherId: id(other),
        kind: n > 20 ? 'contradiction' : 'duplicate',
        likeness,
      })),
    );
  await compare(ada, 12, [[11, 0.9]]);
  await compare(ada, 11, [[12, 0.9]]);
  await compare(ada, 13, [
    [11, 0.7],
    [99, 0.7],
    [13, 1],
  ]);
  await compare(bo, 22, [[21, 0.8]]);
}

const list = async (store: Store, asked: object = {}) => {
  const { pairs, ...counted } = await store.alike.list(ours, { kept: false, now: 5_000, limit: 9, ...asked });
  return {
    ...counted,
    pairs: pairs.map(({ memories, likeness }) => [likeness, ...memories.map((one) => one.content)]),
  };
};

contract('alike', (open) => {
  test('messages of imported chats wait behind all else, also when they are newer', async () => {
    const { store } = await open();
    await withAda(store);
    const message = { source: { kind: 'import' }, sessionId: 'a chat' } as const;
    const texts = [addition(11, 'a note'), addition(12, 'said in a chat', message), addition(13, 'another note')];
    for (const [i, one] of texts.entries()) await store.memories.write(ours, ada, [one], at(1_000 + i));
    const waiting = await store.alike.waiting(5_000, 9);
    expect(waiting.map(({ memoryId }) => memoryId)).toStrictEqual([id(13), id(11), id(12)]);
    expect(await list(store)).toMatchObject({ looked: 0, total: 3 });
  });

  test('pairs are listed the most alike first, each once, with their counts, when both are compared', async () => {
    const { store } = await open();
    await withPairs(store);
    expect(await store.alike.uncompared(ours, undefined, 9)).toMatchObject([{ id: id(21) }]);
    expect((await store.alike.waiting(5_000, 9)).map(({ memoryId }) => memoryId)).toStrictEqual([id(21)]);
    const ofAda = {
      pairs: [
        [0.9, 'tea', 'Tea!'],
        [0.7, 'tea', 'teas'],
      ],
      counts: { duplicate: 2, contradiction: 0 },
      weak: { duplicate: 1, contradiction: 0 },
    };
    expect(await list(store)).toStrictEqual({ ...ofAda, looked: 4, total: 5 });
    await store.alike.compared(ours, bo, { id: id(21), revision: 2 }, []);
    expect(await list(store, { characterId: bo })).toMatchObject({ pairs: [], looked: 1 });
    await store.alike.compared(ours, bo, { id: id(21), revision: 1 }, [
      { otherId: id(22), kind: 'contradiction', likeness: 0.8 },
    ]);
    const all = await list(store);
    expect(all.pairs.map(([likeness]) => likeness)).toStrictEqual([0.9, 0.8, 0.7]);
    expect(all.counts).toStrictEqual({ duplicate: 2, contradiction: 1 });
    const walked: unknown[] = [];
    for (let before: PairPlace | undefined; ; ) {
      const { pairs } = await store.alike.list(ours, { kept: false, now: 5_000, limit: 1, before });
      if (pairs.length === 0) break;
      walked.push(pairs[0]!.likeness);
      before = pairs[0]!.place;
    }
    expect(walked).toStrictEqual([0.9, 0.8, 0.7]);
  });

  test('a pair is hidden while one of its memories is changed, deleted, ended or linked, or kept by a person', async () => {
    const { store } = await open();
    await withPairs(store);
    const likenesses = async (asked?: object) => (await list(store, asked)).pairs.map(([likeness]) => likeness);
    await store.pairs.keep(ours, ada, [id(12), id(11)], keeping, 2_000);
    expect(await likenesses()).toStrictEqual([0.7]);
    expect(await likenesses({ kept: true })).toStrictEqual([0.9]);
    await store.pairs.keep(ours, ada, [id(12), id(11)], undefined, 2_000);
    await store.pairs.link(ours, ada, [{ olderId: id(11), newerId: id(13) }], 3_000);
    expect(await likenesses()).toStrictEqual([0.9]);
    await store.pairs.unlink(ours, ada, [id(11), id(13)], 3_000);
    await store.memories.write(ours, ada, [{ kind: 'delete', memoryId: id(13) }], at());
    expect(await likenesses()).toStrictEqual([0.9]);
    await store.memories.write(ours, ada, [{ kind: 'restore', memoryId: id(13) }], at());
    expect(await likenesses()).toStrictEqual([0.9]);
    await store.alike.compared(ours, ada, { id: id(13), revision: 3 }, []);
    const ended = { kind: 'update', memoryId: id(12), fields: { validUntil: 4_000 } } as const;
    await store.memories.write(ours, ada, [ended], at());
    await store.alike.compared(ours, ada, { id: id(12), revision: 2 }, [
      { otherId: id(11), kind: 'duplicate', likeness: 0.9 },
    ]);
    expect(await likenesses({ now: 3_000 })).toStrictEqual([0.9]);
    expect(await likenesses()).toStrictEqual([]);
  });

  test('a memory of a deleted character leaves the queue of comparing until that is restored', async () => {
    const { store } = await open();
    await withPairs(store);
    await store.characters.change(ours, bo, () => ({ status: 'DELETED' }), 700);
    const [one] = await store.alike.waiting(5_000, 9);
    expect(one).toMatchObject({ characterId: bo, memoryId: id(21), revision: 1 });
    await store.alike.compared(ours, bo, { id: id(21), revision: 1 }, []);
    expect(await store.alike.waiting(5_000, 9)).toStrictEqual([]);
    await store.characters.restore(ours, bo, 'BUSINESS', 800);
    expect(await store.alike.waiting(5_000, 9)).toStrictEqual([one]);
  });

  test('pairs are of the caller’s own characters, and one process compares at a time', async () => {
    const { store } = await open();
    await withPairs(store);
    expect(await store.alike.list(theirs, { kept: false, now: 5_000, limit: 9 })).toMatchObject({
      pairs: [],
      total: 0,
    });
    expect(await rejection(store.alike.uncompared(theirs, ada, 9))).toBe('CharacterNotFound');
    expect(await rejection(store.alike.compared(theirs, ada, { id: id(11), revision: 1 }, []))).toBe(
      'CharacterNotFound',
    );
    expect(await store.alike.lease('one', 't', 1_000, 2_000)).toBe(true);
    expect(await store.alike.lease('other', 't', 1_500, 2_500)).toBe(false);
    await store.alike.release('one');
    expect(await store.alike.lease('other', 't', 1_500, 2_500)).toBe(true);
  });
});
