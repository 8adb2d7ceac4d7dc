import { expect, onTestFinished, test } from 'vitest';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { reconcile } from '../../../src/files/reconcile.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { rank } from '../../../src/search/rank/rank.ts';
import type { DatabaseSession, Driver } from '../../../src/storage/postgres/driver.ts';
import { openStore } from '../../../src/storage/postgres/open.ts';
import { addition, at, id, newPiece, newSnapshot, ours, rejection, withAda } from '../../support/builders.ts';
import { embeddedPostgres } from '../../support/pglite.ts';

/** More than are added without staging. */
const many = 600;
const text = (i: number) => `factno${i}x about the harbour`;
const facts = (count: number, from = 0) => Array.from({ length: count }, (_, i) => text(from + i));
const additions = (texts: readonly string[], category?: string, first = 10_000): MemoryChange[] =>
  texts.map((content, i) => addition(first + i, content, { ...(category !== undefined && { category }) }));
const importAll = (store: Store, changes: MemoryChange[], names: readonly string[] = []) => {
  const categories = names.map((name) => {
    return { name, description: 'told', importance: 'NORMAL' as const, hints: [], isDefault: false };
  });
  return store.files.importMemories(ours, id(1), { categories, changes }, at());
};

async function found(store: Store, query: string): Promise<(string | undefined)[]> {
  const analyzed = analyzeQuery(query, 0);
  const { material } = await store.search.read(ours, id(1), analyzed, undefined);
  const numbers = rank(analyzed, material, { limit: 600 }).memories.map(({ memoryNo }) => memoryNo);
  const fetched = await store.search.fetch(ours, id(1), numbers);
  return numbers.map((number) => fetched.get(number)?.content);
}

/** A store with Ada, its database, and a hook before the next session that writes the staged rows. */
async function staged() {
  const postgres = await embeddedPostgres();
  const schema = await postgres.schema('staging');
  const plain = postgres.driver(schema);
  let between: (() => Promise<void>) | undefined;
  let isReserved = false;
  const watched = (session: DatabaseSession): DatabaseSession => ({
    ...session,
    query(name, sql, values) {
      isReserved ||= sql.includes('last_segment = last_segment +');
      return session.query(name, sql, values);
    },
  });
  const driver: Driver = {
    async take() {
      if (isReserved && between) {
        const work = between;
        between = undefined;
        await work();
      }
      return watched(await plain.take());
    },
    close: async () => undefined,
  };
  const { store } = await openStore(driver, { place: schema });
  const { store: other } = await openStore(plain, { place: schema });
  onTestFinished(async () => {
    await store.close();
    await other.close();
  });
  await withAda(store);
  const count = async (from: string): Promise<number> => {
    const session = await plain.take();
    const { rows } = await session.query(undefined, `SELECT count(*)::int AS count FROM ${from}`, []);
    session.release();
    return (rows[0] as { count: number }).count;
  };
  return {
    store,
    other,
    count,
    meanwhile: (work: () => Promise<void>) => {
      between = work;
    },
    wasStaged: () => isReserved,
  };
}

test('staged memories become like others: counted, searched, with revisions and categories', async () => {
  const { store, count, wasStaged } = await staged();
  await importAll(store, additions(facts(20)));
  expect(wasStaged()).toBe(false);
  const texts = [...facts(many, 10), text(700), text(30)];
  expect(await importAll(store, additions(texts, 'harbours', 20_000), ['Harbours'])).toStrictEqual({
    added: many - 10 + 1,
    duplicates: 11,
  });
  expect(wasStaged()).toBe(true);
  expect(await store.characters.find(ours, 'Ada')).toMatchObject({ memoryCount: many + 11 });
  for (const i of [0, 19, 20, 300, 609, 700]) {
    const [best] = await found(store, `factno${i}x`);
    expect(best).toBe(text(i));
  }
  const { memories } = await store.memories.list(ours, id(1), {
    state: 'ACTIVE',
    category: 'Harbours',
    page: 0,
    limit: 5,
  });
  const [first] = await store.memories.history(ours, id(1), memories[0]!.id);
  expect(first).toMatchObject({ revision: 1, changeType: 'CREATED', category: 'Harbours', changedBy: 'tester' });
  expect(await count('revisions')).toBe(many + 11);
  expect(await count(`memories WHERE state <> 'ACTIVE' OR category_no = 0`)).toBe(0);
});

test('texts that others add during staging are not duplicated, and the staging is removed', async () => {
  const { store, other, count, meanwhile } = await staged();
  meanwhile(async () => {
    await other.memories.write(ours, id(1), [addition(1, text(7)), addition(2, 'another thing')], at());
  });
  expect(await importAll(store, additions(facts(many)))).toStrictEqual({ added: many - 1, duplicates: 1 });
  expect(await store.characters.find(ours, 'Ada')).toMatchObject({ memoryCount: many + 1 });
  expect(await count('memories')).toBe(many + 1);
  expect(await count('revisions')).toBe(many + 1);
  const all = await found(store, 'harbour');
  expect(all.filter((content) => content === text(7))).toHaveLength(1);
  expect(all).not.toContain(undefined);
  expect((await found(store, 'another thing'))[0]).toBe('another thing');
});

test('a push of the same file during staging refuses the staged one', async () => {
  const { store, other, count, meanwhile } = await staged();
  const pieces = facts(many).map((body, i) => newPiece(1_000 + i, body));
  meanwhile(async () => {
    await other.files.push(ours, id(1), newSnapshot(2, [newPiece(5_000, 'first')]), reconcile, at());
  });
  const snapshot = newSnapshot(1, pieces, { baseVersion: 0 });
  expect(await rejection(store.files.push(ours, id(1), snapshot, reconcile, at()))).toBe('SnapshotConflict');
  for (const table of ['memories', 'revisions', 'pieces']) expect(await count(table)).toBe(1);
  expect(await count('search_segments')).toBe(0);
  const { changed, memoriesAdded } = await store.files.push(ours, id(1), newSnapshot(1, pieces), reconcile, at(9e9));
  expect({ changed, memoriesAdded }).toStrictEqual({ changed: true, memoriesAdded: many });
  expect((await found(store, 'factno599x'))[0]).toBe(text(599));
  // Each belongs to its file: without its piece it is removed.
  await store.files.push(ours, id(1), newSnapshot(1, []), reconcile, at(18e9));
  expect(await store.characters.find(ours, 'Ada')).toMatchObject({ memoryCount: 0 });
  expect(await found(store, 'harbour')).toStrictEqual([]);
});

test('a refused import leaves nothing', async () => {
  const { store, count } = await staged();
  const changes = [...additions(facts(many)), addition(5, 'stray', { category: 'nowhere' })];
  expect(await rejection(importAll(store, changes))).toBe('CategoryNotConfigured');
  for (const table of ['memories', 'revisions', 'search_segments', 'search_blocks', 'search_vocabulary']) {
    expect(await count(table)).toBe(0);
  }
  expect(await importAll(store, additions(facts(many)))).toStrictEqual({ added: many, duplicates: 0 });
});
