import { describe, expect, test } from 'vitest';
import { toJudge } from '../../../src/domain/judging.ts';
import type { Author } from '../../../src/domain/memory.ts';
import { localMemberId } from '../../../src/domain/principal.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { addition, at, id, newCharacter, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const ada = id(1);
const owner = (now: number): Author => ({ changedBy: 'Ada', memberId: localMemberId, kind: 'model', now });
const waiting = async (store: Store, limit = 9) =>
  (await store.judging.waiting(5_000, limit)).map(({ content, mayEnd }) => [content, mayEnd]);

contract('judging', (open) => {
  describe('memories that wait to be judged', () => {
    test('a memory waits from its own transaction on, the owner’s first, messages of chats last', async () => {
      const { store, reopen } = await open();
      await withAda(store);
      const write = (n: number, by: Author, more = {}) =>
        store.memories.write(ours, ada, [addition(n, `Text ${n}`, more)], by);
      await write(1, owner(1_000));
      await write(2, { ...owner(2_000), memberId: 'another' });
      await write(3, { ...owner(3_000), isHearsay: true });
      await write(4, owner(4_000), { source: { kind: 'import' } });
      await write(5, owner(5_000));
      await write(6, { ...owner(6_000), kind: 'file' });
      await write(7, owner(7_000), { source: { kind: 'import' }, sessionId: 'a chat' });
      const expected = [
        ['Text 5', true],
        ['Text 1', true],
        ['Text 6', false],
        ['Text 4', false],
        ['Text 3', false],
        ['Text 2', false],
        ['Text 7', false],
      ];
      expect(await waiting(await reopen())).toStrictEqual(expected);
      expect(await waiting(store, 2)).toStrictEqual(expected.slice(0, 2));
      const ending = await store.judging.waiting(5_000, 9, toJudge.ending);
      expect(ending.map(({ content }) => content)).toStrictEqual(['Text 5', 'Text 1']);
      const [first] = await store.judging.waiting(5_000, 1);
      expect(first).toStrictEqual({
        tenantId: ours.tenantId,
        tier: 'BUSINESS',
        characterId: ada,
        memoryId: id(5),
        content: 'Text 5',
        mayEnd: true,
        since: expect.any(Number),
      });
    });

    test('a memory waits for any tenant, but not while it is a proposal', async () => {
      const { store } = await open();
      await withAda(store);
      await store.characters.create(theirs, newCharacter(2, 'Bo'), 'BUSINESS', 600);
      await store.memories.write(theirs, id(2), [addition(7, 'theirs')], owner(7));
      await store.memories.write(ours, ada, [addition(8, 'in doubt', { isProposed: true })], owner(8));
      expect(await waiting(store)).toStrictEqual([['theirs', true]]);
      await store.memories.write(ours, ada, [{ kind: 'restore', memoryId: id(8) }], owner(9));
      expect(await waiting(store)).toHaveLength(2);
    });

    test('a memory waits until it is judged, and again when its text changes', async () => {
      const { store } = await open();
      await withAda(store);
      await store.memories.write(ours, ada, [addition(1, 'old')], owner(1));
      const [one] = await store.judging.waiting(5_000, 1);
      const update = (fields: object) => ({ kind: 'update', memoryId: id(1), fields }) as const;
      await store.memories.write(ours, ada, [update({ content: 'new' })], { ...owner(2), memberId: 'another' });
      await store.judging.judged(ours, ada, one!);
      expect(await waiting(store)).toStrictEqual([['new', false]]);
      await store.judging.judged(ours, ada, { ...one!, content: 'new' });
      await store.memories.write(ours, ada, [update({ salience: 0.9 })], owner(3));
      expect(await waiting(store)).toStrictEqual([]);
      await store.memories.write(ours, ada, [update({ content: 'newer' })], owner(4));
      expect(await waiting(store)).toStrictEqual([['newer', true]]);
      const among = (...ids: string[]) => store.judging.among(ours, ada, ids);
      expect(await among(id(1), id(2))).toStrictEqual([{ memoryId: id(1), content: 'newer', mayEnd: true }]);
      expect(await among(id(2))).toStrictEqual([]);
      const { judging } = store;
      expect(await rejection(judging.among(theirs, ada, [id(1)]))).toBe('CharacterNotFound');
      expect(await rejection(judging.judged(theirs, ada, { memoryId: id(1), content: 'newer' }))).toBe(
        'CharacterNotFound',
      );
    });
  });

  test('a memory of a deleted character leaves the queue of judging until that is restored', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, ada, [addition(1, 'text')], at());
    await store.characters.change(ours, ada, () => ({ status: 'DELETED' }), 600);
    const [one] = await store.judging.waiting(5_000, 1);
    await store.judging.judged(ours, ada, one!);
    await store.judging.judged(ours, ada, one!);
    expect(await waiting(store)).toStrictEqual([]);
    await store.characters.restore(ours, ada, 'BUSINESS', 700);
    expect(await store.judging.waiting(5_000, 1)).toStrictEqual([one]);
  });

  test('one holder at a time judges a tenant’s memories, until the lease expires or is released', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, ada, [addition(1, 'text')], at());
    expect(await store.judging.lease('a', 'ours', 0, 10)).toBe(true);
    expect(await store.judging.lease('b', 'ours', 5, 15)).toBe(false);
    expect(await store.judging.lease('b', 'theirs', 5, 15)).toBe(true);
    expect(await store.judging.lease('b', 'ours', 10, 20)).toBe(true);
    await store.judging.release('b');
    expect(await store.judging.lease('a', 'ours', 11, 20)).toBe(true);
  });
});
