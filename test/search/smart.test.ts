import { describe, expect, test } from 'vitest';
import { analyzeQuery } from '../../src/search/query.ts';
import { arrangeSmartly, type SmartCandidate } from '../../src/search/smart/arrange.ts';
import { addsNothing, gistOf } from '../../src/search/smart/near-duplicates.ts';
import { keywordsOf, putSaidFirst } from '../../src/search/smart/said-first.ts';
import { NOW } from './searchable.ts';

const candidate = (content: string, more: Partial<SmartCandidate> = {}): SmartCandidate => ({
  content,
  relevance: 0.8,
  salience: 0.5,
  importance: 'NORMAL',
  occurredAt: NOW - 400 * 86_400_000,
  ...more,
});
const order = (...candidates: SmartCandidate[]) => arrangeSmartly(candidates, NOW).map(({ content }) => content);

describe('tie-breakers', () => {
  test('tie-breakers decide between equal matches', () => {
    expect(order(candidate('plain'), candidate('salient', { salience: 0.9 }))[0]).toBe('salient');
    expect(order(candidate('plain'), candidate('weighty', { importance: 'CRITICAL' }))[0]).toBe('weighty');
    expect(order(candidate('plain'), candidate('fresh', { occurredAt: NOW }))[0]).toBe('fresh');
  });

  test('tie-breakers never rank the less relevant above the clearly more relevant', () => {
    const loud = candidate('loud', { relevance: 0.7, salience: 1, importance: 'CRITICAL', occurredAt: NOW });
    const quiet = candidate('quiet', { relevance: 0.8, salience: 0, importance: 'LOW' });
    expect(order(quiet, loud)).toStrictEqual(['quiet', 'loud']);
  });
});

describe('near-duplicates', () => {
  test('a near-duplicate that adds nothing is folded', () => {
    expect(order(candidate('The user prefers dark mode.'), candidate('user PREFERS the dark mode!'))).toHaveLength(1);
  });

  test.each([
    ['Ann likes Ben', 'Ben likes Ann'],
    ['The meeting with the whole team is at 10', 'The meeting with the whole team is at 11'],
    ['Alice is allergic to nuts, milk, eggs and wheat', 'Bob is allergic to nuts, milk, eggs and wheat'],
    ['the user wants weekly reports by mail on Monday', 'the user wants no weekly reports by mail on Monday'],
    ['he likes tea', 'she likes tea'],
  ])('two different statements are both kept: %s beside %s', (a, b) => {
    expect(addsNothing(gistOf(a), gistOf(b))).toBe(false);
    expect(addsNothing(gistOf(b), gistOf(a))).toBe(false);
  });
});

describe('keywords', () => {
  const found = (content: string, relevance: number, session = -1) => ({
    content,
    relevance,
    ranking: {
      session,
      terms: () => [{ term: 'manag', word: 'manager', found: ['manag'], by: 'word' as const, weight: 2 }],
    },
  });

  test('the very word comes before its stem, a title and an assistant, and is as relevant as any', () => {
    const said = putSaidFirst(1, [
      found('CV review › Assistant: A senior manager leads.', 0.44, 1),
      found('Outline › Assistant: The management of wounds.', 0.42, 2),
      found('A manager › I will see.', 0.4, 3),
      found('My new manager is Daniel Weber.', 0.32),
    ]);
    expect(said.map(({ content }) => content.slice(0, 6))).toStrictEqual(['My new', 'CV rev', 'Outlin', 'A mana']);
    expect(said[0]!.relevance).toBeCloseTo(0.44, 10);
  });

  test('a word of two lifts nothing to where both would stand', () => {
    const [one] = putSaidFirst(2, [found('My manager sleeps.', 0.2), found('The management.', 0.4)]).toReversed();
    expect(one!.relevance).toBeLessThan(0.3);
  });

  test.each([
    ['manager', 1],
    ['staging host', 2],
    ['Who is my manager?', 0],
    ['the wifi password of the holiday house', 0],
  ])('“%s” has %d keywords', (query, count) => {
    expect(keywordsOf(analyzeQuery(query, NOW))).toBe(count);
  });
});
