import { expect, test } from 'vitest';
import type { MemoryFilter } from '../../../src/domain/store.ts';
import { addition, at, id, ours, rejection, withAda } from '../../support/builders.ts';
import type { Opened } from '../../support/engines.ts';

const all: MemoryFilter = { state: 'ALL', page: 0, limit: 100 };

/** What memories are listed, and in which order: a part of the contract of `memories`. */
export function lists(open: () => Promise<Opened>): void {
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
    expect(await listed({ since: 20, until: 30 })).toBe('c');
    expect(await listed({ source: 'import' })).toBe('d');
    expect(await listed({ source: 'direct', state: 'ACTIVE' })).toBe('bca');
    expect(await store.memories.list(ours, id(1), { ...all, page: 1, limit: 2 })).toMatchObject({
      memories: [{ content: 'b' }, { content: 'c' }],
      total: 5,
    });
    expect(await rejection(listed({ category: 'nope' }))).toBe('CategoryNotConfigured');
  });

  test('the most useful are the most important, then the most salient, then the latest', async () => {
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
      (await store.memories.mostUseful(ours, id(1), limit)).map((one) => one.content);
    expect(await useful(10)).toStrictEqual(['a', 'b', 'C', 'c', 'd', 'e']);
    expect(await useful(2)).toStrictEqual(['a', 'b']);
    await store.memories.write(ours, id(1), [addition(18, 'f', { category: 'facts', importance: 'LOW' })], at());
    const facts = await store.memories.mostUseful(ours, id(1), 10, 'FACTS');
    expect(facts.map((one) => one.content)).toStrictEqual(['f']);
    expect(await rejection(store.memories.mostUseful(ours, id(1), 10, 'nope'))).toBe('CategoryNotConfigured');
  });

  test('exports come by category, most salient first', async () => {
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
      (await store.memories.forExport(ours, id(1), category)).map(({ content }) => content).join('');
    expect(await exported()).toBe('azcb');
    expect(await exported('GOALS')).toBe('b');
    expect(await rejection(exported('nope'))).toBe('CategoryNotConfigured');
  });
}
