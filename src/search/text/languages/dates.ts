import { once } from '../../../base/once.ts';
import { fold } from '../fold.ts';
import { ARABIC_TIME, isArabic } from './arabic-dates.ts';
import type { TimeWords } from './language.ts';
import { perLanguage } from './languages.ts';

/** A pattern for whole words of folded text. */
export function wholeWords(pattern: string, flags = 'u'): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, flags);
}

/** The entries of a list of patterns, and all of them as one. */
export const entriesOf = (list: string): string[] => list.split(' ').map((entry) => entry.replaceAll('_', ' '));
export const anyOf = (list: string): string => entriesOf(list).join('|');

/** Whether a text names a time in its language. */
export const namesTimeIn = perLanguage(({ time }) => {
  const named = [anyOf(time.months), anyOf(time.weekdays), anyOf(time.days), anyOf(time.units), time.last, time.others];
  const pattern = wholeWords([...named, '(?:19|20)\\d\\d'].join('|'));
  return (text: string): boolean => pattern.test(fold(text));
});

/** Whether a question in a language asks for a time. */
export const asksWhenIn = perLanguage(({ time }) => {
  const pattern = new RegExp(`^[\\s¿]*(?:${time.when})(?![\\p{L}\\p{N}])`, 'u');
  return (text: string): boolean => pattern.test(fold(text));
});

/** The units of time, in the order of `TimeWords.units`, with their days. */
export const UNIT_DAYS = { day: 1, week: 7, weekend: 7, month: 30, year: 365 } as const;
export type Unit = keyof typeof UNIT_DAYS;
export const UNITS = Object.keys(UNIT_DAYS) as Unit[];

/** The words of a text that ask, besides a time, for all of it, in one of some languages or else in English. */
export function doingIn(text: string, languages: readonly number[]): readonly string[] {
  const folded = fold(text);
  const otherwise = isArabic(text) ? doingInArabic() : doingInEnglish();
  const patterns = languages.length === 0 ? [otherwise] : languages.map(doingInLanguage);
  return patterns.flatMap((pattern) => folded.match(pattern) ?? []);
}

const doingInLanguage = perLanguage(({ time }) => wholeWords(time.doing, 'gu'));
const doingInArabic = once(() => wholeWords(ARABIC_TIME.doing, 'gu'));
const doingInEnglish = once(() =>
  wholeWords(
    'did|done|get done|got done|finish(?:ed)?|accomplish\\w*|achiev\\w+|remind|happen(?:s|ed|ing)?|interesting|important|notable|special|going on|went on|took place|up to|decid\\w+|decisions?|discuss\\w*|talk(?:ed|ing)?|work(?:ed|ing)?|learn\\w*|said|tell|told|made|chang\\w+|agreed|planned|new|news|events?|things?|anything|something|everything|stuff|notes?|memor\\w+|entries|summar\\w+|recap|overview|activit\\w+|progress|record\\w*|wrote|written|stored|saved|added|noted|list|show',
    'gu',
  ),
);

/** A time in a language: a date or a part of one, or how many days or units back. */
export type NamedTime =
  | { readonly kind: 'calendar'; readonly day?: number; readonly month?: number; readonly year?: number }
  | { readonly kind: 'day'; readonly back: number }
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'ago' | 'last' | 'this'; readonly count: number; readonly unit: Unit }
  | NamedSeason;

/** Spring, summer, autumn or winter (0 to 3) of a year, or the one that is meant without a year. */
export type NamedSeason = { readonly kind: 'season'; readonly season: number } & (
  | { readonly year: number; readonly of?: never }
  | { readonly year?: never; readonly of: 'last' | 'last year' | 'this' }
);

/** The number of a group; undefined where it took no part. */
export const numberIn = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

/** A date or a part of one; undefined where no calendar has such a month or day. */
export function calendarTime(
  year: number | undefined,
  month: number | undefined,
  day: number | undefined,
): NamedTime | undefined {
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  if (day !== undefined && (day < 1 || day > 31)) return undefined;
  return {
    kind: 'calendar',
    ...(year === undefined ? {} : { year }),
    ...(month === undefined ? {} : { month }),
    ...(day === undefined ? {} : { day }),
  };
}

export interface FoundTime {
  readonly time: NamedTime;
  /** The words that name it. */
  readonly words: string;
}

/** The times that a text names in a language. */
export const timesIn = perLanguage(({ time }) => timesBy(time));

/** Reads the times that a text names in some words. */
export function timesBy(time: TimeWords): (text: string) => FoundTime[] {
  const patterns = patternsOf(time);
  return (text: string): FoundTime[] => {
    const found: FoundTime[] = [];
    let rest = fold(text);
    for (const { pattern, read } of patterns) {
      rest = rest.replace(pattern, (...args) => {
        const time = read(args.at(-1) as Groups);
        if (time === undefined) return args[0] as string;
        found.push({ time, words: args[0] as string });
        return ' ';
      });
    }
    return found;
  };
}

const arabic = once(() => timesBy(ARABIC_TIME));
export const timesInArabic = (text: string): FoundTime[] => arabic()(text);

type Groups = Readonly<Record<string, string | undefined>>;

/** In this order: text that a pattern has matched is hidden from the next. */
function patternsOf(time: TimeWords): { pattern: RegExp; read: (groups: Groups) => NamedTime | undefined }[] {
  const { last, ago, of = '' } = time;
  const month = `(?<month>${anyOf(time.months)})`;
  const day = '(?<day>[0-3]?\\d)(?:\\.|º|°|er|e|-?го)?';
  const year = '(?<year>(?:19|20)\\d\\d)';
  const joint = of === '' ? '\\s+' : `\\s+(?:(?:${of})\\s+)?`;
  const unit = `(?<unit>${anyOf(time.units)})`;
  const number = `(?:(?<count>\\d{1,3}|${anyOf(time.numbers)})\\s+)`;
  const weekday = `(?<weekday>${anyOf(time.weekdays)})`;
  const [before, after] = ago.map((word) => (word === '' ? '' : `(?:${word})`));
  const calendar = ({ day, month, year }: Groups): NamedTime | undefined =>
    calendarTime(numberIn(year), placeIn(time.months, month!) + 1, numberIn(day));
  const unitOf = (groups: Groups) => UNITS[placeIn(time.units, groups.unit!)]!;
  const count = (groups: Groups) => {
    const written = groups.count;
    if (written === undefined) return 1;
    return /^\d/.test(written) ? Number(written) : placeIn(time.numbers, written) + 1;
  };
  const spanning = (kind: 'ago' | 'last' | 'this') => (groups: Groups) =>
    ({ kind, count: count(groups), unit: unitOf(groups) }) as const;
  const named = (groups: Groups) => ({ kind: 'weekday', weekday: placeIn(time.weekdays, groups.weekday!) }) as const;
  const global = (pattern: string) => wholeWords(pattern, 'gu');
  return [
    { pattern: global(`${day}${joint}${month}(?:${joint}${year})?`), read: calendar },
    { pattern: global(`(?:(?:${last})\\s+)?${month}(?:${joint}${year}|\\s+(?:${last}))?`), read: calendar },
    {
      pattern: global(`(?<word>${anyOf(time.days)})`),
      read: (groups) => ({ kind: 'day', back: placeIn(time.days, groups.word!) }),
    },
    {
      pattern: global(`${before}\\s*${number}?${unit}\\s*${after}`.trim()),
      read: (groups) => (before === '' && after === '' ? undefined : spanning('ago')(groups)),
    },
    {
      pattern: global(`(?:${last})\\s+${number}?${unit}|${unit.replace('unit', 'after')}\\s+(?:${last})`),
      read: ({ after: behind, unit: ahead, ...groups }) => spanning('last')({ ...groups, unit: ahead ?? behind }),
    },
    { pattern: global(`(?:${time.this})\\s+${unit}`), read: spanning('this') },
    {
      pattern: global(`(?:${last})\\s+${weekday}|${weekday.replace('weekday', 'after')}\\s+(?:${last})`),
      read: ({ after: behind, weekday: ahead }) => named({ weekday: ahead ?? behind }),
    },
  ];
}

/** Which entry of a list of patterns a word is. */
export function placeIn(list: string, word: string): number {
  return entriesOf(list).findIndex((entry) => new RegExp(`^(?:${entry})$`, 'u').test(word));
}
