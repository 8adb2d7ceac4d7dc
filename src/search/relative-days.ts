import { dayAt, daysAfter, startOfDay } from '../base/days.ts';
import { fold, foldedWithPlaces } from './text/fold.ts';
import { likelyLanguages } from './text/languages/detect.ts';
import { isEastAsian } from './text/languages/east-asian-dates.ts';
import { daysIn, daysInEastAsian, daysInEnglish, mayNameDay } from './text/languages/relative-days.ts';

/** A text for a reader of a later day. */
export interface Reading {
  /** When the text was said, and when it is read (milliseconds since 1970). */
  readonly said: number;
  readonly now: number;
  /** IANA. */
  readonly timeZone: string;
}

/** A text with the day behind each word that counts from when it was said: "tomorrow (18 Oct)". */
export function withDays(text: string, { said, now, timeZone }: Reading): string {
  if (!mayNameDay()(fold(text))) return text;
  const { folded, places } = foldedWithPlaces(text);
  const languages = likelyLanguages(text);
  // A text in Latin letters may name somebody in others.
  const readers = [
    ...(isEastAsian(text) ? [daysInEastAsian(text)] : []),
    languages[0] === undefined ? daysInEnglish() : daysIn(languages[0]),
  ];
  const days = readers.flatMap(({ code, find }) => find(folded).map((day) => ({ ...day, code })));
  const today = dayAt(said, timeZone);
  let shown = '';
  let from = 0;
  for (const { ahead, to, code } of days.toSorted((a, b) => a.to - b.to)) {
    const day = daysAfter(today, ahead);
    const isOtherYear = day.year !== dayAt(now, timeZone).year;
    const format = new Intl.DateTimeFormat(code, {
      day: 'numeric',
      month: 'short',
      ...(isOtherYear && { year: 'numeric' }),
      timeZone,
    });
    shown += `${text.slice(from, places[to])} (${format.format(startOfDay(day, timeZone))})`;
    from = places[to]!;
  }
  return shown + text.slice(from);
}
