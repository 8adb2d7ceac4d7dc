import { describe, expect, test } from 'vitest';
import { seasonIn } from '../../src/search/seasons.ts';

const now = Date.parse('2026-11-29T12:00:00Z');

/** The months of a season, the first and the one behind the last. */
function months(text: string, timeZone = 'UTC'): string | undefined {
  const found = seasonIn(text, now, timeZone)?.stretch;
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
  ])('“%s” names its three months', (text, expected) => {
    expect(months(text)).toBe(expected);
  });

  test('the rest of a text is without the words of its season', () => {
    expect(seasonIn('What did Ada paint last spring in Porto?', now, 'UTC')?.rest).toBe('What did Ada paint in Porto?');
    expect(seasonIn('la primavera pasada', now, 'UTC')?.rest).toBe('');
    expect(seasonIn('2025年夏天', now, 'UTC')?.rest).toBe('');
    expect(seasonIn('Was hat Jürgen letzten Frühling gemalt?', now, 'UTC')?.rest).toBe('Was hat Jürgen gemalt?');
  });

  test('a word that is no time names no season', () => {
    const others = ['Spring Boot', 'a spring in the sofa', 'the fall of Rome', 'Where does it go in spring?', '春樹'];
    expect(others.map((text) => months(text))).toStrictEqual(others.map(() => undefined));
  });

  test('spring begins in September south of the equator', () => {
    expect(seasonIn('last spring', now, 'Pacific/Auckland')?.stretch).toStrictEqual({
      from: Date.parse('2025-09-01T00:00:00+12:00'),
      to: Date.parse('2025-12-01T00:00:00+13:00'),
    });
  });
});
