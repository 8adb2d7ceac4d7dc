import { describe, expect, test } from 'vitest';
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

const given = (cosines: ReadonlyMap<number, number>) => ({ nearness: { cosines, usual: [...cosines.keys()] } });

describe('embeddings', () => {
  const store = notes();
  const query = 'violin in Oslo';
  const contents = [...store.contents];

  test('that mean nothing change nothing, and nothing matches by them', () => {
    const without = store.rank(query);
    for (let seed = 1; seed <= 5; seed++) {
      const next = noise(seed);
      const cosines = new Map(contents.map(([no]) => [no, 0.6 * next()]));
      const found = store.rank(query, given(cosines));
      expect(found.total - without.total).toBeLessThan(5);
      expect(found.memories[0]!.memoryNo).toBe(without.memories[0]!.memoryNo);
    }
  });

  test('with meaning find paraphrases, with any scale of cosines', () => {
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

  test('that are missing are no fault of the memory', () => {
    const cosines = new Map(
      contents
        .filter(([, text]) => !text.includes('violin in Oslo'))
        .map(([no, text]) => [no, text.includes('violin') ? 0.6 : 0.2 + (no % 7) / 50]),
    );
    const { memories } = store.rank(query, given(cosines));
    expect(store.contents.get(memories[0]!.memoryNo)).toContain('violin in Oslo');
  });
});
