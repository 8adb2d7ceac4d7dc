import { locale } from './translate.ts';

const formats = {
  clock: { hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  dayOfYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ofWeek: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
  month: { month: 'long' },
  monthOfYear: { month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short' },
  shortOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  full: { dateStyle: 'full', timeStyle: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats are cached, because making one is slow. */
const made = new Map<string, Intl.DateTimeFormat>();

export function inWords(date: Date, format: keyof typeof formats): string {
  const key = `${locale()} ${format}`;
  let formatter = made.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale(), formats[format]);
    made.set(key, formatter);
  }
  return formatter.format(date);
}

/** A day as the service writes it, maybe with a time, in words. */
export function dayInWords(day: string): string {
  const [, hasTime] = /^\S+( \d+:\d+)?$/.exec(day) ?? [];
  const date = new Date(hasTime ? day.replace(' ', 'T') : `${day}T12:00`);
  if (Number.isNaN(date.getTime())) return day;
  return hasTime ? momentOf(date) : inWords(date, isThisYear(date) ? 'short' : 'shortOfYear');
}

/** A list of parts, those of them in words that are days. */
export const datesInWords = (list: string): string =>
  list.replaceAll(/(?<=^|, )\d{4}-\d\d-\d\d(?: \d\d:\d\d)?(?=$|, )/gu, dayInWords);

/** Days of which the weekday says enough. */
const maxWeekdays = 6;

/**
 * A moment, as short as it stays clear: today its clock, near today its weekday and clock, else its day, with the year
 * if that is not the present one.
 */
export function momentOf(date: Date): string {
  const days = Math.abs(daysAgo(date));
  if (days === 0) return inWords(date, 'clock');
  if (days <= maxWeekdays) return inWords(date, 'ofWeek');
  return inWords(date, isThisYear(date) ? 'short' : 'shortOfYear');
}

/** Days of the calendar between a moment and now. */
function daysAgo(date: Date): number {
  const midnight = (of: Date) => Date.UTC(of.getFullYear(), of.getMonth(), of.getDate());
  return (midnight(new Date()) - midnight(date)) / 86_400_000;
}

export const isThisYear = (date: Date) => date.getFullYear() === new Date().getFullYear();

/** A period in whole months, else in days of the browser's time zone. @param until its end, exclusive */
export function periodOf(since: string, until: string): string {
  const [first, end] = [new Date(since), new Date(until)];
  const isMonth = (date: Date) => date.getDate() === 1 && date.getHours() === 0;
  const options: Intl.DateTimeFormatOptions =
    isMonth(first) && isMonth(end) ? { month: 'long', year: 'numeric' } : { dateStyle: 'medium' };
  return new Intl.DateTimeFormat(locale(), options).formatRange(first, new Date(end.getTime() - 1));
}

/** A day, as a heading of a list: Today, Yesterday, else its date. */
export function dayOf(at: string): string {
  const date = new Date(at);
  return nearDayOf(date) ?? inWords(date, isThisYear(date) ? 'day' : 'dayOfYear');
}

/** A month, as a heading of a list whose rows have their days: Today, Yesterday, else its name. */
export function monthOf(at: string): string {
  const date = new Date(at);
  return nearDayOf(date) ?? inWords(date, isThisYear(date) ? 'month' : 'monthOfYear');
}

function nearDayOf(date: Date): string | undefined {
  const days = daysAgo(date);
  return days === 0 || days === 1 ? nearDay(days) : undefined;
}

const nearDays = new Map<string, string>();

function nearDay(days: 0 | 1): string {
  const key = `${locale()} ${days}`;
  let name = nearDays.get(key);
  if (name === undefined) {
    const [first = '', ...rest] = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(0 - days, 'day');
    name = first.toLocaleUpperCase(locale()) + rest.join('');
    nearDays.set(key, name);
  }
  return name;
}
