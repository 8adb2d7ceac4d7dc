import { describe, expect, test } from 'vitest';
import type { MemoryPlace } from '../../../src/domain/stores/pairs.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { addition, at, id, keeping, newCharacter, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const [ada, bo] = [id(1), id(2)];

async function withMemories(store: Store): Promise<void> {
  await withAda(store);
  await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 600);
  const of = (n: number, text: string, occurredAt: number) => addition(n, text, { occurredAt });
  await store.memories.write(ours, ada, [of(11, 'tea', 5), of(12, 'Tea!', -5), of(13, 'coffee', 7)], at());
  await store.memories.write(ours, bo, [of(21, 'tea', 5), of(22, 'Tea!', 6)], at());
  await store.memories.write(ours, bo, [{ kind: 'delete', memoryId: id(22) }], at());
}

const teas = (characterId: string) => ({ characterId, texts: ['Tea!', 'tea'] as const });

contract('pairs', (open) => {
  describe('newest', () => {
    test('newest lists the active memories of all characters, or of one, each once', async () => {
      const { store } = await open();
      await withMemories(store);
      const walk = async (characterId?: string) => {
        const seen: string[] = [];
        for (let before: MemoryPlace | undefined; ; ) {
          const { memories, total } = await store.pairs.newest(ours, { characterId, before, limit: 1 });
          if (memories.length === 0) return { seen, total };
          seen.push(`${memories[0]!.characterId.slice(-1)} ${memories[0]!.content}`);
          before = memories[0]!.place;
        }
      };
      expect(await walk()).toStrictEqual({ seen: ['1 coffee', '2 tea', '1 tea', '1 Tea!'], total: 4 });
      expect(await walk(ada)).toStrictEqual({ seen: ['1 coffee', '1 tea', '1 Tea!'], total: 3 });
      expect(await store.pairs.newest(theirs, { limit: 9 })).toStrictEqual({ memories: [], total: 0 });
      const unseen = store.pairs.newest(theirs, { characterId: ada, limit: 9 });
      expect(await rejection(unseen)).toBe('CharacterNotFound');
    });
  });

  describe('keep', () => {
    test('keep marks two texts of one character until withdrawn, also after reopening', async () => {
      const { store, reopen } = await open();
      await withMemories(store);
      const kept = (of = store) => of.pairs.areKept(ours, [teas(ada), teas(bo), { ...teas(ada), texts: ['tea', 'x'] }]);
      expect(await kept()).toStrictEqual([false, false, false]);
      await store.pairs.keep(ours, ada, [id(11), id(12)], keeping, 2_000);
      await store.pairs.keep(ours, ada, [id(12), id(11)], keeping, 2_000);
      const again = await reopen();
      expect(await kept(again)).toStrictEqual([true, false, false]);
      await again.pairs.keep(ours, ada, [id(12), id(11)], undefined, 2_000);
      expect(await kept(again)).toStrictEqual([false, false, false]);
      expect(await again.pairs.areKept(ours, [])).toStrictEqual([]);
    });

    test('keep requires two active memories', async () => {
      const { store } = await open();
      await withMemories(store);
      const keep = (other: string, scope = ours) =>
        rejection(store.pairs.keep(scope, bo, [id(21), other], keeping, 2_000));
      expect(await keep(id(22))).toBe('MemoryNotFound');
      expect(await keep('none')).toBe('MemoryNotFound');
      expect(await keep(id(22), theirs)).toBe('CharacterNotFound');
    });
  });

  describe('withdraw', () => {
    test('withdraw takes back all pairs of an answer, which batches list, and links again what was linked', async () => {
      const { store } = await open();
      await withMemories(store);
      const both = { olderId: id(11), newerId: id(13) };
      await store.pairs.link(ours, ada, [both], 1_000);
      await store.pairs.keep(ours, ada, [id(13), id(11)], keeping, 2_000);
      await store.pairs.unlink(ours, ada, [id(13), id(11)], 2_000);
      await store.pairs.keep(ours, ada, [id(12), id(11)], { ...keeping, client: 'ui' }, 2_500);
      const batches = async () =>
        (await store.changes.batches(ours, { characterId: ada, limit: 9 })).filter(
          ({ batchId }) => batchId === 'kept-1',
        );
      const shown = {
        batchId: 'kept-1',
        memories: 2,
        name: 'Ada',
        kind: 'user',
        client: 'ui',
        at: 2_000,
        isLatest: true,
      };
      expect(await batches()).toMatchObject([shown]);
      expect(await store.changes.changedBy(ours, 'kept-1')).toStrictEqual([ada]);
      expect(await store.pairs.withdraw(ours, ada, 'kept-1', 3_000)).toBe(2);
      expect(await store.pairs.withdraw(ours, ada, 'kept-1', 3_000)).toBe(0);
      expect(await batches()).toStrictEqual([]);
      expect(await store.pairs.areKept(ours, [teas(ada)])).toStrictEqual([false]);
      const links = await store.pairs.links(ours, ada, { limit: 9 });
      expect(links.map(({ older, newer }) => [older.id, newer.id])).toStrictEqual([[id(11), id(13)]]);
      expect(await rejection(store.pairs.withdraw(theirs, ada, 'kept-1', 3_000))).toBe('CharacterNotFound');
    });
  });

  describe('links', () => {
    const both = { olderId: id(11), newerId: id(13) };

    test('links show which newer memory may replace an older one, until they are removed', async () => {
      const { store } = await open();
      await withMemories(store);
      expect(await store.pairs.link(ours, ada, [both, { olderId: id(11), newerId: id(11) }], 3_000)).toBe(1);
      expect(await store.pairs.link(ours, ada, [both], 3_000)).toBe(0);
      const links = await store.pairs.links(ours, ada, { limit: 9 });
      expect(links.map(({ older, newer, at: made }) => [older.content, newer.content, made])).toStrictEqual([
        ['tea', 'coffee', 3_000],
      ]);
      expect(await store.memories.get(ours, ada, id(11))).toMatchObject({ mayBeOutdatedBy: id(13) });
      await store.pairs.unlink(ours, ada, [id(13), id(11)], 3_000);
      expect(await store.pairs.links(ours, ada, { limit: 9 })).toStrictEqual([]);
    });

    test('links of many memories are read up to a limit, and those of one memory by themselves', async () => {
      const { store } = await open();
      await withMemories(store);
      const [tea, other] = [{ olderId: id(12), newerId: id(13) }, both];
      await store.pairs.link(ours, ada, [other], 3_000);
      await store.pairs.link(ours, ada, [tea], 4_000);
      const read = async (asked: { of?: string; limit: number }) =>
        (await store.pairs.links(ours, ada, asked)).map(({ older, newer }) => ({
          olderId: older.id,
          newerId: newer.id,
        }));
      expect(await read({ limit: 1 })).toStrictEqual([tea]);
      expect(await read({ of: id(11), limit: 1 })).toStrictEqual([other]);
      expect(await read({ of: id(13), limit: 9 })).toStrictEqual([tea, other]);
      expect(await read({ of: 'none', limit: 9 })).toStrictEqual([]);
      // The newest link is of a memory that has ended.
      const change = { kind: 'update', memoryId: id(12), fields: { supersededBy: id(13) } } as const;
      await store.memories.write(ours, ada, [change], at());
      expect(await read({ limit: 1 })).toStrictEqual([other]);
    });

    test('links list the pairs of which a person kept both apart, not those that another answer left', async () => {
      const { store } = await open();
      await withMemories(store);
      await store.pairs.link(ours, ada, [both], 3_000);
      await store.pairs.link(ours, ada, [{ olderId: id(12), newerId: id(13) }], 4_000);
      const read = async (kept: boolean) =>
        (await store.pairs.links(ours, ada, { kept, limit: 9 })).map(({ older, newer }) => [older.id, newer.id]);
      expect(await read(true)).toStrictEqual([]);
      await store.pairs.keep(ours, ada, [id(13), id(11)], keeping, 5_000);
      await store.pairs.keep(ours, ada, [id(13), id(12)], { ...keeping, batch: undefined }, 5_000);
      expect([await read(true), await read(false)]).toStrictEqual([[[id(11), id(13)]], []]);
      await store.pairs.keep(ours, ada, [id(13), id(11)], undefined, 6_000);
      expect([await read(true), await read(false)]).toStrictEqual([[], [[id(11), id(13)]]]);
    });

    test('links leave out pairs that a person has judged, and memories that have ended', async () => {
      const { store } = await open();
      await withMemories(store);
      await store.pairs.keep(ours, ada, [id(11), id(13)], keeping, 2_000);
      expect(await store.pairs.link(ours, ada, [both], 3_000)).toBe(0);
      await store.pairs.link(ours, ada, [{ olderId: id(12), newerId: id(13) }], 3_000);
      const change = { kind: 'update', memoryId: id(12), fields: { supersededBy: id(13) } } as const;
      await store.memories.write(ours, ada, [change], at());
      expect(await store.pairs.links(ours, ada, { limit: 9 })).toStrictEqual([]);
      const ofEnded = await store.pairs.links(ours, ada, { of: id(12), limit: 9 });
      expect(ofEnded.map(({ newer }) => newer.id)).toStrictEqual([id(13)]);
      expect(await store.pairs.links(ours, ada, { of: id(11), limit: 9 })).toStrictEqual([]);
      expect(await rejection(store.pairs.links(theirs, ada, { limit: 9 }))).toBe('CharacterNotFound');
      expect(await rejection(store.pairs.link(theirs, ada, [both], 3_000))).toBe('CharacterNotFound');
      expect(await rejection(store.pairs.unlink(theirs, ada, [id(11), id(13)], 3_000))).toBe('CharacterNotFound');
    });
  });
});
