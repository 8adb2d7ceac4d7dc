import type { Output } from '../../client/client.ts';

type RecallDay = Output<'getStatistics'>['recallsByDay'][number];

/** The period of recalls that shows how good a memory is, in days. */
export const recentDays = 30;
export const dayMs = 86_400_000;

/** Seven days ago, as an instant. */
export function weekAgo(): string {
  return new Date(Date.now() - 7 * dayMs).toISOString();
}

/** How many of the memories were added this week; what was erased again is not among them. */
export function addedThisWeek(days: Output<'getStatistics'>['byDay'], memories: number): number {
  const week = weekAgo().slice(0, 10);
  const added = days.filter(({ day }) => day > week).reduce((sum, one) => sum + one.added, 0);
  return Math.min(added, memories);
}

/** Each of these days, the oldest first, also days without a question. */
export function recentDaysOf(recallsByDay: readonly RecallDay[]): RecallDay[] {
  const known = new Map(recallsByDay.map((one) => [one.day, one]));
  return Array.from({ length: recentDays }, (_, place) => {
    const day = new Date(Date.now() - (recentDays - 1 - place) * dayMs).toISOString().slice(0, 10);
    return known.get(day) ?? { day, recalls: 0, empty: 0, weak: 0, offered: 0, given: 0 };
  });
}
