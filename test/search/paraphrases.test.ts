import { describe, expect, test } from 'vitest';
import { leastHelpful } from '../../src/domain/stores/recalls.ts';
import { storing, UNRELATED } from './searchable.ts';

/** Facts, and questions about them in other words. */
const FACTS: [asked: string, fact: string][] = [
  ['When do I fly to Norway?', 'My flight to Oslo leaves on 14 June'],
  ['Would she enjoy a steak?', 'Carla is a vegetarian'],
  ['Which company employs me?', 'I work at Northwind Logistics'],
  ['Which IDE is installed?', 'I write code in the Helix editor'],
  ['Who is my supervisor?', 'My manager is called Priya'],
  ['What automobile do I own?', 'I drive a blue Volvo estate'],
  ['Has he got any kids?', 'Tom is the father of twins'],
  ['Which illness does grandma suffer from?', 'Grandmother was diagnosed with diabetes'],
  ['How much is my salary?', 'I earn 4,200 euros a month'],
  ['Which package manager do we use?', 'I prefer pnpm to npm.'],
  ['Which database runs in production?', 'Everything is stored in Postgres 15'],
  ['Where is my residence?', 'I live in a small flat in Ghent'],
];

describe('a memory in other words than the question', () => {
  const store = storing(...FACTS.map(([, fact]) => fact), ...UNRELATED);

  test.each(FACTS)('a paraphrase is found: %s', (asked, fact) => {
    expect(store.find(asked).slice(0, 3)).toContain(fact);
  });

  test('a paraphrase is marked as a match by meaning, with low relevance', () => {
    const [asked, fact] = FACTS[4]!;
    const found = store
      .rank(asked, { explain: true })
      .memories.find((one) => store.contents.get(one.memoryNo) === fact)!;
    expect(found.match).toStrictEqual({ similarity: expect.any(Number) });
    expect(found.explanation!.meaning).toBeGreaterThan(0);
    expect(found.relevance).toBeLessThan(0.38);
  });

  test('a paraphrase matches only where it is clearly nearer than the rest', () => {
    for (const asked of ['qwertz asdf', 'Saturn telescope moons', 'photosynthesis']) {
      expect(store.rank(asked).total).toBeLessThan(4);
    }
  });
});

test('a member of a kind is recalled for its name in a store of four memories', () => {
  const store = storing(
    'I use npm.',
    "I've switched to pnpm.",
    'My boat is called Nautilus.',
    'We deploy on Tuesdays.',
  );
  const [first, second, third] = store.rank('Which package manager do I use?').memories;
  expect([first!, second!].map(({ memoryNo }) => memoryNo).sort()).toStrictEqual([1, 2]);
  expect(first!.relevance).toBeGreaterThan(leastHelpful);
  expect(third?.relevance ?? 0).toBeLessThan(leastHelpful / 2);
});
