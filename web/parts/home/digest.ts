import { type Change, isKeeping } from '../memory/change.ts';

/** The levels of days with memories. */
const levels = 4;

/** The lowest count of each level: the quartiles of the days with memories. */
export function levelBounds(counts: readonly number[]): number[] {
  const sorted = counts.filter((count) => count > 0).toSorted((a, b) => a - b);
  return Array.from({ length: levels }, (_, level) => sorted[Math.floor((level * sorted.length) / levels)] ?? 1);
}

/** 0: nothing; then by quartiles. */
export function levelOf(count: number, bounds: readonly number[]): number {
  return count === 0 ? 0 : Math.max(1, bounds.filter((bound) => count >= bound).length);
}

/** What one act changes, as of a synced file, is stored within this time (ms). */
const apartMs = 2_000;

/** Consecutive ones that belong together. */
export function runsOf<One>(all: readonly One[], belong: (one: One, other: One) => boolean): [One, ...One[]][] {
  const runs: [One, ...One[]][] = [];
  for (const one of all) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before !== undefined && belong(before, one)) run.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** Whether changes are of the same kind by the same author within a time (ms): by default those of one act. */
export function areAtOnce(one: Change, other: Change, ms = apartMs): boolean {
  const apart = Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt));
  return (
    one.changeType === other.changeType &&
    isKeeping(one) === isKeeping(other) &&
    one.by.kind === other.by.kind &&
    one.by.name === other.by.name &&
    one.by.client === other.by.client &&
    apart <= ms
  );
}

/** Rows without those that say nothing but what a row above says too. */
export function saidOnce<One>(rows: readonly One[], of: (row: One) => { content: string; count: number }): One[] {
  const said = new Set<string>();
  return rows.filter((row) => {
    const { content, count } = of(row);
    const isCopy = count === 1 && said.has(content);
    said.add(content);
    return !isCopy;
  });
}
