import { describe, expect, test } from 'vitest';
import { leastHelpful } from '../../src/domain/stores/recalls.ts';
import { analyzeQuery } from '../../src/search/query.ts';
import { bearsOnOrder, hasOnlyNames, strengthOf, strengthOfSet } from '../../src/search/rank/strength.ts';
import { NOW, Searchable, storing } from './searchable.ts';

/** A statement, and a question about it with some of its words. */
const SAID: [said: string, asked: (name: string) => string][] = [
  ['I painted a sunset for the school fair.', (name) => `What did ${name} paint for the fair?`],
  ['My cousin opened a bakery near the harbour.', (name) => `Where did ${name}'s cousin open a bakery?`],
  ['I broke my wrist while skating last winter.', (name) => `What did ${name} break while skating?`],
  ['We adopted a greyhound from the shelter.', (name) => `Which dog did ${name} adopt from the shelter?`],
  ['I am learning Portuguese with an evening class.', (name) => `What is ${name} learning in the evening class?`],
  ['The marathon in April was my third one.', (name) => `When was the marathon that ${name} ran?`],
  ['I collect old maps of mountain railways.', (name) => `What does ${name} collect?`],
  ['My allergy to walnuts was found by accident.', (name) => `What allergy does ${name} have?`],
  ['I sold the blue van to a beekeeper.', (name) => `To whom did ${name} sell the van?`],
  ['I failed the driving test because of the roundabout.', (name) => `Why did ${name} fail the driving test?`],
  ['We planted twelve apple trees behind the barn.', (name) => `How many trees did ${name} plant?`],
  ['I volunteer at the library every Saturday.', (name) => `Where does ${name} volunteer?`],
];
const ELSEWHERE = [
  'Which telescope observes the moons of Saturn?',
  'Who signed the treaty about fishing quotas?',
  'How is glass recycled in the north?',
  'What did Ana say about quantum cryptography?',
];

/** Two people in turn; each fact is the one's or the other's. */
function conversation(): Searchable {
  const store = new Searchable();
  SAID.forEach(([said], i) => {
    const [speaker, listener] = i % 2 === 0 ? ['Ana', 'Ben'] : ['Ben', 'Ana'];
    const occurredAt = NOW + i * 3_600_000;
    store.add(`${speaker}: ${said}`, { sessionId: `talk ${i}`, occurredAt });
    store.add(`${listener}: That is news to me!`, { sessionId: `talk ${i}`, occurredAt: occurredAt + 30_000 });
  });
  return store;
}

describe('relevance', () => {
  const store = conversation();
  const relevance = (query: string) => store.rank(query).memories[0]?.relevance ?? 0;
  const foundInFive = (query: string, said: string) =>
    store
      .find(query)
      .slice(0, 5)
      .some((content) => content.endsWith(said));
  const questions = SAID.flatMap(([said, asked], i) => {
    const [right, wrong] = i % 2 === 0 ? ['Ana', 'Ben'] : ['Ben', 'Ana'];
    return [
      { relevance: relevance(asked(right!)), isAnswered: foundInFive(asked(right!), said), isAnswerable: true },
      { relevance: relevance(asked(wrong!)), isAnswered: false, isAnswerable: false },
    ];
  }).concat(ELSEWHERE.map((query) => ({ relevance: relevance(query), isAnswered: false, isAnswerable: false })));

  test('relevance separates questions with an answer from those without', () => {
    const answerable = questions.filter((one) => one.isAnswerable);
    const others = questions.filter((one) => !one.isAnswerable);
    const pairs = answerable.flatMap((a) => others.map((b) => Math.sign(a.relevance - b.relevance)));
    expect(0.5 + pairs.reduce((sum, sign) => sum + sign, 0) / pairs.length / 2).toBeGreaterThan(0.9);
  });

  test('three of four questions with relevance above .7 are answered in the first five', () => {
    const sure = questions.filter((one) => one.relevance >= 0.7);
    expect(sure.length).toBeGreaterThan(4);
    expect(sure.filter(({ isAnswered }) => isAnswered).length / sure.length).toBeGreaterThan(0.75);
  });

  test('relevance is 1 for the exact text of the query, and for no other', () => {
    const [said] = SAID[0]!;
    const [first, second] = store.rank(`Ana: ${said}`).memories;
    expect(first!.relevance).toBe(1);
    expect(second?.relevance ?? 0).toBeLessThan(0.9);
    expect(Math.max(...questions.map((one) => one.relevance))).toBeLessThan(1);
  });

  test('relevance within a category does not grow because better matches are elsewhere', () => {
    const all = store.rank('What did Ana paint for the fair?').memories;
    const last = all.at(-1)!;
    const [only] = store.rank('What did Ana paint for the fair?', { allowed: new Set([last.memoryNo]) }).memories;
    expect(only).toStrictEqual(last);
  });
});

describe('the strength of one memory', () => {
  const named = { terms: new Set<number>(), isOthers: () => false };
  const strength = (covered: number, near?: number, turn = 0) =>
    strengthOf({ covered: Float64Array.of(covered), named }, 0, near, turn);
  const steps = Array.from({ length: 101 }, (_, i) => i / 100);

  test('strength rises with the words that a memory covers and with its nearness', () => {
    for (const rising of [(x: number) => strength(x), (x: number) => strength(x, 0.3), (x: number) => strength(0.3, x)])
      expect(steps.map(rising)).toStrictEqual([...steps.map(rising)].sort((a, b) => a - b));
    expect(strength(1)).toBeLessThan(1);
  });

  test('half of the words are an even chance at most, unless the memory is near in meaning too', () => {
    expect(strength(1 / 3)).toBeLessThan(leastHelpful);
    expect(strength(1 / 2)).toBeLessThan(0.5);
    expect(strength(1 / 2, 0.1)).toBeLessThan(leastHelpful);
    expect(strength(1 / 2, 0.6)).toBeGreaterThan(0.7);
  });

  test('a near memory is relevant without a word in common, and a turn of a conversation with fewer', () => {
    expect(strength(0, 0.6)).toBeGreaterThan(leastHelpful);
    expect(strength(0, 0.4)).toBeLessThan(leastHelpful);
    expect(strength(0.4, undefined, 1)).toBeGreaterThan(strength(0.4));
  });

  const matching = (...terms: string[]) =>
    terms.map((term) => ({ term, word: term, found: [term], by: 'word' as const, weight: 1 }));

  test.each([
    ['Deploy this branch', 'deploy', 40, 0, 1],
    ['Deploy this branch', 'deploy', 500, 0, 0],
    ['Deploy this branch', 'deploy', 40, 1, 0],
    ['How do we deploy this branch?', 'deploy', 40, 0, 0],
    ['List the files', 'list', 40, 0, 0],
  ])('%s, with the word "%s" among %i memories, a turn by %d, bears by %d', (order, term, count, turn, expected) => {
    expect(bearsOnOrder(analyzeQuery(order, NOW), matching(term), 0.3, count, turn, 1)).toBe(expected);
    const alone = bearsOnOrder(analyzeQuery(order, NOW), matching(term), 0.3, count, turn, 0.5);
    expect(alone).toBeGreaterThanOrEqual(expected);
    expect(alone > expected).toBe(expected > 0);
    expect(strengthOf({ covered: Float64Array.of(0.3), named }, 0, 0.3, 0, 1)).toBeGreaterThan(strength(0.3, 0.3));
  });

  test.each([
    ["When is Ben's birthday?", ['ben'], true],
    ['¿Dónde vive Andoni?', ['andoni'], true],
    ["When is Ben's birthday?", ['ben', 'birthday'], false],
    ['Where is the ceramics studio?', ['ceram'], false],
    ['Call Ben about the boat', ['ben'], false],
    ['when is bens birthday', ['ben'], false],
  ])('a memory with nothing but the name in "%s" (%j): %s', (question, terms, expected) => {
    const query = analyzeQuery(question, NOW);
    expect(hasOnlyNames(query, matching(...terms), 0.2)).toBe(expected);
    expect(hasOnlyNames(query, matching(...terms), 0.6)).toBe(false);
  });

  test('two likely members of a set answer a question for it better than one', () => {
    expect(strengthOfSet(0.3, 0.3)).toBeGreaterThan(leastHelpful);
    expect(strengthOfSet(0.3, 0)).toBeCloseTo(0.3);
  });
});

describe('the size of a store', () => {
  /** Notes about other things, which have the words of the question by chance, each in a hundredth of them. */
  const others = (count: number) => {
    const common = ['password', 'holiday', 'house', 'wifi', 'code', 'review', 'garden', 'invoice'];
    return Array.from({ length: count }, (_, i) => {
      const some = common.filter((_, k) => (i * 7919 + k * 104_729) % 101 < 6);
      return `Note ${i} about ${some.join(' and ')} of topic${i % 97} in place${i % 89}`;
    });
  };

  test('a question that nothing answers stays below the threshold of recall, with more memories too', () => {
    for (const size of [200, 2_000]) {
      const store = storing(...others(size));
      const [first] = store.rank('What does the insurance of the espresso machine in the holiday flat cost?').memories;
      expect(first?.relevance ?? 0).toBeLessThan(leastHelpful);
    }
  });
});
