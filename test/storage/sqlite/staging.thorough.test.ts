import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { presets } from '../../../src/domain/category.ts';
import { emptyProfile } from '../../../src/domain/character.ts';
import type { MemoryChange, NewMemory } from '../../../src/domain/memory.ts';
import { serviceScope } from '../../../src/domain/principal.ts';
import type { NewPiece } from '../../../src/domain/stores/files.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { createStore } from '../../../src/features/sqlite.ts';
import { pieceKeys } from '../../../src/files/piece.ts';
import { reconcile } from '../../../src/files/reconcile.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { rank } from '../../../src/search/rank/rank.ts';
import type { Connection } from '../../../src/storage/sqlite/connection.ts';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { temporaryFolder } from '../../support/stores.ts';

/** More than are added in one unit without staging. */
const many = 600;
const by = { changedBy: 'test', now: 1_000_000 };
const scope = serviceScope('local');
const ada = '00000000-0000-4000-8000-000000000001';

let connection: Connection;
let store: Store;
let ids = 1_000;

beforeEach(async () => {
  connection = openConnection(join(temporaryFolder(), 'memory.db'));
  store = createStore(connection);
  onTestFinished(() => store.close());
  await store.tenants.ensure('local', 'BUSINESS', by.now);
  const made = { id: ada, name: 'Ada', categoryPreset: 'standard', profile: emptyProfile } as const;
  await store.characters.create(scope, { ...made, tags: [], categories: presets.standard }, 'BUSINESS', by.now);
});

const memory = (content: string, more: Partial<NewMemory> = {}): NewMemory => ({
  id: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  content,
  salience: 0.5,
  importance: 'NORMAL',
  source: { kind: 'import' },
  ...more,
});
const add = (content: string, more?: Partial<NewMemory>): MemoryChange => ({
  kind: 'add',
  memory: memory(content, more),
});
const facts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `factno${from + i}x about the harbour`);
const importAll = (changes: MemoryChange[]) => store.files.importMemories(scope, ada, { categories: [], changes }, by);
const push = (bodies: string[], heading = 'Notes') => {
  const pieces = bodies.map(
    (body): NewPiece => ({
      ...pieceKeys({ body, context: [heading] }),
      memory: memory(`${heading}: ${body}`, { source: { kind: 'file' } }),
    }),
  );
  const content = Buffer.from([heading, ...bodies].join('\n'));
  const file = {
    fileId: memory('').id,
    path: 'a.md',
    content,
    contentHash: content.toString(),
    capture: false,
    pieces,
  };
  return store.files.push(scope, ada, file, reconcile, by);
};
const list = async () => (await store.memories.list(scope, ada, { state: 'ALL', page: 0, limit: 100_000 })).memories;
const contents = async () =>
  (await store.memories.forExport(scope, ada, { state: 'ACTIVE' })).memories.map((one) => one.content).sort();
/** How many passages have the word. */
const find = async (text: string) => {
  const { material } = await store.search.read(scope, ada, analyzeQuery(text, by.now), undefined);
  return material.terms.at(-1)?.occurrences.passages.length;
};
const stagedRows = () =>
  ['stagings', 'staged_memories', 'staged_moves', 'staged_segments', 'staged_terms'].map(
    (table) => connection.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count,
  );
/** Postings without a segment. */
const strayPostings = () =>
  connection.get<{ count: number }>(
    `SELECT count(*) AS count FROM search_postings AS p WHERE NOT EXISTS
       (SELECT 1 FROM search_segments AS s WHERE s.character_no = p.character_no AND s.segment = p.segment)`,
  )?.count;
const expectNoTrace = () => {
  expect(stagedRows()).toStrictEqual([0, 0, 0, 0, 0]);
  expect(strayPostings()).toBe(0);
};

test('a large import gives the same memories, revisions, counts and words as single writes', async () => {
  const given = facts(many).map((content, i) => add(content, i % 3 === 0 ? { category: 'Facts', sessionId: 's' } : {}));
  await store.memories.write(scope, ada, [add('factno7x about the  harbour'), add('other')], by);
  expect(await importAll([...given, add('factno8x about the harbour')])).toStrictEqual({
    added: many - 1,
    duplicates: 2,
  });
  const memories = await list();
  expect(memories).toHaveLength(many + 1);
  expect(memories.find(({ content }) => content.startsWith('factno9x'))).toMatchObject({
    category: 'facts',
    revision: 1,
    sessionId: 's',
    source: { kind: 'import' },
  });
  const [some] = memories.filter(({ content }) => content.startsWith('factno10x'));
  expect(await store.memories.history(scope, ada, some?.id ?? '')).toMatchObject([
    { revision: 1, changeType: 'CREATED', category: 'general', changedBy: 'test' },
  ]);
  expect(connection.get('SELECT memory_count FROM characters')).toStrictEqual({ memory_count: many + 1 });
  expect(await find('harbour')).toBe(many);
  for (const i of [0, 7, 8, 511, 599]) expect(await find(`factno${i}x`)).toBe(1);
  // A word with a typing error is found through the vocabulary.
  expect(await find('harbuor')).toBe(many);
  expectNoTrace();
});

test('few memories of many words are staged too, in units of few words', async () => {
  const words = (from: number) => Array.from({ length: 600 }, (_, i) => `word${from + i}y`).join(' ');
  const write = connection.write.bind(connection);
  let units = 0;
  connection.write = (unit) => {
    units++;
    return write(unit);
  };
  await importAll(Array.from({ length: 30 }, (_, i) => add(words(600 * i))));
  // 18,000 words, 2,000 a unit.
  expect(units).toBeGreaterThan(9);
  for (const i of [0, 599, 600, 17_999]) expect(await find(`word${i}y`)).toBe(1);
  expectNoTrace();
});

test('a failed import leaves no trace, nor does one of an unknown category', async () => {
  const changes = facts(many).map((content) => add(content));
  await expect(importAll([...changes, { kind: 'delete', memoryId: ada }])).rejects.toMatchObject({
    type: 'MemoryNotFound',
  });
  await expect(importAll([...changes, add('last', { category: 'nope' })])).rejects.toMatchObject({
    type: 'CategoryNotConfigured',
  });
  expect(await list()).toStrictEqual([]);
  expect(connection.all('SELECT term FROM search_vocabulary')).toStrictEqual([]);
  expectNoTrace();
});

test('a staging is invisible before its commit, and a dead process’s is removed', async () => {
  // The process dies at the step itself: the last unit never runs.
  const step = connection.write.bind(connection);
  let units = 0;
  connection.write = (unit) => (++units > 5 ? Promise.reject(new Error('killed')) : step(unit));
  await expect(importAll(facts(many).map((content) => add(content)))).rejects.toThrow('killed');
  connection.write = step;
  const [stagings, memories, , segments] = stagedRows();
  expect([stagings, (memories ?? 0) > 0, (segments ?? 0) > 0]).toStrictEqual([1, true, true]);
  expect(await list()).toStrictEqual([]);
  expect(await find('harbour')).toBe(0);
  await store.memories.write(scope, ada, [add('the harbour')], by);
  expect(await find('harbour')).toBe(1);
  expect(await store.files.clearAbandoned(by.now)).toBe(0);
  expect(await store.files.clearAbandoned(by.now + 60_000)).toBe(1);
  expect(await contents()).toStrictEqual(['the harbour']);
  expect(await find('harbour')).toBe(1);
  expectNoTrace();
});

test('the words of an import are indexed though its process died after the commit', async () => {
  const write = connection.write.bind(connection);
  const isVisible = () => connection.get('SELECT 1 FROM memories') !== undefined;
  connection.write = (unit) => (isVisible() ? Promise.reject(new Error('died')) : write(unit));
  await expect(importAll(facts(many).map((content) => add(content)))).rejects.toThrow('died');
  connection.write = write;
  expect(await find('harbour')).toBe(many);
  expect(await find('harbuor')).toBe(0);
  expect(await store.files.clearAbandoned(by.now)).toBe(1);
  expect(await find('harbuor')).toBe(many);
  expect(await list()).toHaveLength(many);
  expectNoTrace();
});

test('concurrent writes and deletions are respected when a staging is committed', async () => {
  await importAll([add('factno1x about the harbour'), add('factno2x about the harbour')]);
  const [first] = await list();
  const step = connection.write.bind(connection);
  let units = 0;
  connection.write = async (unit) => {
    // After the staging of the first batch: one of its texts is stored elsewhere, one that was stored is deleted.
    if (++units === 3) {
      await step(() => undefined);
      connection.write = step;
      await store.memories.write(
        scope,
        ada,
        [add('factno5x about the harbour'), { kind: 'delete', memoryId: first?.id ?? '' }],
        by,
      );
    }
    return step(unit);
  };
  expect(await importAll(facts(many).map((content) => add(content)))).toStrictEqual({ added: many - 2, duplicates: 2 });
  expect(await contents()).toStrictEqual(facts(many).sort());
  for (const i of [1, 2, 5, 6]) expect(await find(`factno${i}x`)).toBe(1);
  expect(await find('harbour')).toBe(many);
  expectNoTrace();
});

test('concurrent imports and writes lose nothing', async () => {
  const imports = [0, 300, 600].map((from) => importAll(facts(many, from).map((content) => add(content))));
  const single = Array.from({ length: 50 }, (_, i) => store.memories.write(scope, ada, [add(`single ${i} note`)], by));
  const counts = await Promise.all(imports);
  await Promise.all(single);
  expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(1_200);
  expect(counts.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(600);
  expect(await contents()).toHaveLength(1_250);
  expect(await find('harbour')).toBe(1_200);
  expect(await find('note')).toBe(50);
  expectNoTrace();
});

test('a large push gives memories of its file, which follow their lines later', async () => {
  await store.memories.write(scope, ada, [add('Notes: factno3x about the harbour')], by);
  expect(await push([...facts(many)])).toMatchObject({ changed: true, memoriesAdded: many - 1, memoriesRemoved: 0 });
  expect((await list())[0]).toMatchObject({ source: { kind: 'file', fileId: expect.any(String) } });
  expect(await push([...facts(many, 300)])).toMatchObject({ memoriesAdded: 300, memoriesRemoved: 299 });
  // A statement that another had stored before the file stays.
  expect(await contents()).toStrictEqual(
    [...facts(many, 300), 'factno3x about the harbour'].map((one) => `Notes: ${one}`).sort(),
  );
  expect(await find('harbour')).toBe(601);
  expect(await push(['nothing'])).toMatchObject({ memoriesAdded: 1, memoriesRemoved: 600 });
  expect(await find('harbour')).toBe(1);
  expectNoTrace();
});

test('a renamed heading moves all its lines, and edited and removed lines are handled apart', async () => {
  await push(facts(many), 'Before');
  const [edited] = (await list()).filter(({ content }) => content.includes('factno5x'));
  const fields = { content: 'Before: factno5x about the quay' };
  await store.memories.write(scope, ada, [{ kind: 'update', memoryId: edited?.id ?? '', fields }], by);
  const lines = [...facts(many).slice(0, -1), 'one more'];
  expect(await push(lines, 'Afterwards')).toMatchObject({ memoriesAdded: 1, memoriesRemoved: 1 });
  const moved = lines.filter((line) => !line.startsWith('factno5x')).map((line) => `Afterwards: ${line}`);
  expect(await contents()).toStrictEqual([fields.content, ...moved].sort());
  expect(await find('before')).toBe(1);
  expect(await find('afterwards')).toBe(many - 1);
  expect(await find('harbour')).toBe(many - 2);
  for (const i of [0, 4, 511]) expect(await find(`factno${i}x`)).toBe(1);
  expect(await find(`factno${many - 1}x`)).toBe(0);
  // A unit that fails leaves nothing that the next one would index.
  const broken = connection.run.bind(connection);
  connection.run = (sql, ...values) => {
    if (sql.startsWith('DELETE FROM pieces')) throw new Error('broken');
    return broken(sql, ...values);
  };
  await expect(push(lines, 'Never')).rejects.toThrow('broken');
  connection.run = broken;
  expect(await push([...lines].reverse(), 'Afterwards')).toMatchObject({ memoriesAdded: 0, memoriesRemoved: 0 });
  expect(await find('never')).toBe(0);
  expect(await find('afterwards')).toBe(many - 1);
  expectNoTrace();
});

/** The results of a search for each word: contents with the positions of the word, in the order of the memories. */
const answers = async (words: string[]) => {
  const given = await list();
  const answer: unknown[] = [];
  for (const word of words) {
    const { material } = await store.search.read(scope, ada, analyzeQuery(word, by.now), undefined);
    const ranked = rank(analyzeQuery(word, by.now), material, { limit: 2_000 });
    const found = await store.search.fetch(
      scope,
      ada,
      ranked.memories.map(({ memoryNo }) => memoryNo),
    );
    answer.push(
      ranked.memories
        .map(({ memoryNo, relevance }) => `${relevance.toFixed(6)} ${found.get(memoryNo)?.content}`)
        .sort(),
    );
  }
  return { active: given.filter(({ state }) => state === 'ACTIVE').length, answer };
};

test('an index after many moves answers like a new one, with the results of single moves', async () => {
  await push(facts(many), 'Before');
  const lines = [...facts(many), 'a line that is new'];
  await push(lines, 'Afterwards');
  const [moved] = (await list()).filter(({ content }) => content.includes('factno9x'));
  expect(moved).toMatchObject({ content: 'Afterwards: factno9x about the harbour', revision: 2, state: 'ACTIVE' });
  expect(await store.memories.history(scope, ada, moved?.id ?? '')).toMatchObject([
    { revision: 1, changeType: 'CREATED', content: 'Before: factno9x about the harbour' },
    { revision: 2, changeType: 'UPDATED', content: 'Afterwards: factno9x about the harbour', changedBy: 'test' },
  ]);
  expect(connection.get('SELECT memory_count FROM characters')).toStrictEqual({ memory_count: many + 1 });
  expectNoTrace();
  const words = ['before', 'afterwards', 'harbour', 'factno0x', 'factno511x harbour', 'new line'];
  const afterMoves = await answers(words);
  connection.run('UPDATE memories SET index_version = 0');
  while ((await store.search.refresh(100)) > 0);
  expect(await answers(words)).toStrictEqual(afterMoves);
  // The moved pieces are known in their new places: the same lines again change nothing, and vanished ones go.
  expect(await push([...lines].reverse(), 'Afterwards')).toMatchObject({ memoriesAdded: 0, memoriesRemoved: 0 });
  expect(await push(['a line that is new'], 'Afterwards')).toMatchObject({ memoriesAdded: 0, memoriesRemoved: many });
  expect(await find('harbour')).toBe(0);
  expect(await contents()).toStrictEqual(['Afterwards: a line that is new']);
  expectNoTrace();
});

test('concurrent edits, deletions and additions are respected when moves are committed', async () => {
  await push(facts(many), 'Before');
  const before = new Map((await list()).map(({ content, id }) => [content, id]));
  const idOf = (i: number) => before.get(`Before: factno${i}x about the harbour`) ?? '';
  const step = connection.write.bind(connection);
  let units = 0;
  connection.write = async (unit) => {
    if (++units === 3) {
      connection.write = step;
      await store.memories.write(
        scope,
        ada,
        [
          { kind: 'update', memoryId: idOf(1), fields: { content: 'edited by hand' } },
          { kind: 'update', memoryId: idOf(2), fields: { category: 'facts' } },
          { kind: 'delete', memoryId: idOf(3) },
          add('Afterwards: factno4x about the harbour'),
        ],
        by,
      );
    }
    return step(unit);
  };
  expect(await push(facts(many), 'Afterwards')).toMatchObject({ memoriesAdded: 0, memoriesRemoved: 1 });
  const active = (await list()).filter(({ state }) => state === 'ACTIVE');
  const expected = facts(many)
    .filter((_, i) => i !== 1 && i !== 3)
    .map((body) => `Afterwards: ${body}`);
  expect(active.map(({ content }) => content).sort()).toStrictEqual(['edited by hand', ...expected].sort());
  expect(active.find(({ id }) => id === idOf(2))).toMatchObject({ category: 'facts', revision: 3 });
  expect(active.find(({ content }) => content.includes('factno4x'))?.id).not.toBe(idOf(4));
  expect(await find('before')).toBe(0);
  expect(await find('harbour')).toBe(many - 2);
  for (const i of [0, 2, 4, 5]) expect(await find(`factno${i}x`)).toBe(1);
  expectNoTrace();
});

test('segments that wait for removal are never written to', async () => {
  await push(facts(many), 'Before');
  const step = connection.write.bind(connection);
  let unitOf = '';
  // The process dies right after the step: the moved pieces are visible, the old segments still wait.
  connection.write = async (unit) => {
    if (unitOf === 'dead') throw new Error('killed');
    const result = await step(unit);
    if (connection.get(`SELECT 1 FROM staged_segments WHERE passages = x''`)) unitOf = 'dead';
    return result;
  };
  await expect(push(facts(many), 'Afterwards')).rejects.toThrow('killed');
  connection.write = step;
  expect(await find('before')).toBe(0);
  expect(await find('afterwards')).toBe(many);
  // All are removed, and new memories begin with the first free segment.
  const ids = (await list()).map(({ id }) => id);
  await store.memories.write(
    scope,
    ada,
    ids.map((memoryId) => ({ kind: 'delete', memoryId })),
    by,
  );
  await store.memories.write(
    scope,
    ada,
    facts(100, 5_000).map((content) => add(content)),
    by,
  );
  expect(await find('harbour')).toBe(100);
  expect(await store.files.clearAbandoned(by.now + 60_000)).toBe(1);
  expect(await find('harbour')).toBe(100);
  expect(await find('before')).toBe(0);
  expectNoTrace();
});
