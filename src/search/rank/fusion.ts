/**
 * Adds to scores, divided by their largest, what else counts (CombSUM over max-normalised scores: Fox and Shaw,
 * "Combination of Multiple Searches", 1994).
 */
export function fuse(scores: Float64Array, added: readonly Float64Array[]): Float64Array {
  const top = largestOf(scores) || 1;
  return scores.map((score, i) => added.reduce((sum, one) => sum + one[i]!, score / top));
}

export function largestOf(values: Float64Array): number {
  let top = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > top) top = values[i]!;
  return top;
}
