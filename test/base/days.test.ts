import { expect, test } from 'vitest';
import { dayAt, daysAfter, startOfDay, weekdayOf } from '../../src/base/days.ts';

const iso = (year: number, month: number, day: number, timeZone: string) =>
  new Date(startOfDay({ year, month, day }, timeZone)).toISOString();

test('one instant falls on different days in different time zones', () => {
  const instant = Date.parse('2026-03-01T03:30:00Z');
  expect(dayAt(instant, 'UTC')).toStrictEqual({ year: 2026, month: 3, day: 1 });
  expect(dayAt(instant, 'America/New_York')).toStrictEqual({ year: 2026, month: 2, day: 28 });
  expect(dayAt(instant - 12 * 3_600_000, 'Pacific/Auckland')).toStrictEqual({ year: 2026, month: 3, day: 1 });
});

test('a day begins at its zone’s midnight, before and after a clock change', () => {
  expect(iso(2026, 3, 29, 'Europe/Vienna')).toBe('2026-03-28T23:00:00.000Z');
  expect(iso(2026, 3, 30, 'Europe/Vienna')).toBe('2026-03-29T22:00:00.000Z');
  expect(iso(2026, 10, 25, 'Europe/Vienna')).toBe('2026-10-24T22:00:00.000Z');
  expect(iso(2026, 10, 26, 'Europe/Vienna')).toBe('2026-10-25T23:00:00.000Z');
  expect(iso(2026, 7, 1, 'Asia/Kolkata')).toBe('2026-06-30T18:30:00.000Z');
});

test('a day whose midnight is skipped begins an hour later', () => {
  expect(iso(2024, 9, 8, 'America/Santiago')).toBe('2024-09-08T04:00:00.000Z');
  expect(dayAt(Date.parse('2024-09-08T03:59:59Z'), 'America/Santiago')).toStrictEqual({ year: 2024, month: 9, day: 7 });
});

test('a day whose midnight occurs twice begins at the first', () =>
  expect(iso(2025, 11, 2, 'America/Havana')).toBe('2025-11-02T04:00:00.000Z'));

test('day arithmetic carries over months and years', () => {
  expect(daysAfter({ year: 2026, month: 12, day: 31 }, 1)).toStrictEqual({ year: 2027, month: 1, day: 1 });
  expect(daysAfter({ year: 2028, month: 3, day: 1 }, -1)).toStrictEqual({ year: 2028, month: 2, day: 29 });
  expect(weekdayOf({ year: 2026, month: 11, day: 28 })).toBe(6);
});

test('an unknown time zone is an error', () => {
  expect(() => dayAt(0, 'Mars/Olympus')).toThrow(RangeError);
});
