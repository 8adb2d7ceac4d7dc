/**
 * Adds rankings whose scores mean different things, each divided by its largest (CombSUM over max-normalised scores:
 * Fox and Shaw, "Combination of Multiple Searches", 1994).
 */
export function fuse(rankings: readonly { readonly scores: Float64Array; readonly weight: number }[]): Float64Array {
  const fused = new Float64Array(rankings[0]?.scores.length ?? 0);
  for (const { scores, weight } of rankings) {
    const top = largestOf(scores);
    if (top > 0) for (let i = 0; i < scores.length; i++) fused[i]! += (weight * scores[i]!) / top;
  }
  return fused;
}

export function largestOf(values: Float64Array): number {
  let top = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > top) top = values[i]!;
  return top;
}
