/**
 * Where in an ascending list the first is that is not below a value, at or behind a place: by steps that double, then by
 * halves (Bentley and Yao, "An Almost Optimal Algorithm for Unbounded Searching", 1976), so that looking up one list in
 * another costs no more than the shorter takes.
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
