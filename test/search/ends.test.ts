import { describe, expect, test } from 'vitest';
import { readEnd } from '../../src/search/ends.ts';
import { endCases } from './end-cases.ts';

const said = Date.parse('2026-11-25T10:00:00Z');
const zone = 'Europe/Vienna';

const clock = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });

/** The last day, or the time, by the clock of the zone; - for none. */
function endOf(text: string): string {
  const until = readEnd(text, said, zone)?.until;
  if (until === undefined) return '-';
  const [day, time] = clock.format(until).split(' ');
  return time === '00:00' ? clock.format(until - 1).slice(0, 10) : `${day}T${time}`;
}

const read = Object.entries(endCases).flatMap(([language, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(' ');
      const text = line.slice(at + 1);
      return { language, text, wanted: line.slice(0, at), found: endOf(text) };
    }),
);

describe('the end of a statement', () => {
  test('no end is found where there is none, nor a wrong one', () =>
    expect(read.filter(({ found, wanted }) => found !== '-' && found !== wanted)).toStrictEqual([]));

  test('ends are found nearly always, in every language', () => {
    const ending = read.filter(({ wanted }) => wanted !== '-');
    const missed = ending.filter(({ found }) => found === '-');
    expect(read.length).toBeGreaterThan(200);
    expect(missed.length / ending.length).toBeLessThan(0.05);
    expect(new Set(ending.map(({ language }) => language)).size).toBe(17);
  });

  test.each([
    'Password expires every 90 days',
    'The token expires in 2 hours',
    'They met in a hotel this week',
    'The ceasefire held until March 5',
    'Please remind me tomorrow to call the dentist',
    'Trabajo de la mañana en el hotel',
    'Die Prüfung morgen habe ich verschoben',
    'Ich habe gestern bis Freitag verlängert',
    'Ik werk tot 5 uur',
    'Meeting notes of this week: we chose Postgres',
    'Ada moved to Lisbon. She is on vacation until Friday.',
    'Open until sold out',
    'The pass that expires on 3 May 2028 is in the drawer',
    'The introduction has been shifted from the 22nd to the 29th of November',
    'Releasen är flyttad från tisdag till torsdag',
    'Катим релизы в прод по вторникам',
    "Next month I'm off to Ireland for a semester",
    'It was valid until 3 May 2020',
    'until 31 February 2027',
    "This week's dinner goal is one new soup",
    'Dinner, then plans for the next day',
    'Write a short email that asks for a meeting next week: "I am away until Friday"',
    'You need to write an email for a meeting next week',
    'The preview comes before the end of today, on 5 January 2027',
    'The trip departs tomorrow',
  ])('no end is read from: %s', (text) => expect(endOf(text)).toBe('-'));

  test('an end is returned with its words', () => {
    const text = 'Straße gesperrt: bis einschließlich 1. März 2027 ist hier keine Durchfahrt';
    const end = readEnd(text, said, zone)!;
    expect(text.slice(end.from, end.to)).toBe('bis einschließlich 1. März 2027');
  });

  test('an end is the end of the user’s day, also across clock changes', () => {
    const until = (timeZone: string) => new Date(readEnd('The hall is closed until 29 March 2026', 0, timeZone)!.until);
    expect(until('UTC').toISOString()).toBe('2026-03-30T00:00:00.000Z');
    expect(until('Europe/Vienna').toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(until('America/New_York').toISOString()).toBe('2026-03-30T04:00:00.000Z');
  });

  test('a text of unknown time has an end only by a day with its year', () => {
    const until = (text: string) => readEnd(text, undefined, zone)?.until;
    expect(until('The coupon is valid until 31 December 2026')).toBe(Date.parse('2026-12-31T23:00:00Z'));
    expect(until('The coupon is valid until 31 December 2020')).toBe(Date.parse('2020-12-31T23:00:00Z'));
    for (const text of ['I am on vacation until Friday', 'Closed until 3 May', 'It was valid until 3 May 2020'])
      expect(until(text)).toBeUndefined();
  });

  test('a relative end counts from the user’s day', () => {
    const late = Date.parse('2026-11-25T23:30:00Z');
    const until = (timeZone: string) => readEnd('I have a dentist appointment tomorrow', late, timeZone)!.until;
    expect(new Date(until('UTC')).toISOString()).toBe('2026-11-27T00:00:00.000Z');
    expect(new Date(until('Europe/Vienna')).toISOString()).toBe('2026-11-27T23:00:00.000Z');
  });
});
