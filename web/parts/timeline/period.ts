import { locale, t } from '../../languages/translate.ts';
/** A period of time in UTC, named by a prefix of a date: nothing is all time, then 2026, 2026-01, 2026-01-31. */
export type Period = string;

const pattern = /^(?:\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?)?$/;
const allTime = { since: '0001-01-01T00:00:00.000Z', until: '9999-01-01T00:00:00.000Z' };

/** What each length of a period is, and how it is shown. */
const kinds: Record<number, { part: Intl.DateTimeFormatOptions; whole: Intl.DateTimeFormatOptions }> = {
  4: { part: { year: 'numeric' }, whole: { year: 'numeric' } },
  7: { part: { month: 'short' }, whole: { month: 'long', year: 'numeric' } },
  10: { part: { day: 'numeric' }, whole: { day: 'numeric', month: 'long', year: 'numeric' } },
};

/** The period that an address names; all time where it names none. */
export function periodOf(text: string | null): Period {
  const given = text ?? '';
  const isThere = pattern.test(given) && (given.length < 10 || firstDay(given).toISOString().startsWith(given));
  return isThere ? given : '';
}

/** The period that contains it. */
export function around(period: Period): Period {
  return period.slice(0, period.length > 4 ? period.length - 3 : 0);
}

/** The parts into which it is divided when drawn. */
export function unitOf(period: Period): 'YEAR' | 'MONTH' | 'DAY' {
  if (period === '') return 'YEAR';
  return period.length === 4 ? 'MONTH' : 'DAY';
}

/** From its beginning, inclusive, until its end, exclusive. */
export function instantsOf(period: Period): { since: string; until: string } {
  if (period === '') return allTime;
  return { since: firstDay(period).toISOString(), until: firstDay(next(period, 1)).toISOString() };
}

/** The period as long that comes `by` later. */
export function next(period: Period, by: number): Period {
  const date = firstDay(period);
  if (period.length === 4) date.setUTCFullYear(date.getUTCFullYear() + by);
  else if (period.length === 7) date.setUTCMonth(date.getUTCMonth() + by);
  else date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, period.length);
}

/** The parts of a year or of a month. */
export function partsOf(period: Period): Period[] {
  const { until } = instantsOf(period);
  const parts: Period[] = [];
  for (let part = `${period}-01`; firstDay(part).toISOString() < until; part = next(part, 1)) parts.push(part);
  return parts;
}

/** Its name in words: complete, or only the part that the surrounding periods leave open. */
export function nameOf(period: Period, as: 'whole' | 'part' = 'whole'): string {
  const format = kinds[period.length]?.[as];
  return format ? firstDay(period).toLocaleDateString(locale(), { ...format, timeZone: 'UTC' }) : t('All time');
}

function firstDay(period: Period): Date {
  return new Date(`${period}${'-01-01'.slice(period.length - 4)}T00:00:00.000Z`);
}
