/** Values that are ranked. */
export interface Ranked {
  readonly values: Float64Array;
  /** Orders equal values by number, because their places depend on how the table was built. */
  readonly numbers: Int32Array;
}

/**
 * The indices of the largest values above zero, largest first, ties by number, then by index.
 * @param among the indices that are looked at; all, unless it is given
 */
export function largest(ranked: Ranked, limit: number, among?: Int32Array): number[] {
  const { values, numbers } = ranked;
  const order = (a: number, b: number) => values[b]! - values[a]! || numbers[a]! - numbers[b]! || a - b;
  return someLargest(ranked, limit, among).sort(order);
}

/** The same without an order. Takes a time that grows with the values, not with the limit. */
export function someLargest({ values, numbers }: Ranked, limit: number, among?: Int32Array): number[] {
  if (limit < 1) return [];
  const count = among?.length ?? values.length;
  if (scratch.values.length < count) scratch.values = new Float64Array(count);
  const positive = scratch.values;
  let n = 0;
  for (let i = 0; i < count; i++) {
    const value = values[among ? among[i]! : i]!;
    if (value > 0) positive[n++] = value;
  }
  const least = n <= limit ? 0 : selectLargest(positive.subarray(0, n), limit);
  const larger: number[] = [];
  const equal: number[] = [];
  for (let i = 0; i < count; i++) {
    const index = among ? among[i]! : i;
    const value = values[index]!;
    if (value > least) larger.push(index);
    else if (value === least && value > 0) equal.push(index);
  }
  if (equal.length > limit - larger.length) equal.sort((a, b) => numbers[a]! - numbers[b]! || a - b);
  return [...larger, ...equal.slice(0, limit - larger.length)];
}

/** Room for the values of one call: allocating as much as a character holds costs more than looking at it. */
const scratch = { values: new Float64Array(4_096) };

/** The `k`-th largest of some values, which it reorders (Hoare, "Algorithm 65: Find", 1961). */
function selectLargest(values: Float64Array, k: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! > pivot) i++;
      while (values[j]! < pivot) j--;
      if (i > j) break;
      const moved = values[i]!;
      values[i++] = values[j]!;
      values[j--] = moved;
    }
    if (k - 1 <= j) high = j;
    else if (k - 1 >= i) low = i;
    else break;
  }
  return values[k - 1]!;
}
