import { expect, test } from 'vitest';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { rank } from '../../../src/search/rank/rank.ts';
import { addition, at, id, newCharacter, ours, rejection, remember, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

/** The results of a search, best first. */
async function found(store: Store, query: string, category?: string): Promise<string[]> {
  const analyzed = analyzeQuery(query, 0);
  const { material, allowed } = await store.search.read(ours, id(1), analyzed, category);
  const { memories } = rank(analyzed, material, { limit: 100, ...(allowed && { allowed }) });
  const numbers = memories.map(({ memoryNo }) => memoryNo);
  const fetched = await store.search.fetch(ours, id(1), numbers);
  return numbers.map((number) => fetched.get(number)?.content ?? 'not fetched');
}

const harp = (n: number) => `harp tune ${n}`;

contract('search', (open) => {
  test('search finds active memories in their current form, in every state of the index', async () => {
    const { store } = await open();
    await withAda(store);
    // More than any part of an index is likely to hold alone.
    await remember(
      store,
      Array.from({ length: 700 }, (_, i) => harp(i)),
    );
    for (const n of [0, 350, 699]) expect((await found(store, harp(n)))[0]).toBe(harp(n));
    for (const n of [0, 350, 699]) {
      const fields = { content: `cello piece ${n}` };
      await store.memories.write(ours, id(1), [{ kind: 'update', memoryId: id(100 + n), fields }], at());
    }
    expect((await found(store, 'cello')).sort()).toStrictEqual(['cello piece 0', 'cello piece 350', 'cello piece 699']);
    await store.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(450) }], at());
    expect(await found(store, 'cello')).toHaveLength(2);
    await store.memories.write(ours, id(1), [{ kind: 'restore', memoryId: id(450) }], at());
    expect(await found(store, 'cello')).toHaveLength(3);
  });

  test('a misspelt word is corrected from the character’s words', async () => {
    const { store } = await open();
    await withAda(store);
    await remember(store, ['The umbrella is in the hall', ...Array.from({ length: 40 }, (_, i) => `note number ${i}`)]);
    expect(await found(store, 'umbrela')).toStrictEqual(['The umbrella is in the hall']);
  });

  test('a category is looked up case-insensitively and filters', async () => {
    const { store } = await open();
    await withAda(store);
    const changes = [addition(10, 'harp one', { category: 'facts' }), addition(11, 'harp two')];
    await store.memories.write(ours, id(1), changes, at());
    expect(await found(store, 'harp', 'FACTS')).toStrictEqual(['harp one']);
    expect(await found(store, 'harp')).toHaveLength(2);
    expect(await rejection(found(store, 'harp', 'nope'))).toBe('CategoryNotConfigured');
  });

  test('numberOf returns the number of an active memory, and of no other', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(10, 'harp one'), addition(11, 'harp two')], at());
    const number = await store.search.numberOf(ours, id(1), id(11));
    expect((await store.search.fetch(ours, id(1), [number])).get(number)?.content).toBe('harp two');
    await store.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(11) }], at());
    expect(await rejection(store.search.numberOf(ours, id(1), id(11)))).toBe('MemoryNotFound');
    expect(await rejection(store.search.numberOf(theirs, id(1), id(10)))).toBe('CharacterNotFound');
  });

  test('the memories of given numbers are fetched as they are, if active', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bea'), 'BUSINESS', 500);
    await store.memories.write(ours, id(2), [addition(20, 'harp of Bea')], at());
    await remember(store, ['harp one', 'harp two']);
    const { material } = await store.search.read(ours, id(1), analyzeQuery('harp', 0), undefined);
    const numbers = rank(analyzeQuery('harp', 0), material, { limit: 9 }).memories.map(({ memoryNo }) => memoryNo);
    expect(numbers).toHaveLength(2);
    const fetched = await store.search.fetch(ours, id(1), numbers);
    const one = await store.memories.get(ours, id(1), id(100));
    expect([...fetched.values()]).toContainEqual(one);
    const { content, salience, importance } = one;
    const text = { content, salience, importance, occurredAt: Date.parse(one.occurredAt ?? one.createdAt) };
    const texts = await store.search.texts(ours, id(1), numbers);
    expect([...texts.values()]).toContainEqual(expect.objectContaining(text));
    expect([...texts.keys()].sort()).toStrictEqual(numbers.toSorted());
    await store.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(100) }], at());
    expect((await store.search.fetch(ours, id(1), numbers)).size).toBe(1);
    expect((await store.search.texts(ours, id(1), numbers)).size).toBe(1);
    // Another character may call a memory of its own by such a number.
    for (const one of (await store.search.fetch(ours, id(2), numbers)).values()) expect(one.characterId).toBe(id(2));
    expect(await rejection(store.search.fetch(theirs, id(1), numbers))).toBe('CharacterNotFound');
    expect(await rejection(store.search.texts(theirs, id(1), numbers))).toBe('CharacterNotFound');
    const read = store.search.read(theirs, id(1), analyzeQuery('harp', 0), undefined);
    expect(await rejection(read)).toBe('CharacterNotFound');
  });

  test('cached results are used until a write, and then read again', async () => {
    const { store, reopen } = await open();
    const other = await reopen();
    await withAda(store);
    await remember(store, ['harp one', 'harp two', 'cello three']);
    const analyzed = analyzeQuery('harp', 0);
    const keptReading = async () => {
      // Read, and verified.
      for (const _ of [1, 2]) await store.search.read(ours, id(1), analyzed, undefined);
      return store.search.readCached(ours, id(1), analyzed);
    };
    const changes: MemoryChange[] = [
      { kind: 'update', memoryId: id(100), fields: { content: 'cello one' } },
      { kind: 'delete', memoryId: id(101) },
      { kind: 'restore', memoryId: id(101) },
      addition(10, 'harp four'),
    ];
    for (const change of changes) {
      const kept = await keptReading();
      const ranked = kept && rank(analyzed, kept.material, { limit: 9 }).memories.map(({ memoryNo }) => memoryNo);
      const fetched = (numbers: number[]) => kept && store.search.fetchCached(ours, id(1), numbers, kept.version);
      if (ranked) expect(await fetched(ranked)).toStrictEqual(await store.search.fetch(ours, id(1), ranked));
      if (kept) expect(await fetched([])).toStrictEqual(new Map());
      await other.memories.write(ours, id(1), [change], at());
      expect(await fetched(ranked ?? [])).toBeUndefined();
      expect(await fetched([])).toBeUndefined();
      // It was stale: the next search does not rank in vain.
      expect(await store.search.readCached(ours, id(1), analyzed)).toBeUndefined();
    }
    expect((await found(store, 'harp')).sort()).toStrictEqual(['harp four', 'harp two']);
    const version = { indexVersion: 0, recentVersion: 0 };
    expect(await store.search.fetchCached(ours, id(1), [], version)).toBeUndefined();
    expect(await rejection(store.search.fetchCached(theirs, id(1), [], version))).toBe('CharacterNotFound');
  });

  test('an up-to-date index needs no refresh', async () => {
    const { store } = await open();
    await withAda(store);
    await remember(store, ['one', 'two']);
    await store.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(100) }], at());
    expect(await store.search.refresh(10)).toBe(0);
  });
});
