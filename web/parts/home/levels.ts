/** How many levels there are of days that have something. */
const levels = 4;

/** From which count on a day is on each level: the quarters of the days that have something. */
export function levelBounds(counts: readonly number[]): number[] {
  const sorted = counts.filter((count) => count > 0).toSorted((a, b) => a - b);
  return Array.from({ length: levels }, (_, level) => sorted[Math.floor((level * sorted.length) / levels)] ?? 1);
}

/** 0: nothing; then by quarters. */
export function levelOf(count: number, bounds: readonly number[]): number {
  return count === 0 ? 0 : Math.max(1, bounds.filter((bound) => count >= bound).length);
}
