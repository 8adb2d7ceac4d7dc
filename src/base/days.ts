import { once } from './once.ts';

/** A day of the calendar; months and days count from 1. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const dayMs = 86_400_000;

/** The IANA time zone of this machine. */
export const machineTimeZone = once(() => Intl.DateTimeFormat().resolvedOptions().timeZone);

/** The day of an instant (milliseconds since 1970) in a time zone. RangeError for a zone that is not known. */
export function dayAt(instant: number, timeZone: string): Day {
  return dayOfUtc(instant + offsetAt(instant, timeZone));
}

/** The first instant of a day in a time zone; days beyond the end of a month count on. */
export function startOfDay({ year, month, day }: Day, timeZone: string): number {
  const midnight = utc(year, month, day);
  const before = midnight - offsetAt(midnight - dayMs, timeZone);
  const after = midnight - offsetAt(midnight + dayMs, timeZone);
  // Where clocks skip midnight, neither is midnight: the day begins with the offset before.
  const isMidnight = (instant: number) => instant + offsetAt(instant, timeZone) === midnight;
  return isMidnight(before) || !isMidnight(after) ? before : after;
}

/** The day so many days later. */
export function daysAfter({ year, month, day }: Day, days: number): Day {
  return dayOfUtc(utc(year, month, day + days));
}

/** From Sunday, 0. */
export function weekdayOf({ year, month, day }: Day): number {
  return new Date(utc(year, month, day)).getUTCDay();
}

/** How many days a month has. */
export function daysIn(year: number, month: number): number {
  return new Date(utc(year, month + 1, 0)).getUTCDate();
}

/** As Date.UTC, which takes the years before 100 for those of the last century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function dayOfUtc(time: number): Day {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type)!;
  const seconds = (part('hour') * 60 + part('minute')) * 60 + part('second');
  const shown = utc(part('year'), part('month'), part('day')) + seconds * 1_000;
  return shown - Math.floor(instant / 1_000) * 1_000;
}

/** Making one takes longer than using it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const figures = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const made = new Intl.DateTimeFormat('en-US', { ...figures, ...time, calendar: 'gregory', timeZone });
  clocks.set(timeZone, made);
  return made;
}
