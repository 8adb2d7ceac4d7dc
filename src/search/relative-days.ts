import { dayAt, daysAfter, startOfDay, weekdayOf } from '../base/days.ts';
import type { Stretch } from '../domain/stores/search.ts';
import { dayMs } from '../domain/text.ts';
import { findDates } from './dates.ts';
import { fold, foldedWithPlaces } from './text/fold.ts';
import { isArabic } from './text/languages/arabic-dates.ts';
import { likelyLanguages } from './text/languages/detect.ts';
import { isEastAsian } from './text/languages/east-asian-dates.ts';
import {
  type DayReader,
  daysIn,
  daysInEastAsian,
  daysInEnglish,
  mayCountBack,
  mayNameDay,
} from './text/languages/relative-days.ts';

/** A text for a reader of a later day. */
export interface Reading {
  /** When the text was said, and when it is read (milliseconds since 1970). */
  readonly said: number;
  readonly now: number;
  /** IANA. */
  readonly timeZone: string;
}

/** The shortest week with a change of the clock, month and year (ms). */
const [leastOfWeek, leastOfMonth, leastOfYear] = [6.9 * dayMs, 27 * dayMs, 360 * dayMs];
const monday = 1;
/** What follows words that have their date already, or name no time: "last week (7 Sept)", "last year-end", "the last month of the lease". */
const isDated = /^(?:[-\p{Script=Latin}\p{Script=Cyrillic}\p{N}]| ?[(（]| of\b)/u;

/** A day, a week, a month or a year in a language, with its year where the reader's is another. */
function shownStretch({ from, to }: Stretch, code: string, { now, timeZone }: Reading): string {
  const isOtherYear = dayAt(from, timeZone).year !== dayAt(now, timeZone).year;
  const isYear = to - from > leastOfYear;
  const format = new Intl.DateTimeFormat(code, {
    ...(to - from < leastOfMonth && { day: 'numeric' }),
    ...(!isYear && { month: 'short' }),
    ...((isYear || isOtherYear) && { year: 'numeric' }),
    timeZone,
  });
  // Not the thin spaces of some languages.
  return format.formatRange(from, to - 1).replaceAll('\u2009', ' ');
}

/** What is put behind a place of a folded text. */
interface Mark {
  to: number;
  shown: string;
}

/** A text with the day or the days behind words that count from when it was said: "tomorrow (18 Oct)", "last week (7–13 Sept)". */
export function withDays(text: string, reading: Reading): string {
  const plain = fold(text);
  const isOfDay = mayNameDay()(plain);
  const isOfOwnScript = isEastAsian(text) || isArabic(text);
  const isOfUnit = isOfOwnScript || mayCountBack()(plain);
  if (!isOfDay && !isOfUnit) return text;
  const { folded, places } = foldedWithPlaces(text);
  const languages = likelyLanguages(text);
  // A text in Latin letters may name somebody in others.
  const readers = [
    ...(isEastAsian(text) ? [daysInEastAsian(text)] : []),
    languages[0] === undefined ? daysInEnglish() : daysIn(languages[0]),
  ];
  const marks = isOfDay ? readers.flatMap((reader) => daysOf(folded, reader, reading)) : [];
  if (isOfUnit && isOfOwnScript)
    marks.push(...unitsOf(text, folded, { code: isArabic(text) ? 'ar' : readers[0]!.code, languages: [] }, reading));
  else if (isOfUnit) {
    const each = languages.length === 0 ? [undefined] : languages;
    const found = each.map((language) => {
      const code = language === undefined ? daysInEnglish().code : daysIn(language).code;
      return unitsOf(text, folded, { code, languages: language === undefined ? [] : [language] }, reading);
    });
    marks.push(...(found.find((one) => one.length > 0) ?? []));
  }
  let shown = '';
  let from = 0;
  for (const mark of marks.toSorted((a, b) => a.to - b.to)) {
    shown += `${text.slice(from, places[mark.to])} (${mark.shown})`;
    from = places[mark.to]!;
  }
  return shown + text.slice(from);
}

function daysOf(folded: string, { code, find }: DayReader, reading: Reading): Mark[] {
  const { said, timeZone } = reading;
  const today = dayAt(said, timeZone);
  return find(folded).map(({ ahead, to }) => {
    const [from, end] = [ahead, ahead + 1].map((days) => startOfDay(daysAfter(today, days), timeZone));
    return { to, shown: shownStretch({ from: from!, to: end! }, code, reading) };
  });
}

/** Weeks, months and years of the past, counted back: "last week". Of weekdays nobody knows whether they have been or come. */
function unitsOf(
  text: string,
  folded: string,
  { code, languages }: { code: string; languages: readonly number[] },
  reading: Reading,
): Mark[] {
  const { said, timeZone } = reading;
  const { relative, words, periods } = findDates(text, said, languages, timeZone);
  return [...new Set(relative.map(fold))].flatMap((word) => {
    const [period] = periods[words.findIndex((one) => fold(one) === word)] ?? [];
    if (period === undefined || period.to > said || period.to - period.from < leastOfWeek) return [];
    // A weekend, and what ends now, begins on another day.
    const first = dayAt(period.from, timeZone);
    if (period.to - period.from < leastOfMonth ? weekdayOf(first) !== monday : first.day !== 1) return [];
    const stretch = shownStretch(period, code, reading);
    return placesOf(folded, word)
      .filter((at) => !isDated.test(folded.slice(at + word.length)))
      .map((at) => ({ to: at + word.length, shown: stretch }));
  });
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) places.push(at);
  return places;
}
