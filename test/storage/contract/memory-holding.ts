import { describe, expect, test } from 'vitest';
import type { Author, MemoryChange } from '../../../src/domain/memory.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { addition, at, id, newCharacter, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import type { Opened } from '../../support/engines.ts';

const ada = id(1);

/** Writes one change, by default of the owner; returns what was done. */
async function write(store: Store, change: MemoryChange, now = 1_000, by: Partial<Author> = {}) {
  const author = { ...at(), memberId: ours.memberId, now, ...by };
  const [outcome] = await store.memories.write(ours, ada, [change], author);
  return outcome!;
}

const end = (memoryId: string, supersededBy: string | null): MemoryChange => ({
  kind: 'update',
  memoryId,
  fields: { supersededBy },
});

/** The texts that hold at a time. */
async function holding(store: Store, now = 5_000): Promise<string[]> {
  const { memories } = await store.memories.list(ours, ada, { state: 'ACTIVE', page: 0, limit: 50 });
  const isAhead = (until: string | undefined) => until === undefined || Date.parse(until) > now;
  return memories
    .filter(({ supersededBy, validUntil }) => supersededBy === undefined && isAhead(validUntil))
    .map(({ content }) => content)
    .toSorted();
}

/** When memories hold, end and hold again. */
export function holds(open: () => Promise<Opened>): void {
  describe('a memory that another one replaces', () => {
    test('a replaced memory no longer holds, both show it, and its history has the author', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(11, 'Leeds'));
      const added = await write(store, addition(12, 'Lisbon', { supersedes: [id(11)] }));
      expect(added).toMatchObject({ operation: 'ADD', memory: { supersedes: [id(11)] } });
      expect(await store.memories.get(ours, ada, id(11))).toMatchObject({ supersededBy: id(12), revision: 2 });
      expect(await store.memories.get(ours, ada, id(12))).toMatchObject({ supersedes: [id(11)] });
      const history = await store.memories.history(ours, ada, id(11));
      expect(history.map(({ changeType, supersededBy }) => [changeType, supersededBy])).toStrictEqual([
        ['CREATED', undefined],
        ['ENDED', id(12)],
      ]);
      expect(await holding(store)).toStrictEqual(['Lisbon']);
    });

    test('a replaced memory holds again while its replacement is deleted', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(11, 'Leeds'));
      await write(store, addition(12, 'Lisbon', { supersedes: [id(11)] }));
      await write(store, { kind: 'delete', memoryId: id(12) });
      expect(await holding(store)).toStrictEqual(['Leeds']);
      await write(store, { kind: 'restore', memoryId: id(12) });
      expect(await holding(store)).toStrictEqual(['Lisbon']);
    });

    test('a replaced memory holds again when its owner says it again, which ends its replacement', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(11, 'Leeds'), 1_000);
      await write(store, addition(12, 'Lisbon', { supersedes: [id(11)], occurredAt: 2_000 }), 2_000);
      await write(store, addition(13, 'Porto', { supersedes: [id(12)], occurredAt: 3_000 }), 3_000);
      const early = await write(store, addition(14, 'Leeds', { occurredAt: 1_500 }), 4_000);
      expect(early.operation).toBe('NONE');
      const imported = await write(store, addition(14, 'Leeds', { source: { kind: 'import' } }), 4_000);
      expect(imported.operation).toBe('NONE');
      for (const by of [{ memberId: 'another' }, { isHearsay: true }]) {
        const said = addition(14, 'Leeds', { occurredAt: 4_000, validUntil: 4_500 });
        expect((await write(store, said, 4_000, by)).operation).toBe('NONE');
      }
      expect(await holding(store)).toStrictEqual(['Porto']);
      const again = await write(store, addition(14, 'Leeds', { occurredAt: 4_000 }), 4_000);
      expect(again).toMatchObject({ operation: 'REVIVE', memory: { id: id(11), supersedes: [id(13)] } });
      expect(await holding(store)).toStrictEqual(['Leeds']);
      expect(await store.memories.get(ours, ada, id(12))).toMatchObject({ supersededBy: id(13) });
    });

    test('a memory cannot replace itself, an unknown one or its own replacement', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(11, 'Leeds'));
      await write(store, addition(12, 'Lisbon', { supersedes: [id(11)] }));
      expect(await rejection(write(store, addition(13, 'Porto', { supersedes: [id(99)] })))).toBe('MemoryNotFound');
      const replace = (memoryId: string, other: string) =>
        rejection(write(store, { kind: 'update', memoryId, fields: {}, supersedes: [other] }));
      expect(await replace(id(11), id(11))).toBe('InvalidInput');
      expect(await replace(id(11), id(12))).toBe('InvalidInput');
      expect(await holding(store)).toStrictEqual(['Lisbon']);
      const outcomes = await store.memories.writeEach(
        ours,
        ada,
        [addition(13, 'Porto', { supersedes: [id(99)] }), addition(14, 'Rome')],
        at(),
      );
      expect(outcomes.map((one) => ('memory' in one ? one.operation : one.type))).toStrictEqual([
        'MemoryNotFound',
        'ADD',
      ]);
      expect(await holding(store)).toStrictEqual(['Lisbon', 'Rome']);
    });

    test('a text added again ends its replacement on that day', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(11, 'Leeds'), 1_000);
      await write(store, addition(12, 'Lisbon', { supersedes: [id(11)] }), 2_000);
      await write(store, addition(13, 'Leeds'), 3_000);
      // A session of the time in between is read later.
      const late = await write(store, addition(14, 'Lisbon', { occurredAt: 2_500 }), 4_000);
      expect(late.operation).toBe('NONE');
      const then = async (atMs: number) => {
        const holding = { at: atMs, holds: true, isPast: true };
        const { memories } = await store.memories.list(ours, ada, { state: 'ACTIVE', page: 0, limit: 9, holding });
        return memories.map(({ content }) => content);
      };
      expect(await then(2_500)).toContain('Lisbon');
      expect(await then(3_500)).toStrictEqual(['Leeds']);
    });

    test('a chain of replacements has no circle when one in between is restored', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(11, 'Leeds'));
      await write(store, addition(12, 'Lisbon', { supersedes: [id(11)] }));
      await write(store, addition(13, 'Porto', { supersedes: [id(12)] }));
      await write(store, { kind: 'delete', memoryId: id(12) });
      await write(store, { kind: 'update', memoryId: id(11), fields: {}, supersedes: [id(13)] });
      expect(await holding(store)).toStrictEqual(['Leeds']);
      await write(store, { kind: 'restore', memoryId: id(12) });
      expect(await holding(store)).toHaveLength(1);
    });

    test('the later of two mutual replacements counts', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(11, 'Leeds'));
      await write(store, addition(12, 'Lisbon', { supersedes: [id(11)] }));
      await write(store, end(id(12), id(11)));
      expect(await holding(store)).toStrictEqual(['Leeds']);
    });
  });

  test('a memory with an end holds until then, and again when the end is cleared', async () => {
    const { store } = await open();
    await withAda(store);
    await write(store, addition(11, 'freeze', { validUntil: 4_000 }));
    expect(await holding(store, 3_999)).toStrictEqual(['freeze']);
    expect(await holding(store, 4_000)).toStrictEqual([]);
    const fields = (validUntil: number | null): MemoryChange => ({
      kind: 'update',
      memoryId: id(11),
      fields: { validUntil },
    });
    expect(await write(store, fields(2_000), 2_000)).toMatchObject({ operation: 'END' });
    expect(await write(store, fields(null), 2_500)).toMatchObject({ operation: 'REVIVE' });
    expect(await holding(store)).toStrictEqual(['freeze']);
    const types = (await store.memories.history(ours, ada, id(11))).map(({ changeType }) => changeType);
    expect(types).toStrictEqual(['CREATED', 'ENDED', 'REVIVED']);
  });

  test('lists filter memories that end in a period, by their own end or by a replacement', async () => {
    const { store } = await open();
    await withAda(store);
    const made = [addition(11, 'Leeds'), addition(12, 'freeze', { validUntil: 4_000 }), addition(13, 'tea')];
    for (const one of made) await write(store, one, 1_000);
    await write(store, addition(14, 'Lisbon', { supersedes: [id(11)] }), 3_000);
    const ends = async (from: number, until: number) => {
      const filter = { state: 'ACTIVE', page: 0, limit: 9, ending: { from, until }, sort: 'changed' } as const;
      const { memories, total } = await store.memories.list(ours, ada, filter);
      expect(total).toBe(memories.length);
      return memories.map(({ content }) => content);
    };
    expect(await ends(3_000, 4_001)).toStrictEqual(['Leeds', 'freeze']);
    expect(await ends(3_001, 4_000)).toStrictEqual([]);
    await write(store, { kind: 'delete', memoryId: id(14) }, 3_500);
    expect(await ends(0, 9_000)).toStrictEqual(['freeze']);
  });

  test('memories are found by their ids in all characters that the caller sees, active ones only', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 500);
    await write(store, addition(11, 'Leeds'));
    await write(store, addition(12, 'Lisbon'));
    await store.memories.write(ours, id(2), [addition(13, 'Porto')], at());
    await write(store, { kind: 'delete', memoryId: id(12) });
    const ids = [id(11), id(12), id(13), id(14), 'none'];
    const found = await store.memories.byIds(ours, ids);
    expect(found.map((one) => [one.characterId, one.content]).toSorted()).toStrictEqual([
      [id(1), 'Leeds'],
      [id(2), 'Porto'],
    ]);
    expect(await store.memories.byIds(theirs, ids)).toStrictEqual([]);
    expect(await store.memories.byIds(ours, [])).toStrictEqual([]);
  });
}
