/**
 * The place of the first value of an ascending list that is not below a value, from a place on. Steps double and then
 * halve (Bentley and Yao, "An Almost Optimal Algorithm for Unbounded Searching", 1976): intersecting is as cheap as the
 * shorter list.
 */
export function firstFrom(sorted: Int32Array, value: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < sorted.length && sorted[low + step]! < value) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, sorted.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
