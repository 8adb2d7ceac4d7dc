import type { HeldName } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { largestOf } from './fusion.ts';
import type { MemoryTable } from './memories.ts';

/** Whether any memory has a name. */
export function isHeld({ whole, within }: HeldName): boolean {
  return whole.length + within.length > 0;
}

/**
 * Puts memories with more of the query's names first. A name counts double by itself, and once within a longer one. A
 * name that many memories have is their subject and decides nothing.
 */
export function putHoldersFirst(score: Float64Array, names: readonly HeldName[], memories: MemoryTable): void {
  if (!names.some(isHeld)) return;
  const { least, share } = RANKING.names;
  const most = Math.max(least, share * memories.count);
  const held = new Uint16Array(memories.count);
  for (const { whole, within } of names) {
    const worth = new Map<number, number>();
    if (whole.length + within.length <= most) for (const passage of within) worth.set(memories.ofPassage[passage]!, 1);
    if (whole.length <= most) for (const passage of whole) worth.set(memories.ofPassage[passage]!, 2);
    for (const [memory, value] of worth) held[memory]! += value;
  }
  const top = largestOf(score);
  const levels = [...new Set(held)].sort((a, b) => a - b);
  const level = new Map(levels.map((value, i) => [value, i * top]));
  for (let m = 0; m < score.length; m++) if (score[m] !== 0) score[m]! += level.get(held[m]!)!;
}
