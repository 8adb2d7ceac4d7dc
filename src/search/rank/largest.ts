/** Values that are ranked. */
export interface Ranked {
  readonly values: Float64Array;
  /** Orders equal values by number, because their places depend on how the table was built. */
  readonly numbers: Int32Array;
}

/** The indices of the largest values above zero, largest first, ties by number, then by index. */
export function largest(ranked: Ranked, limit: number): number[] {
  return someLargest(ranked, limit).sort((a, b) => (isWorse(ranked, a, b) ? 1 : -1));
}

/**
 * The same without an order. A bounded heap with the smallest value at its root needs one comparison for most values.
 */
export function someLargest(ranked: Ranked, limit: number): number[] {
  const { values } = ranked;
  const heap: number[] = [];
  if (limit < 1) return heap;
  let least = 0;
  for (let i = 0; i < values.length; i++) {
    if (!(values[i]! >= least) || values[i]! <= 0) continue;
    if (heap.length < limit) {
      heap.push(i);
      if (heap.length < limit) continue;
      for (let at = limit >> 1; at >= 0; at--) sink(heap, ranked, at);
    } else {
      if (isWorse(ranked, i, heap[0]!)) continue;
      heap[0] = i;
      sink(heap, ranked, 0);
    }
    least = values[heap[0]!]!;
  }
  return heap;
}

/** Moves an entry down to where both below it are better. */
function sink(heap: number[], ranked: Ranked, start: number): void {
  const moved = heap[start]!;
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isWorse(ranked, heap[child + 1]!, heap[child]!)) child++;
    if (!isWorse(ranked, heap[child]!, moved)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moved;
}

function isWorse({ values, numbers }: Ranked, a: number, b: number): boolean {
  if (values[a] !== values[b]) return values[a]! < values[b]!;
  return numbers[a] === numbers[b] ? a > b : numbers[a]! > numbers[b]!;
}
