import { dayAt, daysAfter, machineTimeZone, startOfDay } from '../base/days.ts';
import { ServiceError } from './errors.ts';
import { isNameable } from './text.ts';

// Days of a time zone. Without one they are those of the machine.

/** The IANA name of a time zone. InvalidInput. */
export function zoneOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    throw new ServiceError('InvalidInput', `timeZone: "${name}" is no IANA time zone, such as Europe/Berlin.`);
  }
}

/** The day of a time (ms) in a zone, such as 2026-01-31. */
export function dayOf(ms: number, timeZone: string | undefined): string {
  const { year, month, day } = dayAt(ms, timeZone ?? machineTimeZone());
  return [String(year).padStart(4, '0'), month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The end of a day in a zone (ms): when the next day begins there. */
export function endOfDay(given: string, timeZone: string | undefined): number {
  const [year = 0, month = 0, day = 0] = given.split('-').map(Number);
  return startOfDay(daysAfter({ year, month, day }, 1), timeZone ?? machineTimeZone());
}

/**
 * A given time (ms): an ISO-8601 instant, or the end of a day such as 2026-03-01. InvalidInput.
 * @param field the name in the message
 * @param words further words that the field takes, for the message
 */
export function timeOf(
  given: string,
  timeZone: string | undefined,
  field: string,
  words: readonly string[] = [],
): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(given);
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(given);
  const start = isDay || isInstant ? Date.parse(given) : Number.NaN;
  if (!isNameable(start) || (isDay && new Date(start).toISOString().slice(0, 10) !== given)) {
    const forms = ['a day (2026-03-01)', 'an instant with its zone (2026-03-01T12:00:00Z)', ...words];
    const oneOf = `${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}`;
    throw new ServiceError('InvalidInput', `${field} must be ${oneOf}, not "${given}".`);
  }
  return isDay ? endOfDay(given, timeZone) : start;
}

/** Until when something holds, for readers: its last day in a zone, with the time where it ends within that day. */
export function shownEnd(validUntil: number, timeZone: string | undefined): string {
  const day = lastDay(validUntil, timeZone);
  if (endOfDay(day, timeZone) === validUntil) return day;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return `${day} ${new Intl.DateTimeFormat('en', clock).format(validUntil)}`;
}

/** The last day on which something holds until a time (ms), in a zone. */
export function lastDay(validUntil: number, timeZone: string | undefined): string {
  return dayOf(validUntil - 1, timeZone);
}
