import { describe, expect, test } from 'vitest';
import { nearnessOf } from '../support/cosines.ts';
import { Searchable } from './searchable.ts';

const THINGS = 'violin oboe harbour tomato engine invoice garden river ticket lantern'.split(' ');
const PLACES = 'Lisbon Oslo Graz Turin Ghent Cork Nantes Delft Porto Bergen'.split(' ');

/** A hundred notes, each of a thing and a place. */
function notes(): Searchable {
  const store = new Searchable();
  for (const thing of THINGS) for (const place of PLACES) store.add(`They saw the ${thing} in ${place} on a walk`);
  return store;
}

/** Random numbers between 0 and 1. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

const given = (cosines: ReadonlyMap<number, number>) => ({ nearness: nearnessOf(cosines) });

describe('embeddings', () => {
  const store = notes();
  const query = 'violin in Oslo';
  const contents = [...store.contents];

  test('meaningless embeddings change no result', () => {
    const without = store.rank(query);
    for (let seed = 1; seed <= 5; seed++) {
      const next = noise(seed);
      const cosines = new Map(contents.map(([no]) => [no, 0.6 * next()]));
      const found = store.rank(query, given(cosines));
      expect(found.total - without.total).toBeLessThan(5);
      expect(found.memories[0]!.memoryNo).toBe(without.memories[0]!.memoryNo);
    }
  });

  test('meaningful embeddings find paraphrases, with any scale of cosines', () => {
    for (const [floor, room] of [
      [0.05, 0.4],
      [0.75, 0.1],
    ] as const) {
      const cosines = new Map(
        contents.map(([no, text]) => {
          const near = text.includes('oboe in Bergen') ? 0.95 : text.includes('violin') ? 0.8 : 0.1 + (no % 7) / 50;
          return [no, floor + room * near];
        }),
      );
      const { memories } = store.rank(query, given(cosines));
      const oboe = memories.find(({ memoryNo }) => store.contents.get(memoryNo)!.includes('oboe in Bergen'))!;
      expect(oboe.match).toStrictEqual({ similarity: expect.any(Number) });
      expect(store.contents.get(memories[0]!.memoryNo)).toContain('violin in Oslo');
    }
  });

  test('missing embeddings are no disadvantage to a memory', () => {
    const cosines = new Map(
      contents
        .filter(([, text]) => !text.includes('violin in Oslo'))
        .map(([no, text]) => [no, text.includes('violin') ? 0.6 : 0.2 + (no % 7) / 50]),
    );
    const { memories } = store.rank(query, given(cosines));
    expect(store.contents.get(memories[0]!.memoryNo)).toContain('violin in Oslo');
  });

  describe('embeddings of a bundled encoder', () => {
    const foreign = 'Le vélo est en bas chez les voisins';
    const mixed = notes();
    mixed.add(foreign);
    /** The foreign memory is near; the others are not, whatever words they have. */
    const cosines = new Map(
      [...mixed.contents].map(([no, text]) => [no, text === foreign ? 0.6 : 0.05 + ((7 * no) % 10) / 100]),
    );
    const find = (asked: string, languages: 'english' | 'many', isOwn = languages === 'many') => {
      const nearness = { ...nearnessOf(cosines), onMachine: { languages, isOwn } };
      return mixed.find(asked, { nearness });
    };

    test('embeddings rank a memory in another language first, though words match others by chance', () => {
      const asked = 'Wo steht in den Bergen unser Drahtesel?';
      expect(mixed.find(asked)[0]).not.toBe(foreign);
      expect(find(asked, 'many')[0]).toBe(foreign);
      expect(find(asked, 'english')[0]).not.toBe(foreign);
    });

    test('embeddings do not outrank the words that answer', () => {
      const near = new Map([...cosines].map(([no, cosine]) => [no, Math.min(cosine, 0.16)]));
      const nearness = { ...nearnessOf(near), onMachine: { languages: 'many', isOwn: true } } as const;
      expect(mixed.find('violin in Oslo', { nearness })[0]).toContain('violin in Oslo');
    });
  });
});
