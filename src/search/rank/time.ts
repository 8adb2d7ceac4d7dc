import type { AnalyzedQuery, DateHint, Stretch } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { largestOf } from './fusion.ts';
import type { MemoryColumns } from './memories.ts';

interface Window {
  readonly from: number;
  readonly to: number;
  readonly factor: number;
}

const DAY = 1440;

/**
 * A factor for each memory: above 1 when it happened at a time that the query names.
 * @param years those of all memories of the character
 */
export function timeFactors(
  { dates, periods }: Pick<AnalyzedQuery, 'dates' | 'periods'>,
  memories: MemoryColumns,
  years: Years,
): (memory: number) => number {
  const windows = dates.flatMap((hint, i) => [...windowsOf(hint, years), ...periodOf(hint, periods[i]!)]);
  return (memory) => {
    const minute = memories.minute[memory]!;
    let factor = 1;
    for (const { from, to, factor: inside } of windows)
      if (minute >= from && minute < to) factor = Math.max(factor, inside);
    return factor;
  };
}

/** The very period that a time counts from now. */
function periodOf({ kind }: DateHint, [likeliest]: readonly Stretch[]): Window[] {
  if (kind !== 'span' || likeliest === undefined) return [];
  const { within, period } = RANKING.time;
  return [{ from: likeliest.from / 60_000, to: likeliest.to / 60_000, factor: within + period }];
}

/**
 * Scores the memories of the times that a query asks for, newest first, above those with its words. Of a time's likely
 * stretches it takes the first with an allowed memory. Whether there are any.
 */
export function listTimes(
  score: Float64Array,
  periods: readonly (readonly Stretch[])[],
  { count, minute, memoryNo }: MemoryColumns,
  allowed?: ReadonlySet<number>,
): boolean {
  const { oldest, saying } = RANKING.time.list;
  const all = Array.from({ length: count }, (_, m) => m).filter((m) => allowed?.has(memoryNo[m]!) !== false);
  const within = ({ from, to }: Stretch) => all.filter((m) => minute[m]! >= from / 60_000 && minute[m]! < to / 60_000);
  const found = periods.flatMap((stretches) => stretches.map(within).find(({ length }) => length > 0) ?? []);
  const listed = [...new Set(found)].sort((a, b) => minute[b]! - minute[a]! || memoryNo[b]! - memoryNo[a]!);
  const top = largestOf(score) || 1;
  for (let m = 0; m < count; m++) score[m]! *= saying / top;
  for (const [place, m] of listed.entries()) score[m] = 1 - ((1 - oldest) * place) / listed.length;
  return listed.length > 0;
}

/** The first and the last year of some memories, at most `MAX_YEARS` apart. */
export interface Years {
  readonly first: number;
  readonly last: number;
}

export function yearsOf({ minute, count }: MemoryColumns): Years {
  let low = count > 0 ? minute[0]! : 0;
  let high = low;
  for (let m = 1; m < count; m++) {
    low = Math.min(low, minute[m]!);
    high = Math.max(high, minute[m]!);
  }
  const year = (value: number) => new Date(value * 60_000).getUTCFullYear();
  return { first: Math.max(year(low), year(high) - MAX_YEARS), last: year(high) };
}

const MAX_YEARS = 50;

function windowsOf(hint: DateHint, years: Years): Window[] {
  const { within, nearDay, nearDays, monthTailDays } = RANKING.time;
  if (hint.kind === 'span') return [{ from: hint.from / 60_000, to: hint.to / 60_000, factor: within }];
  const minutes = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / 60_000;
  const { year, month, day } = hint;
  if (month === undefined) {
    return year === undefined ? [] : [{ from: minutes(year, 1, 1), to: minutes(year + 1, 1, 1), factor: within }];
  }
  const candidates = year === undefined ? range(years.first, years.last) : [year];
  return candidates.flatMap((y) => {
    const ofMonth = { from: minutes(y, month, 1), to: minutes(y, month + 1, 1) + monthTailDays * DAY, factor: within };
    if (day === undefined) return [ofMonth];
    const named = minutes(y, month, day);
    return [ofMonth, { from: named - nearDays * DAY, to: named + (nearDays + 1) * DAY, factor: within + nearDay }];
  });
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
