import { describe, expect, test } from 'vitest';
import type { NewRecall, RecallFilter } from '../../../src/domain/stores/recalls.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { id, newCharacter, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const day = 86_400_000;
const recall = (query: string, at: number, more: Partial<NewRecall> = {}): NewRecall => ({
  characterId: id(1),
  at,
  by: 'codex',
  via: 'key',
  kind: 'search',
  query,
  results: [{ memoryId: id(11), relevance: 0.5 }, { memoryId: id(12) }],
  ...more,
});

async function withRecalls(store: Store): Promise<void> {
  await withAda(store);
  await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 600);
  await store.recalls.add(ours.tenantId, [
    recall('one', 1_000),
    recall('two', 1_000, { results: [], kind: 'hook', via: 'system' }),
    recall('three', day + 1, { characterId: id(2) }),
    recall('lost', day, { characterId: id(99) }),
  ]);
  await store.recalls.add(ours.tenantId, [recall('four', day + 2)]);
}

const queries = async (store: Store, filter: Partial<RecallFilter> = {}) =>
  (await store.recalls.list(ours, { limit: 100, ...filter })).map(({ query }) => query);

contract('recalls', (open) => {
  describe('the list', () => {
    test('has what was given, newest first, of all characters or of one', async () => {
      const { store } = await open();
      await withRecalls(store);
      expect(await queries(store)).toStrictEqual(['four', 'three', 'two', 'one']);
      expect(await queries(store, { characterId: id(2) })).toStrictEqual(['three']);
      expect(await queries(store, { empty: true })).toStrictEqual(['two']);
      expect(await queries(store, { empty: false, characterId: id(1) })).toStrictEqual(['four', 'one']);
      expect(await queries(store, { since: day + 1 })).toStrictEqual(['four', 'three']);
      const [last] = await store.recalls.list(ours, { limit: 1 });
      expect(last).toStrictEqual({ ...recall('four', day + 2), no: last?.no });
    });

    test('goes on behind any of its entries', async () => {
      const { store } = await open();
      await withRecalls(store);
      for (const characterId of [undefined, id(1)]) {
        const all = await store.recalls.list(ours, { limit: 100, characterId });
        for (const [i, { at, no }] of all.entries()) {
          const rest = await store.recalls.list(ours, { limit: 100, characterId, before: { at, no } });
          expect(rest).toStrictEqual(all.slice(i + 1));
        }
      }
    });

    test('is nobody else’s', async () => {
      const { store } = await open();
      await withRecalls(store);
      expect(await store.recalls.list(theirs, { limit: 10 })).toStrictEqual([]);
      expect(await rejection(store.recalls.list(theirs, { limit: 10, characterId: id(1) }))).toBe('CharacterNotFound');
      const [{ no } = { no: 0 }] = await store.recalls.list(ours, { limit: 1 });
      expect(await store.recalls.rate(theirs, no, 'wrong', undefined, 5_000)).toBeUndefined();
      expect(await store.recalls.forget(theirs.tenantId, 9 * day, 10)).toBe(0);
      expect(await queries(store)).toHaveLength(4);
    });
  });

  test('those of a private character are for whom it is shared with, who may rate them if he may write', async () => {
    const { store } = await open();
    await withRecalls(store);
    const ben = { ...ours, memberId: 'ben', role: 'MEMBER' } as const;
    const ask = async () => (await store.recalls.list(ben, { limit: 9 })).map(({ query }) => query);
    const counted = async () => (await store.changes.statistics(ben, { from: 0, to: 2 * day })).recallsByDay.length;
    const [four] = await store.recalls.list(ours, { limit: 1 });
    expect(await ask()).toHaveLength(4);
    await store.members.add(ours.tenantId, { id: 'ben', name: 'Ben', role: 'MEMBER' }, 1);
    const share = (access?: 'READ' | 'WRITE') => {
      const members = access ? [{ member: 'ben', access }] : [];
      return store.characters.share(ours, id(1), { visibility: 'PRIVATE', members }, 1);
    };
    await share();
    expect(await ask()).toStrictEqual(['three']);
    expect(await counted()).toBe(1);
    expect(await rejection(store.recalls.list(ben, { limit: 9, characterId: id(1) }))).toBe('CharacterNotFound');
    expect(await store.recalls.rate(ben, four!.no, 'wrong', undefined, 5_000)).toBeUndefined();
    await share('READ');
    expect(await ask()).toHaveLength(4);
    expect(await rejection(store.recalls.rate(ben, four!.no, 'wrong', undefined, 5_000))).toBe('AccessDenied');
    await share('WRITE');
    expect(await store.recalls.rate(ben, four!.no, 'wrong', undefined, 5_000)).toMatchObject({ rating: 'wrong' });
  });

  test('a recall is rated as a whole or by a memory, as often as one likes', async () => {
    const { store } = await open();
    await withRecalls(store);
    const [{ no } = { no: 0 }] = await store.recalls.list(ours, { limit: 1 });
    await store.recalls.rate(ours, no, 'wrong', undefined, 5_000);
    await store.recalls.rate(ours, no, 'wrong', id(12), 5_000);
    const useful = await store.recalls.rate(ours, no, 'useful', id(12), 5_000);
    expect(useful).toMatchObject({
      rating: 'wrong',
      results: [
        { memoryId: id(11), relevance: 0.5 },
        { memoryId: id(12), rating: 'useful' },
      ],
    });
    expect((await store.recalls.list(ours, { limit: 1 }))[0]).toStrictEqual(useful);
    expect(await rejection(store.recalls.rate(ours, no, 'wrong', id(13), 5_000))).toBe('MemoryNotFound');
    expect(await store.recalls.rate(ours, no + 1_000, 'wrong', undefined, 5_000)).toBeUndefined();
  });

  test('old ones go, so many at once', async () => {
    const { store } = await open();
    await withRecalls(store);
    expect(await store.recalls.forget(ours.tenantId, day + 2, 2)).toBe(2);
    expect(await store.recalls.forget(ours.tenantId, day + 2, 2)).toBe(1);
    expect(await queries(store)).toStrictEqual(['four']);
  });

  test('days count them, and those that came back empty', async () => {
    const { store } = await open();
    await withRecalls(store);
    const counted = async (characterId?: string) =>
      (await store.changes.statistics(ours, { characterId, from: 0, to: 2 * day })).recallsByDay;
    expect(await counted()).toStrictEqual([
      { day: '1970-01-01', recalls: 2, empty: 1 },
      { day: '1970-01-02', recalls: 2, empty: 0 },
    ]);
    expect(await counted(id(2))).toStrictEqual([{ day: '1970-01-02', recalls: 1, empty: 0 }]);
  });
});
