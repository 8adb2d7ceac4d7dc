import type { DateHint } from '../domain/stores/search.ts';
import { type NamedTime, timesIn } from './text/languages/dates.ts';

/**
 * Every time in a text, in ISO 8601, in English or in one of these languages, with its words. Spans are in milliseconds
 * since 1970, UTC.
 */
export function findDates(
  text: string,
  now: number,
  languages: readonly number[] = [],
): { hints: DateHint[]; words: string[] } {
  const hints: DateHint[] = [];
  const words: string[] = [];
  let rest = text.slice(0, LONGEST);
  for (const { time, words: naming } of languages.flatMap((language) => timesIn(language)(rest))) {
    hints.push(hintOf(time, now));
    words.push(naming);
  }
  // A span that another language has read is not read again. Years and dates in figures are the same in all languages.
  if (words.length > 0) return { hints, words };
  for (const { pattern, read } of PATTERNS) {
    rest = rest.replace(pattern, (...args) => {
      const match = args[0] as string;
      const hint = read(args.at(-1) as Groups, now);
      if (hint === undefined) return match;
      hints.push(hint);
      words.push(match);
      return ' ';
    });
  }
  return { hints, words };
}

type Groups = Readonly<Record<string, string | undefined>>;
type Reader = (groups: Groups, now: number) => DateHint | undefined;

const LONGEST = 1_000;
const DAY = 86_400_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const YEAR = '(?<year>(?:19|20)\\d\\d)\\b';
const DAY_OF_MONTH = '(?<day>[0-3]?\\d)(?:st|nd|rd|th)?\\b';
const WEEKDAY = '(?<weekday>sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?\\b';
const UNIT = '(?<unit>day|week|weekend|month|year)';
const COUNT = '(?<count>\\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few)';

const DAYS_BACK: ReadonlyMap<string, number> = new Map([
  ['yesterday', 1],
  ['last night', 1],
  ['day before yesterday', 2],
]);

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['a', 1],
  ['an', 1],
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['seven', 7],
  ['eight', 8],
  ['nine', 9],
  ['ten', 10],
]);

/** In this order: text that a pattern has matched is hidden from the next. */
const PATTERNS: readonly { pattern: RegExp; read: Reader }[] = [
  { pattern: anyCase(`\\b${YEAR}[-/](?<number>\\d\\d?)(?:[-/](?<day>\\d\\d?))?\\b`), read: calendar },
  { pattern: anyCase(`\\b${DAY_OF_MONTH}(?: day)?(?: of)? ${MONTH}(?:,? (?:of )?${YEAR})?`), read: calendar },
  { pattern: anyCase(`\\b${MONTH} (?:the )?${DAY_OF_MONTH}(?:,? (?:of )?${YEAR})?`), read: calendar },
  { pattern: anyCase(`\\b${MONTH}(?:,? (?:of )?|['’])${YEAR}`), read: calendar },
  {
    pattern: anyCase(`\\b(?:in|of|since|during|last|this|early|late|mid|until|by|around|from)[ -]${MONTH}`),
    read: calendar,
  },
  { pattern: new RegExp(`\\b${capitalised()}\\b`, 'g'), read: calendar },
  { pattern: anyCase(`\\b${YEAR}`), read: calendar },
  { pattern: anyCase('\\b(?<word>today|tonight|day before yesterday|yesterday|last night)\\b'), read: namedDay },
  { pattern: anyCase(`\\b${COUNT} ${UNIT}s? ago\\b`), read: ago },
  { pattern: anyCase(`\\b(?<which>last|past|previous|this) ${UNIT}\\b`), read: lastUnit },
  {
    pattern: anyCase(`\\b(?:last|past) (?<count>\\d{1,3}|two|three|four|five|six|seven|few) ${UNIT}s\\b`),
    read: lastUnit,
  },
  { pattern: anyCase(`\\b(?:last|past|this|on) ${WEEKDAY}`), read: weekday },
];

function anyCase(source: string): RegExp {
  return new RegExp(source, 'gi');
}

/** A month alone counts when it is written as a name, but "May" and "March" may start a sentence as verbs. */
function capitalised(): string {
  return '(?<!^\\W*)(?<month>January|February|March|April|May|June|July|August|September|October|November|December)';
}

function calendar(groups: Groups): DateHint | undefined {
  const named = groups.month === undefined ? undefined : MONTHS.indexOf(groups.month.slice(0, 3).toLowerCase()) + 1;
  const month = named ?? (groups.number === undefined ? undefined : Number(groups.number));
  const day = groups.day === undefined ? undefined : Number(groups.day);
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  if (day !== undefined && (day < 1 || day > 31)) return undefined;
  return {
    kind: 'calendar',
    ...(groups.year === undefined ? {} : { year: Number(groups.year) }),
    ...(month === undefined ? {} : { month }),
    ...(day === undefined ? {} : { day }),
  };
}

const startOfDay = (time: number) => Math.floor(time / DAY) * DAY;

/** The day this many days back, from midnight to midnight. */
function dayBack(now: number, back: number): DateHint {
  const from = startOfDay(now) - back * DAY;
  return { kind: 'span', from, to: from + DAY };
}

function namedDay(groups: Groups, now: number): DateHint {
  return dayBack(now, DAYS_BACK.get(groups.word!.toLowerCase()) ?? 0);
}

const DAYS: ReadonlyMap<string, number> = new Map([
  ['day', 1],
  ['weekend', 7],
  ['week', 7],
  ['month', 30],
  ['year', 365],
]);

function ago(groups: Groups, now: number): DateHint {
  return agoSpan(count(groups), DAYS.get(groups.unit!.toLowerCase())!, now);
}

/** "Three weeks ago": that long ago, give or take half a unit. */
function agoSpan(units: number, days: number, now: number): DateHint {
  const unit = days * DAY;
  const middle = now - units * unit;
  return { kind: 'span', from: startOfDay(middle - unit / 2), to: middle + unit / 2 };
}

/** "Last month" is the one before as well as the thirty days that end now; "this month" has not ended. */
function lastUnit(groups: Groups, now: number): DateHint {
  const days = DAYS.get(groups.unit!.toLowerCase())!;
  const units = groups.which?.toLowerCase() === 'this' ? 1 : groups.count === undefined ? 2 : count(groups);
  return spanBack(units * days, now);
}

function spanBack(days: number, now: number): DateHint {
  return { kind: 'span', from: startOfDay(now - days * DAY), to: now };
}

function weekday(groups: Groups, now: number): DateHint {
  return lastWeekday(WEEKDAYS.indexOf(groups.weekday!.slice(0, 3).toLowerCase()), now);
}

/** The last day of a weekday, from Sunday, before today. */
function lastWeekday(wanted: number, now: number): DateHint {
  return dayBack(now, (new Date(now).getUTCDay() - wanted + 7) % 7 || 7);
}

function hintOf(time: NamedTime, now: number): DateHint {
  switch (time.kind) {
    case 'calendar':
      return time;
    case 'day':
      return dayBack(now, time.back);
    case 'weekday':
      return lastWeekday(time.weekday, now);
    case 'ago':
      return agoSpan(time.count, time.days, now);
    case 'last':
      return spanBack(Math.max(2, time.count) * time.days, now);
    case 'this':
      return spanBack(time.days, now);
  }
}

function count(groups: Groups): number {
  const written = groups.count!.toLowerCase();
  return NUMBERS.get(written) ?? (written === 'few' ? 3 : Number(written));
}
