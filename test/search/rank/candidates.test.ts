import { beforeAll, describe, expect, test } from 'vitest';
import { RANKING } from '../../../src/search/parameters.ts';
import type { RankOptions } from '../../../src/search/rank/rank.ts';
import { NOW, Searchable } from '../searchable.ts';

const count = RANKING.candidates.wholeUpTo + 600;
const shown = 20;
const words =
  'roof garden tomato engine river teacher violin harbour winter lemon bridge kitchen ticket doctor mountain letter candle market wallet forest museum carpet station mirror island camera basket ladder pocket window'.split(
    ' ',
  );

/** A number below a limit: small ones are common, as words of a language are. Linear congruential, the same each time. */
let state = 7;
function next(limit: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor(limit * (state / 2 ** 31) ** 2);
}

const text = (length: number) => Array.from({ length }, () => words[next(words.length)]!).join(' ');

const store = new Searchable();
const identifier = 'order KX-4711-ZQ';
const statements = count / 2;

beforeAll(() => {
  store.index.inBulk(1, () => {
    for (let i = 0; i < count; i++) {
      const content = i === 77 ? `The ${identifier} waits at the harbour` : text(5 + next(9));
      if (i < statements) store.add(content);
      else store.add(`${i % 2 ? 'Ada' : 'Ben'}: ${content}`, { sessionId: `s${i >> 4}`, occurredAt: NOW + i * 60_000 });
    }
  });
});

/** The same search among candidates and among all. */
function both(query: string, options: Partial<RankOptions> = {}) {
  const given = { limit: shown, ...options };
  return [store.rank(query, given), store.rank(query, { ...given, exhaustive: true })] as const;
}

const numbersOf = ({ memories }: ReturnType<typeof store.rank>) => memories.map(({ memoryNo }) => memoryNo);

describe('rankings of a large character', () => {
  test('a ranking of candidates finds what a ranking of all memories finds', () => {
    const questions = Array.from({ length: 40 }, (_, i) => (i % 2 ? `Did Ada mention ${text(3)}?` : text(4)));
    for (const question of questions) {
      const [some, all] = both(question);
      expect(numbersOf(some)).toStrictEqual(numbersOf(all));
      expect(some.memories[0]).toStrictEqual(all.memories[0]);
    }
  });

  test('a ranking of candidates finds the same where a filter leaves few', () => {
    const allowed = new Set(Array.from({ length: count / 50 }, (_, i) => 50 * i));
    for (const question of ['roof garden', text(4), text(5)]) {
      const [some, all] = both(question, { allowed });
      expect(numbersOf(some)).toStrictEqual(numbersOf(all));
    }
  });

  test.each([identifier, `The ${identifier} waits at the harbour`])(
    'a memory named by %s is among the candidates, and first',
    (query) => {
      expect(numbersOf(both(query)[0])[0]).toBe(78);
    },
  );

  test('the total counts all memories with a word of the query', () => {
    const [some, all] = both('window', { guesses: false });
    const having = [...store.contents.values()].filter((content) => content.includes('window')).length;
    expect(having).toBeGreaterThan(0);
    expect(some.total).toBeGreaterThanOrEqual(having);
    expect(some.total).toBeLessThanOrEqual(all.total);
    expect(both('roof roof', { guesses: false })[0].total).toBe(
      [...store.contents.values()].filter((content) => content.includes('roof')).length,
    );
  });
});
