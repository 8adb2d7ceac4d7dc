import type { HeldName } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import type { Candidates } from './candidates.ts';
import { largestOf } from './fusion.ts';
import type { MemoryTable } from './memories.ts';

/** Whether any memory has a name. */
export function isHeld({ whole, within }: HeldName): boolean {
  return whole.length + within.length > 0;
}

/**
 * How many levels above memories without any name of the query those with names stand, by their places. A name counts
 * double by itself, and once within a longer one. A name that many memories have is their subject and decides nothing.
 */
export function levelsOfHolders(
  names: readonly HeldName[],
  { count, ofPassage }: MemoryTable,
): ReadonlyMap<number, number> {
  if (names.length === 0) return new Map();
  const { least, share } = RANKING.names;
  const most = Math.max(least, share * count);
  const held = new Map<number, number>();
  for (const { whole, within } of names) {
    const worth = new Map<number, number>();
    if (whole.length + within.length <= most) for (const passage of within) worth.set(ofPassage[passage]!, 1);
    if (whole.length <= most) for (const passage of whole) worth.set(ofPassage[passage]!, 2);
    for (const [memory, value] of worth) held.set(memory, (held.get(memory) ?? 0) + value);
  }
  const others = held.size < count ? [0] : [];
  const values = [...new Set([...others, ...held.values()])].sort((a, b) => a - b);
  return new Map([...held].map(([memory, value]) => [memory, values.indexOf(value)]));
}

/** Puts memories with more of the query's names first. */
export function putHoldersFirst(
  score: Float64Array,
  { places }: Candidates,
  levels: ReadonlyMap<number, number>,
): void {
  if (levels.size === 0) return;
  const top = largestOf(score);
  for (let m = 0; m < score.length; m++) if (score[m] !== 0) score[m]! += (levels.get(places[m]!) ?? 0) * top;
}
