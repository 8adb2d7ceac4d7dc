import { expect, test } from 'vitest';
import { cursorAt, type Place } from '../../../src/domain/page.ts';
import type { NewPiece } from '../../../src/domain/stores/files.ts';
import { type MemoryFilter, memorySorts } from '../../../src/domain/stores/memories.ts';
import type { NewRecall } from '../../../src/domain/stores/recalls.ts';
import { reconcile } from '../../../src/files/reconcile.ts';
import {
  addition,
  at,
  id,
  newCharacter,
  newPiece,
  newSnapshot,
  ours,
  rejection,
  rejections,
  theirs,
  withAda,
} from '../../support/builders.ts';
import type { Opened } from '../../support/engines.ts';

const all: MemoryFilter = { state: 'ALL', page: 0, limit: 100 };

/** Which memories are listed, and in which order: a part of the contract of `memories`. */
export function lists(open: () => Promise<Opened>): void {
  test.each(memorySorts)('a list sorted by %s continues after any entry', async (sort) => {
    const { store } = await open();
    await withAda(store);
    const made = Array.from({ length: 9 }, (_, i) =>
      addition(11 + i, `text ${i}`, {
        occurredAt: 10 + (i % 3),
        importance: i % 2 === 0 ? 'HIGH' : 'LOW',
        salience: [0.1, 0.35, 1 / 3][i % 3]!,
      }),
    );
    await store.memories.write(ours, id(1), made, at());
    const whole = await store.memories.list(ours, id(1), { ...all, sort });
    const ids = whole.memories.map((one) => one.id);
    expect(whole).toMatchObject({ total: 9, isMore: false });
    for (const [i, after] of whole.places.entries()) {
      const rest = await store.memories.list(ours, id(1), { ...all, sort, limit: 3, after });
      expect(rest.memories.map((one) => one.id)).toStrictEqual(ids.slice(i + 1, i + 4));
      expect(rest.isMore).toBe(i + 4 < ids.length);
    }
  });

  test('a list of all characters continues after any entry, for those who see them', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bob'), 'BUSINESS', 500);
    for (const owner of [1, 2]) {
      const made = Array.from({ length: 4 }, (_, i) =>
        addition(10 * owner + i, `text ${owner} ${i}`, { occurredAt: 10 }),
      );
      await store.memories.write(ours, id(owner), made, at());
    }
    for (const sort of memorySorts) {
      const whole = await store.memories.listSeen(ours, { ...all, sort });
      expect(whole).toMatchObject({ total: 8, isMore: false });
      expect(whole.counts.map(({ memories }) => memories)).toStrictEqual([4, 4]);
      const ids = whole.memories.map((one) => one.id);
      expect(new Set(ids).size).toBe(8);
      for (const [i, after] of whole.places.entries()) {
        const rest = await store.memories.listSeen(ours, { ...all, sort, limit: 3, after });
        expect(rest.memories.map((one) => one.id)).toStrictEqual(ids.slice(i + 1, i + 4));
      }
    }
    expect(await store.memories.listSeen(theirs, all)).toMatchObject({ memories: [], total: 0, counts: [] });
  });

  test('an export continues after any memory, also among long ones with equal beginnings', async () => {
    const { store } = await open();
    await withAda(store);
    const alike = '\u{1F600}'.repeat(400);
    const made = Array.from({ length: 12 }, (_, i) =>
      addition(11 + i, i % 2 === 0 ? `text ${i}` : `${alike} ${i}`, {
        category: i % 3 === 0 ? 'facts' : 'general',
        occurredAt: 10 + (i % 2),
        salience: [0.1, 1 / 3][i % 2]!,
      }),
    );
    await store.memories.write(ours, id(1), made, at());
    const read = async (only: { ids?: string[]; after?: Place } = {}) => {
      const { memories, places } = await store.memories.forExport(ours, id(1), { state: 'ACTIVE' }, only);
      return { ids: memories.map((one) => one.id), places };
    };
    const whole = await read();
    expect(new Set(whole.ids).size).toBe(12);
    for (const [i, after] of whole.places.entries()) {
      expect((await read({ after })).ids).toStrictEqual(whole.ids.slice(i + 1));
      const ids = whole.ids.slice(5);
      expect((await read({ after, ids })).ids).toStrictEqual(whole.ids.slice(Math.max(5, i + 1)));
      // A cursor holds it, whatever the text is.
      expect(cursorAt(after)).toBeDefined();
    }
    expect(await rejection(read({ after: [1, 2] }))).toBe('InvalidInput');
  });

  test('lists are filtered and paged, newest first', async () => {
    const { store } = await open();
    await withAda(store);
    const made = [
      addition(11, 'a', { occurredAt: 10, category: 'facts' }),
      addition(12, 'b', { occurredAt: 30, importance: 'HIGH' }),
      addition(13, 'c', { occurredAt: 20, category: 'facts', importance: 'HIGH' }),
      addition(14, 'd', { occurredAt: 30, source: { kind: 'import' } }),
      addition(15, 'e', { occurredAt: 40 }),
    ];
    await store.memories.write(ours, id(1), [...made, { kind: 'delete', memoryId: id(15) }], at());
    const listed = async (filter: Partial<MemoryFilter>) =>
      (await store.memories.list(ours, id(1), { ...all, ...filter })).memories.map(({ content }) => content).join('');
    expect(await listed({})).toBe('edbca');
    expect(await listed({ state: 'ACTIVE' })).toBe('dbca');
    expect(await listed({ state: 'DELETED' })).toBe('e');
    expect(await listed({ category: 'FACTS' })).toBe('ca');
    expect(await listed({ importance: 'HIGH' })).toBe('bc');
    expect(await listed({ leastImportance: 'HIGH' })).toBe('bc');
    expect(await listed({ leastImportance: 'LOW' })).toBe('edbca');
    expect(await listed({ since: 20, until: 30 })).toBe('c');
    expect(await listed({ source: 'import' })).toBe('d');
    expect(await listed({ source: 'direct', state: 'ACTIVE' })).toBe('bca');
    expect(await store.memories.list(ours, id(1), { ...all, page: 1, limit: 2 })).toMatchObject({
      memories: [{ content: 'b' }, { content: 'c' }],
      total: 5,
    });
    expect(await rejection(listed({ category: 'nope' }))).toBe('CategoryNotConfigured');
  });

  test('lists are sorted, and each page continues the one before', async () => {
    const { store } = await open();
    await withAda(store);
    const made = [
      addition(11, 'a', { occurredAt: 10, importance: 'LOW', salience: 0.9 }),
      addition(12, 'b', { occurredAt: 30, importance: 'HIGH', salience: 0.2 }),
      addition(13, 'c', { occurredAt: 20, importance: 'HIGH', salience: 0.7 }),
      addition(14, 'd', { occurredAt: 30, importance: 'CRITICAL', salience: 0.1 }),
      addition(15, 'e', { occurredAt: -5 }),
    ];
    await store.memories.write(ours, id(1), made, at());
    await store.memories.write(
      ours,
      id(1),
      [{ kind: 'update', memoryId: id(13), fields: { salience: 0.8 } }],
      at(5_000),
    );
    const given = (n: number, ...of: number[]): NewRecall => ({
      characterId: id(1),
      at: n,
      by: 'codex',
      via: 'key',
      kind: 'search',
      query: 'x',
      results: of.map((one) => ({ memoryId: id(one) })),
    });
    await store.recalls.add(ours.tenantId, [given(1, 11, 15), given(2, 15), given(3, 11, 15, 99)]);
    const listed = async (filter: Partial<MemoryFilter>) => {
      let text = '';
      for (let page = 0; page < 3; page++) {
        const found = await store.memories.list(ours, id(1), { state: 'ACTIVE', page, limit: 2, ...filter });
        expect(found.total).toBe(filter.importance ? 2 : 5);
        text += found.memories.map(({ content, recalls = '' }) => content + recalls).join('');
      }
      return text;
    };
    expect(await listed({})).toBe('dbcae');
    expect(await listed({ sort: 'newest' })).toBe('dbcae');
    expect(await listed({ sort: 'oldest' })).toBe('eacbd');
    expect(await listed({ sort: 'importance' })).toBe('dcbea');
    expect(await listed({ sort: 'changed' })).toBe('cedba');
    expect(await listed({ sort: 'recalled' })).toBe('e3a2d0b0c0');
    expect(await listed({ sort: 'recalled', importance: 'HIGH' })).toBe('b0c0');
    expect(await listed({ sort: 'changed', importance: 'HIGH', state: 'ALL' })).toBe('cb');
  });

  test('memories are filtered by program and by batch', async () => {
    const { store } = await open();
    await withAda(store);
    const by = { ...at(), client: 'codex', batch: 'b1' };
    await store.memories.write(ours, id(1), [addition(11, 'a'), addition(12, 'b')], by);
    await store.memories.write(ours, id(1), [addition(13, 'c'), addition(14, 'd')], { ...at(), client: 'cursor' });
    const edit = { kind: 'update', memoryId: id(14), fields: { content: 'D' } } as const;
    await store.memories.write(ours, id(1), [edit, { kind: 'delete', memoryId: id(12) }], { ...by, batch: 'b2' });
    const ids = (filter: Partial<MemoryFilter>) => store.memories.ids(ours, id(1), { state: 'ACTIVE', ...filter });
    expect(await ids({ client: 'codex' })).toStrictEqual([id(11)]);
    expect(await ids({ client: 'codex', state: 'ALL' })).toStrictEqual([id(12), id(11)]);
    expect(await ids({ client: 'cursor' })).toStrictEqual([id(14), id(13)]);
    expect(await ids({ batchId: 'b2' })).toStrictEqual([id(14)]);
    expect(await ids({ batchId: 'b1', client: 'cursor' })).toStrictEqual([]);
    const only = { ids: [id(14).toUpperCase(), id(11), 'none'] };
    const exported = await store.memories.forExport(ours, id(1), { state: 'ALL', client: 'cursor' }, only);
    expect(exported.memories.map(({ content }) => content)).toStrictEqual(['D']);
  });

  test('memories are filtered by when they were stored, whenever it happened', async () => {
    const { store } = await open();
    await withAda(store);
    const old = addition(11, 'old', { occurredAt: 9_000 });
    await store.memories.write(ours, id(1), [old], { ...at(), now: 1_000 });
    await store.memories.write(ours, id(1), [addition(12, 'new', { occurredAt: 5 })], { ...at(), now: 2_000 });
    const edit = { kind: 'update', memoryId: id(11), fields: { content: 'changed' } } as const;
    await store.memories.write(ours, id(1), [edit], { ...at(), now: 3_000 });
    const filter = { state: 'ACTIVE', storedSince: 2_000, page: 0, limit: 9 } as const;
    const found = await store.memories.list(ours, id(1), filter);
    expect([found.total, found.memories.map((one) => one.id)]).toStrictEqual([1, [id(12)]]);
    const seen = await store.memories.listSeen(ours, filter);
    expect(seen.counts).toStrictEqual([{ characterId: id(1), memories: 1 }]);
  });

  test('memories are filtered by file, newest first', async () => {
    const { store } = await open();
    await withAda(store);
    const pieces = [newPiece(11, 'one', [], { occurredAt: 5 }), newPiece(12, 'two', [], { occurredAt: 6 })];
    const push = (n: number, path: string, pieces: NewPiece[]) =>
      store.files.push(ours, id(1), newSnapshot(n, pieces, { path }), reconcile, at());
    await push(10, 'a.md', pieces);
    await push(30, 'b.md', [newPiece(31, 'three')]);
    await store.memories.write(ours, id(1), [addition(20, 'by hand'), { kind: 'delete', memoryId: id(12) }], at());
    const listed = async (fileId: string, more: Partial<MemoryFilter> = {}) => {
      const { memories, total } = await store.memories.list(ours, id(1), { ...all, fileId, ...more });
      return [memories.map(({ content }) => content).join(), total];
    };
    expect(await listed(id(10))).toStrictEqual(['two,one', 2]);
    expect(await listed(id(10).toUpperCase(), { state: 'ACTIVE' })).toStrictEqual(['one', 1]);
    expect(await listed(id(10), { page: 1, limit: 1 })).toStrictEqual(['one', 2]);
    expect(await listed(id(10), { since: 6 })).toStrictEqual(['two', 1]);
    expect(await listed(id(30))).toStrictEqual(['three', 1]);
    await push(10, 'a.md', [newPiece(13, 'one'), newPiece(14, 'four')]);
    expect(await listed(id(10), { state: 'ACTIVE' })).toStrictEqual(['four,one', 2]);
    // One of another character is unknown like one that does not exist.
    await store.characters.create(ours, newCharacter(2, 'Bob'), 'BUSINESS', 500);
    const ofBob = store.memories.list(ours, id(2), { ...all, fileId: id(10) });
    expect(await rejections([ofBob, listed(id(98)), listed('notes.md')])).toStrictEqual(['FileNotFound']);
  });

  test('the most useful memories are the most important, then most salient, then latest', async () => {
    const { store } = await open();
    await withAda(store);
    const made = [
      addition(11, 'e', { importance: 'LOW', salience: 1 }),
      addition(12, 'c', { salience: 0.9, occurredAt: 1 }),
      addition(13, 'a', { importance: 'CRITICAL', salience: 0 }),
      addition(14, 'd', { salience: 0.1 }),
      addition(15, 'b', { importance: 'HIGH' }),
      addition(16, 'C', { salience: 0.9, occurredAt: 2 }),
      addition(17, 'gone', { importance: 'CRITICAL' }),
    ];
    await store.memories.write(ours, id(1), [...made, { kind: 'delete', memoryId: id(17) }], at());
    const useful = async (limit: number) =>
      (await store.memories.mostUseful(ours, id(1), limit, 1_000)).map((one) => one.content);
    expect(await useful(10)).toStrictEqual(['a', 'b', 'C', 'c', 'd', 'e']);
    expect(await useful(2)).toStrictEqual(['a', 'b']);
    await store.memories.write(ours, id(1), [addition(18, 'f', { category: 'facts', importance: 'LOW' })], at());
    const facts = await store.memories.mostUseful(ours, id(1), 10, 1_000, 'FACTS');
    expect(facts.map((one) => one.content)).toStrictEqual(['f']);
    expect(await rejection(store.memories.mostUseful(ours, id(1), 10, 1_000, 'nope'))).toBe('CategoryNotConfigured');
  });

  test('exports are sorted by category, most salient first', async () => {
    const { store } = await open();
    await withAda(store);
    const made = [
      addition(11, 'b', { category: 'goals', salience: 0.1 }),
      addition(12, 'c', { category: 'facts', salience: 0.1 }),
      addition(13, 'a', { category: 'facts', salience: 0.9 }),
      addition(14, 'z', { category: 'facts', salience: 0.1, occurredAt: 5_000 }),
      addition(15, 'gone', { category: 'facts' }),
    ];
    await store.memories.write(ours, id(1), [...made, { kind: 'delete', memoryId: id(15) }], at());
    const exported = async (category?: string) =>
      (await store.memories.forExport(ours, id(1), { state: 'ACTIVE', category })).memories
        .map(({ content }) => content)
        .join('');
    expect(await exported()).toBe('azcb');
    expect(await exported('GOALS')).toBe('b');
    expect(await rejection(exported('nope'))).toBe('CategoryNotConfigured');
  });
}
