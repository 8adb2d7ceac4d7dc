/** Values that are ranked. */
export interface Ranked {
  readonly values: Float64Array;
  /** Orders equal values by number, because their places depend on how the table was built. */
  readonly numbers: Int32Array;
  /** The place in `numbers` of each value; absent: its index. */
  readonly places?: Int32Array | undefined;
}

/** The indices of the largest values above zero, largest first, ties by number, then by index. */
export function largest(ranked: Ranked, limit: number): number[] {
  const { values } = ranked;
  const isBefore = byNumber(ranked);
  return someLargest(ranked, limit).sort((a, b) => values[b]! - values[a]! || isBefore(a, b));
}

/** The same without an order. Takes a time that grows with the values, not with the limit. */
export function someLargest(ranked: Ranked, limit: number): number[] {
  if (limit < 1) return [];
  const { values } = ranked;
  const least = leastOf(values, limit);
  const larger: number[] = [];
  const equal: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value > least) larger.push(i);
    else if (value === least && value > 0) equal.push(i);
  }
  const missing = limit - larger.length;
  if (equal.length > missing) equal.sort(byNumber(ranked)).length = missing;
  for (const one of equal) larger.push(one);
  return larger;
}

function byNumber({ numbers, places }: Ranked): (a: number, b: number) => number {
  return places
    ? (a, b) => numbers[places[a]!]! - numbers[places[b]!]! || a - b
    : (a, b) => numbers[a]! - numbers[b]! || a - b;
}

/** The `k`-th largest value above zero; 0 where there are no more than `k`. */
function leastOf(values: Float64Array, k: number): number {
  if (scratch.values.length < values.length) scratch.values = new Float64Array(values.length);
  const positive = scratch.values;
  let count = 0;
  let top = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value <= 0) continue;
    positive[count++] = value;
    if (value > top) top = value;
  }
  if (count <= k) return 0;
  const all = positive.subarray(0, count);
  return count < leastCounted ? selectLargest(all, k) : selectByBuckets(all, k, top);
}

/** As `selectLargest`, for many: counts the values by their size first, so that only those of one bucket are ordered. */
function selectByBuckets(values: Float64Array, k: number, top: number): number {
  const { buckets } = scratch;
  const scale = (buckets.length - 1) / top;
  buckets.fill(0);
  for (let i = 0; i < values.length; i++) buckets[(values[i]! * scale) | 0]!++;
  let bucket = buckets.length - 1;
  let larger = 0;
  for (; larger + buckets[bucket]! < k; bucket--) larger += buckets[bucket]!;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (((values[i]! * scale) | 0) === bucket) values[count++] = values[i]!;
  }
  return selectLargest(values.subarray(0, count), k - larger);
}

/** Of fewer values buckets would save nothing. */
const leastCounted = 4_096;

/** Room for the values of one call: allocating as much as a character holds costs more than looking at it. */
const scratch = { values: new Float64Array(4_096), buckets: new Int32Array(2_048) };

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
