import { dayAt, daysAfter, startOfDay, weekdayOf } from '../base/days.ts';
import type { DateHint, Stretch } from '../domain/stores/search.ts';
import { type MonthAlone, monthsAlone } from './months-alone.ts';
import { periodOf } from './periods.ts';
import { isArabic } from './text/languages/arabic-dates.ts';
import {
  calendarTime,
  type FoundTime,
  type NamedTime,
  numberIn,
  timesIn,
  timesInArabic,
  UNIT_DAYS,
  type Unit,
} from './text/languages/dates.ts';
import { isEastAsian, timesInEastAsian } from './text/languages/east-asian-dates.ts';
import { LANGUAGE_NUMBERS, languageOf } from './text/languages/languages.ts';
import { takeSeasons } from './text/languages/seasons.ts';

/** The times that a text names. */
export interface NamedTimes {
  readonly hints: DateHint[];
  /** For each of them the stretches of the calendar that it may mean, the likeliest first. */
  readonly periods: (readonly Stretch[])[];
  /** The words that name them; and of those the ones that say it by counting from now: "last week". */
  readonly words: string[];
  readonly relative: string[];
  /** False: a name of a month, which may be somebody's, is all that names a time. */
  readonly isSure: boolean;
}

/**
 * Every time in a text, in ISO 8601, in English or in one of these languages. Days are those of a time zone (IANA).
 */
export function findDates(text: string, now: number, languages: readonly number[] = [], timeZone = 'UTC'): NamedTimes {
  // The year of a season is no time of its own.
  const { seasons, rest } = takeSeasons(text.slice(0, LONGEST));
  const foreign = [
    ...(isEastAsian(rest) ? timesInEastAsian(rest) : []),
    ...(isArabic(rest) ? timesInArabic(rest) : []),
    ...languages.flatMap((language) => timesIn(language)(rest)),
  ];
  // A span that another language has read is not read again. Years and dates in figures are the same in all languages.
  const [english, alone] = foreign.length > 0 ? [foreign, []] : timesInEnglish(rest);
  const sure = [...seasons, ...english, ...alone.filter(({ isSure }) => isSure)];
  const found = sure.length > 0 ? sure : alone;
  return {
    isSure: sure.length > 0 || alone.length === 0,
    hints: found.map(({ time }) => hintOf(time, now, timeZone)),
    periods: found.map(({ time }) => periodOf(time, now, timeZone)),
    words: found.map(({ words }) => words),
    relative: found.filter(({ time }) => time.kind !== 'calendar' && time.kind !== 'season').map(({ words }) => words),
  };
}

/**
 * The language of a query that nothing else shows: the one in whose words it names a date, or a month that is past, where
 * English reads none: "12 avril", "letzten April".
 */
export function languageOfDates(text: string): readonly number[] {
  const isMore = ({ time, words }: FoundTime) =>
    time.kind === 'calendar' && time.month !== undefined && /[\d\s]/.test(words);
  if (timesInEnglish(text)[0].some(({ time }) => time.kind === 'calendar' && (time.day ?? time.year) && time.month))
    return [];
  const language = LANGUAGE_NUMBERS.find(
    (one) => languageOf(one).agglutinates !== true && timesIn(one)(text).some(isMore),
  );
  return language === undefined ? [] : [language];
}

/** The times, and the months alone. */
function timesInEnglish(text: string): [found: FoundTime[], alone: MonthAlone[]] {
  const found: FoundTime[] = [];
  let rest = text;
  for (const { pattern, read } of PATTERNS) {
    rest = rest.replace(pattern, (...args) => {
      const words = args[0] as string;
      const time = read(args.at(-1) as Groups);
      if (time === undefined) return words;
      found.push({ time, words });
      return ' ';
    });
  }
  return [found, monthsAlone(rest)];
}

type Groups = Readonly<Record<string, string | undefined>>;
type Reader = (groups: Groups) => NamedTime | undefined;

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
  ['a couple of', 2],
  ['a few', 3],
  ['few', 3],
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

function calendar({ year, month: name, number, day }: Groups): NamedTime | undefined {
  const named = name === undefined ? undefined : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return calendarTime(numberIn(year), named ?? numberIn(number), numberIn(day));
}

function namedDay({ word }: Groups): NamedTime {
  return { kind: 'day', back: DAYS_BACK.get(word!.toLowerCase()) ?? 0 };
}

function ago({ count, unit }: Groups): NamedTime {
  return { kind: 'ago', count: counted(count), unit: unitOf(unit) };
}

/** "Last week" is a week of the calendar, "the past week" the seven days that end now. */
function lastUnit({ which = 'last', count, unit }: Groups): NamedTime {
  const name = unitOf(unit);
  const units = counted(count);
  if (which.toLowerCase() === 'this') return { kind: 'this', count: units, unit: name };
  return which.toLowerCase() === 'past'
    ? { kind: 'last', count: units * UNIT_DAYS[name], unit: 'day' }
    : { kind: 'last', count: units, unit: name };
}

function weekday({ weekday: name }: Groups): NamedTime {
  return { kind: 'weekday', weekday: WEEKDAYS.indexOf(name!.slice(0, 3).toLowerCase()) };
}

const unitOf = (unit: string | undefined) => unit!.toLowerCase() as Unit;

function counted(written = 'one'): number {
  const count = written.toLowerCase();
  return NUMBERS.get(count) ?? Number(count);
}

/** Where a memory of a named time counts more: "last month" is the one before as well as the days that end now. */
function hintOf(time: NamedTime, now: number, timeZone: string): DateHint {
  const today = dayAt(now, timeZone);
  const back = (days: number) => startOfDay(daysAfter(today, -days), timeZone);
  const dayBack = (days: number): DateHint => ({ kind: 'span', from: back(days), to: back(days - 1) });
  switch (time.kind) {
    case 'calendar':
      return time;
    case 'day':
      return dayBack(time.back);
    case 'weekday':
      return dayBack((weekdayOf(today) - time.weekday + 7) % 7 || 7);
    case 'ago': {
      // That long ago, give or take half a unit.
      const unit = UNIT_DAYS[time.unit] * DAY;
      const middle = now - time.count * unit;
      return { kind: 'span', from: startOfDay(dayAt(middle - unit / 2, timeZone), timeZone), to: middle + unit / 2 };
    }
    case 'last':
      return { kind: 'span', from: back(Math.max(2, time.count) * UNIT_DAYS[time.unit]), to: now };
    case 'this':
      return { kind: 'span', from: back(UNIT_DAYS[time.unit]), to: now };
    case 'season':
      return { kind: 'span', ...periodOf(time, now, timeZone)[0]! };
  }
}
