import { describe, expect, test } from 'vitest';
import { findDates } from '../../src/search/dates.ts';

const now = Date.parse('2026-11-29T12:00:00Z');

/** The months of a season, the first and the one behind the last. */
function months(text: string, timeZone = 'UTC'): string | undefined {
  const found = findDates(text, now, [], timeZone).periods[0]?.[0];
  return found && [found.from, found.to].map((at) => new Date(at).toISOString().slice(0, 7)).join(' ');
}

describe('seasons', () => {
  test.each([
    ['painting last spring', '2026-03 2026-06'],
    ['What did we do in the summer of 2024?', '2024-06 2024-09'],
    ['plans this autumn', '2026-09 2026-12'],
    ['last autumn', '2025-09 2025-12'],
    ['last winter', '2025-12 2026-03'],
    ['Was war letzten Frühling?', '2026-03 2026-06'],
    ['le printemps dernier', '2026-03 2026-06'],
    ['la primavera pasada', '2026-03 2026-06'],
    ['no verão de 2025', '2025-06 2025-09'],
    ['ماذا قلت في الربيع الماضي', '2026-03 2026-06'],
    ['去年の春', '2025-03 2025-06'],
    ['2025年夏天', '2025-06 2025-09'],
    ['昨年の春', '2025-03 2025-06'],
    ['去年夏天', '2025-06 2025-09'],
    ['l’estate scorsa', '2026-06 2026-09'],
    ['afgelopen zomer', '2026-06 2026-09'],
    ['прошлым летом', '2026-06 2026-09'],
    ['zeszłej zimy', '2025-12 2026-03'],
    ['지난 여름', '2026-06 2026-09'],
  ])('“%s” names its three months', (text, expected) => {
    expect(months(text)).toBe(expected);
  });

  test('a word that is no time names no season', () => {
    const others = ['Spring Boot', 'a spring in the sofa', 'the fall of Rome', 'Where does it go in spring?', '春樹'];
    expect(others.map((text) => months(text))).toStrictEqual(others.map(() => undefined));
  });

  test('spring begins in September south of the equator', () => {
    expect(findDates('last spring', now, [], 'Pacific/Auckland').periods).toStrictEqual([
      [{ from: Date.parse('2025-09-01T00:00:00+12:00'), to: Date.parse('2025-12-01T00:00:00+13:00') }],
    ]);
  });
});
