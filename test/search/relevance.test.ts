import { describe, expect, test } from 'vitest';
import { RELEVANCE } from '../../src/search/parameters.ts';
import { calibrated } from '../../src/search/rank/strength.ts';
import { NOW, Searchable } from './searchable.ts';

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

describe('the calibration', () => {
  const steps = Array.from({ length: 101 }, (_, i) => calibrated(i / 100));

  test('the calibration rises from 0 within 0 and 1, and meets its points', () => {
    expect(steps[0]).toBe(0);
    for (let i = 1; i < steps.length; i++) expect(steps[i]).toBeGreaterThan(steps[i - 1]!);
    expect(steps.at(-1)).toBeLessThan(1);
    for (const [strength, answered] of RELEVANCE.calibration) expect(calibrated(strength)).toBe(answered);
  });

  test('the calibration is low for little coverage: a third of the query is below an even chance', () => {
    expect(calibrated(1 / 3)).toBeLessThan(0.5);
    expect(calibrated(0.15)).toBeLessThanOrEqual(0.1);
    expect(calibrated(0.7)).toBeGreaterThanOrEqual(0.7);
  });
});
