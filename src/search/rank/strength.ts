import type { Named } from './factors.ts';
import { largestOf } from './fusion.ts';

/**
 * How likely the best memory is an answer, 0..1: how much of what was asked for a memory covers (half of it where the
 * memory is another participant's), times the agreement of the memories when a participant is named: whether those of
 * whom was asked for hold as much of it as those of the others.
 */
export function strengthOf(covered: Float64Array, turn: Float64Array, named: Named): number {
  if (named.terms.size === 0) return largestOf(covered);
  let most = 0;
  let mine = 0;
  let theirs = 0;
  for (let m = 0; m < covered.length; m++) {
    const others = named.isOthers(m);
    most = Math.max(most, covered[m]! * (others ? OTHERS : 1));
    if (others) theirs = Math.max(theirs, turn[m]!);
    else mine = Math.max(mine, turn[m]!);
  }
  return most * Math.min(1, (2 * mine) / (mine + theirs || 1));
}

const OTHERS = 0.5;
