import { RELEVANCE } from '../parameters.ts';
import type { Named } from './factors.ts';
import { largestOf } from './fusion.ts';

/**
 * How likely the best memory answers the query, 0..1: the largest coverage. When a participant is named, times the
 * agreement: how much that participant's memories cover compared with those of the others.
 */
export function strengthOf(covered: Float64Array, named: Named): number {
  if (named.terms.size === 0) return calibrated(largestOf(covered));
  let mine = 0;
  let theirs = 0;
  for (let m = 0; m < covered.length; m++) {
    if (named.isOthers(m)) theirs = Math.max(theirs, covered[m]!);
    else mine = Math.max(mine, covered[m]!);
  }
  const most = Math.max(mine, theirs * RELEVANCE.others);
  return calibrated(most * Math.min(1, (RELEVANCE.agreement * mine) / (mine + theirs || 1)));
}

/**
 * Calibrates a strength by linear interpolation: of questions with that strength, the share with an answer among the
 * first five.
 */
export function calibrated(strength: number): number {
  const points = RELEVANCE.calibration;
  const above = points.findIndex(([measured]) => strength <= measured);
  if (above <= 0) return above === 0 ? points[0][1] : points.at(-1)![1];
  const [from, low] = points[above - 1]!;
  const [to, high] = points[above]!;
  return high - ((high - low) * (to - strength)) / (to - from);
}
