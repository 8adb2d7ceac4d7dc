import { type Day, dayAt, daysAfter, daysIn, startOfDay, weekdayOf } from '../base/days.ts';
import { once } from '../base/once.ts';
import { sentencesIn } from './text/asking.ts';
import { fold, foldedWithPlaces } from './text/fold.ts';
import { anyOf, UNIT_DAYS, wholeWords } from './text/languages/dates.ts';
import { likelyLanguages } from './text/languages/detect.ts';
import { isEastAsian } from './text/languages/east-asian-dates.ts';
import { eastAsianEnds } from './text/languages/east-asian-ends.ts';
import { type EndReader, endsIn, endsInEnglish, type NamedEnd } from './text/languages/ends.ts';
import { LANGUAGE_NUMBERS, languageOf } from './text/languages/languages.ts';

/** Until when a statement holds. */
export interface StatedEnd {
  /** The first instant at which it holds no more (milliseconds since 1970): the end of a day, or a time of the clock. */
  readonly until: number;
  /** The words that say so: their place in the text. */
  readonly from: number;
  readonly to: number;
}

/** A longer text says more than one thing. */
const MAX_LETTERS = 300;

/**
 * Reads until when a statement holds, said at an instant (ms), by the calendar of a time zone (IANA): "until Friday",
 * "expires on 3 May 2028". Undefined where it is not sure: habits, history, duties, several statements, and days without
 * a year of a text that may have been said at any time (`said` undefined).
 */
export function readEnd(text: string, said: number | undefined, timeZone: string): StatedEnd | undefined {
  if (text.length > MAX_LETTERS || /[?？]/.test(text)) return undefined;
  const { folded, places } = foldedWithPlaces(text);
  const languages = likelyLanguages(text);
  const likely = likelyReaders(text, languages);
  for (const reader of readersOf(languages, likely, folded)) {
    const found = reader.find(folded);
    // Looked for last: most texts name no end, and these words take longest to find.
    if (found === undefined || [...likely, reader].some(({ isLasting }) => isLasting(folded))) continue;
    // In the past, "until Friday" means one that is over; a day to come with its year can't be.
    const isDated = found.end.kind === 'date' && found.end.year !== undefined;
    const isClear = said === undefined ? isDated && !reader.isPast(folded) : isDated || !reader.isPast(folded);
    const until = isClear ? instantOf(found.end, said ?? 0, timeZone) : undefined;
    const [from, to] = [places[found.from]!, places[found.to]!];
    if (until === undefined || until <= (said ?? 0) || isQuoted(text.slice(0, from))) continue;
    if (!saysMore(text.slice(0, from) + text.slice(to))) return { until, from, to };
  }
  return undefined;
}

/** A text in Latin letters may name somebody in others: "田中さん is away until Friday". */
function likelyReaders(text: string, languages: readonly number[]): EndReader[] {
  const readers = languages.length === 0 ? [endsInEnglish()] : languages.map(endsIn);
  return isEastAsian(text) ? [eastAsianEnds(), ...readers] : readers;
}

function* readersOf(languages: readonly number[], likely: readonly EndReader[], folded: string): Generator<EndReader> {
  yield* likely;
  // A short text may be of another language whose months it names.
  if (namesMonth()(folded))
    for (const number of LANGUAGE_NUMBERS) if (!languages.includes(number)) yield endsIn(number);
}

const namesMonth = once(() => {
  const pattern = wholeWords(LANGUAGE_NUMBERS.map((number) => anyOf(languageOf(number).time.months)).join('|'));
  return (folded: string): boolean => pattern.test(folded);
});

/** Whether a text stops within a quotation: those are the words of another time or person. */
const isQuoted = (before: string): boolean => ((before.match(/["“”„«»]/g) ?? []).length & 1) === 1;

/** Whether a text without its end has more than one statement: some of it would hold on. */
function saysMore(text: string): boolean {
  const long = sentencesIn(text.replace(ORDINAL, '$1 ')).filter(
    (sentence) => (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length > 2,
  );
  if (long.length > 1) return true;
  const parts = fold(text).split(JOINTS);
  return parts.filter((part) => (part.match(/[\p{L}\p{N}]+/gu) ?? []).length > 3).length > 1;
}

/** The 1. of "1. March" ends no sentence. */
const ORDINAL = /(\d)\.\s/g;

/** What joins two statements. */
const JOINTS =
  /[;]|,\s+(?:but|so|because|aber|weil|denn|mais|car|pero|porque|ma|perche|mas|maar|omdat|men|for|mutta|koska|ale|bo|но|потому|ama)\s|\s(?:and|und|et|y|e|en|och|og|ja|i|и|ve)\s/u;

/** The end of a named day, or its time of the clock; a day without a year is the next one. */
function instantOf(end: NamedEnd, said: number, timeZone: string): number | undefined {
  const today = dayAt(said, timeZone);
  const last = lastDay(end, today);
  if (last === undefined) return undefined;
  if (end.kind === 'unit' && end.minute !== undefined) return startOfDay(last, timeZone) + end.minute * 60_000;
  return startOfDay(daysAfter(last, 1), timeZone);
}

function lastDay(end: NamedEnd, today: Day): Day | undefined {
  switch (end.kind) {
    case 'date': {
      const { month, day, year } = end;
      const dayIn = (one: number): Day | undefined => {
        if (month < 1 || month > 12 || day === 0 || (day ?? 1) > daysIn(one, month)) return undefined;
        return { year: one, month, day: day ?? daysIn(one, month) };
      };
      if (year !== undefined) return dayIn(year);
      const thisYear = dayIn(today.year);
      return thisYear !== undefined && !isBefore(thisYear, today) ? thisYear : dayIn(today.year + 1);
    }
    case 'dayOfMonth': {
      const { year, month } = daysAfter({ ...today, month: today.month + (end.day < today.day ? 1 : 0), day: 1 }, 0);
      return end.day >= 1 && end.day <= daysIn(year, month) ? { year, month, day: end.day } : undefined;
    }
    case 'weekday':
      return daysAfter(today, (end.weekday - weekdayOf(today) + 7) % 7 || 7);
    case 'unit':
      return lastOfUnit(end, today);
  }
}

function lastOfUnit({ unit, ahead }: NamedEnd & { kind: 'unit' }, today: Day): Day {
  const { year, month } = today;
  if (unit === 'day') return daysAfter(today, ahead);
  if (unit === 'month') return daysAfter({ year, month: month + ahead + 1, day: 1 }, -1);
  if (unit === 'year') return { year: year + ahead, month: 12, day: 31 };
  return daysAfter(today, ((7 - weekdayOf(today)) % 7) + ahead * UNIT_DAYS[unit]);
}

function isBefore(one: Day, other: Day): boolean {
  return one.year - other.year < 0 || (one.year === other.year && (one.month - other.month || one.day - other.day) < 0);
}
