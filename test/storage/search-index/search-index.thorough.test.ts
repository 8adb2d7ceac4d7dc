import { describe, expect, test } from 'vitest';
import { analyzeQuery } from '../../../src/search/query.ts';
import { rank } from '../../../src/search/rank/rank.ts';
import { SearchIndex } from '../../../src/storage/sqlite/search-index/search-index.ts';
import { NOW, Searchable, storing } from '../../search/searchable.ts';
import { cpuTimeOf } from '../../support/cost.ts';
import { fc, holds } from '../../support/law.ts';

const rows = (store: Searchable, table: string) =>
  store.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
const TOPICS = ['roof', 'tomato', 'engine', 'river', 'violin', 'harbour', 'lemon'];
const some = (count: number) =>
  Array.from({ length: count }, (_, i) => `noteno${i}x about ${TOPICS[i % 7]} and the garden`);

describe('SearchIndex', () => {
  test('memories are found in segments and outside alike', () => {
    const store = storing(...some(1_100));
    expect(rows(store, 'search_segments')).toBe(3);
    expect(rows(store, 'search_recent')).toBeGreaterThan(0);
    for (const i of [0, 511, 512, 1_050, 1_099])
      expect(store.find(`noteno${i}x`)[0]).toBe(`noteno${i}x about ${TOPICS[i % 7]} and the garden`);
    expect(store.rank('garden').total).toBe(1_100);
    expect(store.rank('river').total).toBe(157);
  });

  test('segments with and without notes of terms find the same, word by word and digit by digit', () => {
    const store = storing(...some(1_100));
    for (const memoryNo of [1, 2, 3, 513, 600, 1_099]) store.remove(memoryNo);
    const filters = store.db.prepare('SELECT filter FROM search_segments').pluck().all();
    expect(filters.every((filter) => filter instanceof Uint8Array)).toBe(true);
    const queries = ['noteno5x', 'noteno700x garden', 'violin nteno9x', 'tomatos', 'about lemon noteno512x', 'nothing'];
    const found = queries.map((query) => store.rank(query));
    store.db.exec('UPDATE search_segments SET filter = NULL');
    const unaided = new SearchIndex(store.db);
    for (const [i, query] of queries.entries()) {
      const analyzed = analyzeQuery(query, NOW);
      expect(rank(analyzed, unaided.read(1, analyzed), { limit: 100 })).toStrictEqual(found[i]);
    }
    expect(found[0]!.memories.length).toBeGreaterThan(0);
  });

  test('a segment without notes stays as it is, and is searched', () => {
    const store = storing(...some(64));
    store.db.exec('UPDATE search_segments SET filter = NULL');
    for (let i = 0; i < 64; i++) store.add(`further${i}x`);
    expect(store.db.prepare('SELECT filter FROM search_segments').pluck().all()).toStrictEqual([null]);
    for (const term of ['noteno7x', 'further7x']) expect(store.rank(term).memories[0]!.relevance).toBeGreaterThan(0.5);
  });

  test('a character without memories keeps only its vocabulary', () => {
    const store = storing(...some(700));
    for (let memoryNo = 1; memoryNo <= 700; memoryNo++) store.remove(memoryNo);
    for (const table of ['search_recent', 'search_segments', 'search_postings']) expect(rows(store, table)).toBe(0);
    expect(store.rank('garden')).toStrictEqual({ total: 0, memories: [] });
  });

  test('a segment of mostly removed memories is rewritten', () => {
    const store = storing(...some(1_100));
    const before = rows(store, 'search_postings');
    for (let memoryNo = 1; memoryNo <= 300; memoryNo++) store.remove(memoryNo);
    expect(rows(store, 'search_postings')).toBeLessThan(before);
    expect(store.rank('garden').total).toBe(800);
    expect(store.find('noteno299x')).not.toContain('noteno299x about harbour and the garden');
    expect(store.find('noteno300x')[0]).toContain('noteno300x ');
  });

  test('a memory is removed once, and not another character’s', () => {
    const store = storing('garden');
    store.remove(1, 2);
    expect(store.rank('garden').total).toBe(1);
    store.remove(1);
    store.remove(1);
    expect(store.rank('garden').total).toBe(0);
  });

  test('a memory is indexed again under the same number', () => {
    const store = storing(...some(40));
    store.index.reindex({ characterNo: 1, memoryNo: 3, content: 'quilting', occurredAt: NOW, said: true });
    expect(store.rank('quilting').memories.map(({ memoryNo }) => memoryNo)).toStrictEqual([3]);
    expect(store.rank('noteno2x').memories.map(({ memoryNo }) => memoryNo)).not.toContain(3);
  });

  test('a cached index goes on with new memories, and is read again after any other write', () => {
    const store = storing(...some(40));
    const hits: boolean[] = [];
    const index = new SearchIndex(store.db, (isCached) => hits.push(isCached));
    const find = (query: string) => {
      const analyzed = analyzeQuery(query, NOW);
      const [cached, fresh] = [index, new SearchIndex(store.db)].map((one) =>
        rank(analyzed, one.read(1, analyzed), { limit: 100 }),
      );
      expect(cached).toStrictEqual(fresh);
      return cached!.memories.map(({ memoryNo }) => memoryNo);
    };
    find('quilting garden');
    const [first, second] = [store.add('quilting in the garden'), store.add('more quilting, unheardofword')];
    expect(find('quilting').toSorted()).toStrictEqual([first, second]);
    expect(find('unheardofword')).toStrictEqual([second]);
    store.remove(first);
    store.add('a third quilting', { memoryNo: first });
    expect(find('quilting').toSorted()).toStrictEqual([first, second]);
    store.remove(3);
    find('noteno2x');
    for (let i = 0; i < 40; i++) find(`quilting ${store.add(`quilting number${i}x`)}`);
    store.index.touch(1);
    find('quilting');
    expect(hits.slice(0, 5)).toStrictEqual([false, true, true, false, false]);
    expect(hits.at(-1)).toBe(false);
    expect(hits.filter((isHit) => isHit).length).toBeGreaterThan(30);
  });

  test('an index after random writes answers like a new one', async () => {
    const words = 'roof garden tomato engine river teacher violin harbour winter lemon'.split(' ');
    const content = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 200 }).map((list) => list.join(' '));
    const step = fc.record({
      memoryNo: fc.integer({ min: 1, max: 60 }),
      content: fc.option(content),
      session: fc.constantFrom('a', 'b', undefined),
    });
    await holds(
      fc.property(fc.array(step, { minLength: 100, maxLength: 400 }), (steps) => {
        const store = new Searchable();
        const kept = new Map<number, (typeof steps)[number] & { content: string }>();
        for (const { memoryNo, content: written, session } of steps) {
          store.remove(memoryNo);
          kept.delete(memoryNo);
          if (written === null || [...kept.values()].some((memory) => memory.content === written)) continue;
          store.add(written, { memoryNo, sessionId: session, occurredAt: NOW + memoryNo * 1e5 });
          kept.set(memoryNo, { memoryNo, content: written, session });
          if (memoryNo % 8 === 0) store.rank('garden lemon');
        }
        const fresh = new Searchable();
        for (const { memoryNo, content: written, session } of kept.values()) {
          fresh.add(written, { memoryNo, sessionId: session, occurredAt: NOW + memoryNo * 1e5 });
        }
        for (const query of ['garden', 'violin teacher', 'lemon roof river winter']) {
          const result = (searched: Searchable) => {
            const { total, memories } = searched.rank(query);
            return { total, memories: memories.map((m) => `${m.relevance.toFixed(9)} ${m.memoryNo}`).toSorted() };
          };
          expect(result(store)).toStrictEqual(result(fresh));
        }
      }),
      15,
    );
  });

  test.each([
    ['NUL', 'before\0after'],
    ['ten thousand emoji', '🎉'.repeat(10_000)],
    ['a word of ten thousand letters', 'a'.repeat(10_000)],
    ['right to left', '\u202eשלום עולם\u202c مرحبا'],
    ['half a character', 'half \ud83d done'],
    ['marks only', '\u0301'.repeat(500)],
    ['marks of the index', 'tab\there\nline\fpage'],
    ['SQL', `'; DROP TABLE search_postings; -- "`],
    ['nested brackets', '(('.repeat(5_000)],
    ['ideographs', '漢字仮名交じり文'.repeat(1_250)],
  ])('a memory with %s is indexed and found', (_, content) => {
    const store = storing(...some(40));
    const memoryNo = store.add(content);
    for (let i = 0; i < 40; i++) {
      if (i % 8 === 0) expect(store.rank(content, { limit: 1 }).memories[0]!.memoryNo).toBe(memoryNo);
      store.add(`further note${i} of no interest`);
    }
  });

  test('the cost of a query of ten thousand characters is bounded', async () => {
    const store = storing(...some(2_000));
    const query = Array.from({ length: 1_600 }, (_, i) => `topic${i}`).join(' ');
    expect(await cpuTimeOf(() => store.rank(query))).toBeLessThan(3_000);
  });
});
