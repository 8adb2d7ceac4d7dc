import { type Day, dayAt, daysAfter, startOfDay, weekdayOf } from '../base/days.ts';
import type { Stretch } from '../domain/stores/search.ts';
import { type NamedSeason, type NamedTime, UNIT_DAYS, type Unit } from './text/languages/dates.ts';

/** How many years a month without a year may lie back. */
const MAX_YEARS = 10;

/**
 * The stretches of the calendar that a time may mean, in a time zone, the likeliest first: "in August" the last one,
 * then those before; "last week" the calendar's, then the last seven days. Weeks begin on Monday.
 */
export function periodOf(time: NamedTime, now: number, timeZone: string): readonly Stretch[] {
  const today = dayAt(now, timeZone);
  const stretch = (from: Day, to: Day): Stretch => ({ from: startOfDay(from, timeZone), to: startOfDay(to, timeZone) });
  const days = (first: number, count: number) => stretch(daysAfter(today, first), daysAfter(today, first + count));
  switch (time.kind) {
    case 'calendar':
      return datesOf(time, today.year)
        .map(([from, to]) => stretch(from, to))
        .filter(({ from }) => from <= now || time.year !== undefined);
    case 'day':
      return [days(-time.back, 1)];
    case 'weekday':
      return [days(-((weekdayOf(today) - time.weekday + 7) % 7 || 7), 1)];
    case 'ago':
      return [stretch(...earlierUnit(time.unit, time.count, today))];
    case 'last': {
      const rolling = { ...days(-time.count * UNIT_DAYS[time.unit], 1), to: now };
      return time.count > 1 ? [rolling] : [stretch(...earlierUnit(time.unit, 1, today)), rolling];
    }
    case 'this':
      return [stretch(...earlierUnit(time.unit, 0, today))];
    case 'season':
      return [stretch(...seasonOf(time, now, timeZone))];
  }
}

/** Zones of the southern half of the world, where spring begins in September. */
const SOUTHERN =
  /^(?:Australia|Antarctica)\/|^Africa\/(?:Johannesburg|Maputo|Harare|Windhoek|Gaborone)$|^America\/(?:Argentina|Sao_Paulo|Santiago|Montevideo|Asuncion|La_Paz|Lima|Buenos_Aires)|^Pacific\/(?:Auckland|Chatham|Fiji)$/;

/**
 * Three whole months (meteorological seasons). The last season is the latest that has ended; one that begins in December
 * belongs to that year.
 */
function seasonOf({ season, year, of }: NamedSeason, now: number, timeZone: string): [Day, Day] {
  const first = 3 * (((season + (SOUTHERN.test(timeZone) ? 2 : 0)) % 4) + 1);
  const daysOf = (one: number): [Day, Day] => [dayIn(one, first), dayIn(one, first + 3)];
  const { year: present } = dayAt(now, timeZone);
  if (year !== undefined) return daysOf(year);
  if (of === 'last year') return daysOf(present - 1);
  const has = (one: number) => startOfDay(daysOf(one)[of === 'last' ? 1 : 0], timeZone) <= now;
  return daysOf([present, present - 1].find(has) ?? present - 2);
}

function datesOf({ year, month, day }: NamedTime & { kind: 'calendar' }, thisYear: number): [Day, Day][] {
  if (month === undefined && year === undefined) return [];
  const years = year === undefined ? Array.from({ length: MAX_YEARS }, (_, i) => thisYear - i) : [year];
  return years.map((one) => {
    if (month === undefined) return [dayIn(one, 1), dayIn(one + 1, 1)];
    const first = { ...dayIn(one, month), day: day ?? 1 };
    return [first, day === undefined ? dayIn(one, month + 1) : daysAfter(first, 1)];
  });
}

/** The first day of a month; months count on beyond December. */
function dayIn(year: number, month: number): Day {
  return daysAfter({ year, month, day: 1 }, 0);
}

/** The unit of the calendar so many units before the one that a day is in: its first day, and the next one's. */
function earlierUnit(unit: Unit, count: number, today: Day): [Day, Day] {
  const { year, month } = today;
  const monday = daysAfter(today, -((weekdayOf(today) + 6) % 7) - 7 * count);
  switch (unit) {
    case 'day':
      return [daysAfter(today, -count), daysAfter(today, 1 - count)];
    case 'week':
      return [monday, daysAfter(monday, 7)];
    case 'weekend':
      return [daysAfter(monday, 5), daysAfter(monday, 7)];
    case 'month':
      return [dayIn(year, month - count), dayIn(year, month - count + 1)];
    case 'year':
      return [dayIn(year - count, 1), dayIn(year - count + 1, 1)];
  }
}
