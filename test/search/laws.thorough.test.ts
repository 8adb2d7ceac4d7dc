import { describe, expect, test } from 'vitest';
import { nearnessOf } from '../support/cosines.ts';
import { fc, holds } from '../support/law.ts';
import { Searchable, storing } from './searchable.ts';

const WORDS = 'roof garden tomato engine river teacher violin harbour winter lemon to be or not who am I'.split(' ');
const note = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const notes = fc.uniqueArray(note, { minLength: 1, maxLength: 50 });
const text = fc.oneof(
  note,
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    'to be or not to be',
    'Who am I',
    '🎉',
    '🎉🎉',
    '猫',
    'x',
    'a',
    '!!!',
    'if (a < b) { return c++; }',
    '\0',
    ' to  be ',
    '1',
    '漢字',
  ),
);
const normal = (content: string) =>
  content
    .replace(/\p{Cs}/gu, '\ufffd')
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ');
const texts = fc.uniqueArray(
  text.filter((content) => normal(content) !== ''),
  { minLength: 1, maxLength: 50, selector: normal },
);

describe('laws of search', () => {
  test('a query equal to a memory’s content ranks it first, with any content', async () => {
    await holds(
      fc.property(texts, (contents) => {
        const store = storing(...contents);
        for (const content of contents) {
          const { memories, total } = store.rank(content);
          expect(store.contents.get(memories[0]?.memoryNo ?? 0)).toBe(content);
          expect(memories[0]!.relevance).toBe(1);
          expect(total).toBeGreaterThan(0);
        }
      }),
      15,
    );
  });

  test('memories of another character do not affect results', async () => {
    await holds(
      fc.property(notes, notes, note, (mine, others, query) => {
        const store = storing(...mine);
        const before = store.rank(query);
        for (const content of others) store.add(content, { characterNo: 2 });
        expect(store.rank(query)).toStrictEqual(before);
      }),
      15,
    );
  });

  test('deleting removes a memory from every result, and adding it again restores it', async () => {
    await holds(
      fc.property(notes, fc.nat(), note, (contents, pick, query) => {
        const store = storing(...contents);
        const before = store.rank(query);
        const memoryNo = 1 + (pick % contents.length);
        store.remove(memoryNo);
        for (const asked of [query, contents[memoryNo - 1]!]) {
          expect(store.rank(asked).memories.map((memory) => memory.memoryNo)).not.toContain(memoryNo);
        }
        store.add(contents[memoryNo - 1]!, { memoryNo });
        expect(store.rank(query)).toStrictEqual(before);
      }),
      20,
    );
  });

  test('equal matches are ordered by number, also when one was written again', () => {
    // More than are kept together as the newest: the one that is written again leaves the others' segment.
    const store = storing(...Array.from({ length: 80 }, (_, i) => `tea ${i + 1}`));
    store.remove(2);
    store.add('tea 81', { memoryNo: 2 });
    const found = store.rank('tea').memories.map(({ memoryNo }) => memoryNo);
    expect(found).toStrictEqual(Array.from({ length: 80 }, (_, i) => i + 1));
  });

  test('the order of insertion does not matter, not even among equal matches', async () => {
    const shuffled = notes.chain((contents) =>
      fc.tuple(fc.constant(contents), fc.shuffledSubarray(contents, { minLength: contents.length })),
    );
    await holds(
      fc.property(shuffled, note, ([contents, order], query) => {
        const store = new Searchable();
        for (const content of order) store.add(content, { memoryNo: 1 + contents.indexOf(content) });
        expect(store.rank(query)).toStrictEqual(storing(...contents).rank(query));
      }),
      15,
    );
  });

  test('relevance and every part of a match are within 0 and 1, with any other memories', async () => {
    const near = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 });
    await holds(
      fc.property(texts, text, near, fc.boolean(), (contents, query, scores, filters) => {
        const store = storing(...contents);
        const cosines = new Map(scores.map((score, i) => [i + 1, score]));
        const nearness = nearnessOf(cosines);
        const allowed = filters ? new Set([1, 3, 5, 7]) : undefined;
        for (const { relevance, match } of store.rank(query, { nearness, allowed }).memories) {
          for (const part of [relevance, ...Object.values(match)]) {
            expect(part).toBeGreaterThanOrEqual(0);
            expect(part).toBeLessThanOrEqual(1);
          }
        }
      }),
      20,
    );
  });

  test('the smallest cosine beside a filter also gives a relevance', () => {
    const store = storing('tea', 'coffee');
    const cosines = new Map([
      [1, 5e-324],
      [2, 1],
    ]);
    const { memories } = store.rank('tea', { nearness: nearnessOf(cosines), allowed: new Set([1]) });
    expect(memories.map(({ memoryNo }) => memoryNo)).toStrictEqual([1]);
    for (const { relevance } of memories) expect(relevance).toBeGreaterThan(0);
    for (const { relevance } of memories) expect(relevance).toBeLessThanOrEqual(1);
  });

  test('relevance descends within 0 and 1, and the total also counts results beyond the limit', async () => {
    await holds(
      fc.property(texts, text, (contents, query) => {
        const store = storing(...contents);
        const all = store.rank(query);
        expect(all.total).toBe(all.memories.length);
        expect(store.rank(query, { limit: 3 })).toStrictEqual({ total: all.total, memories: all.memories.slice(0, 3) });
        let last = 1;
        for (const { relevance, match } of all.memories) {
          expect(relevance).toBeGreaterThan(0);
          expect(relevance).toBeLessThanOrEqual(last);
          expect(Object.keys(match)).not.toHaveLength(0);
          for (const part of Object.values(match)) {
            expect(part).toBeGreaterThan(0);
            expect(part).toBeLessThanOrEqual(1);
          }
          last = relevance;
        }
      }),
      20,
    );
  });
});
