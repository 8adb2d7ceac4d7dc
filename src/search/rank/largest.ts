/** The indices of the largest values above zero, largest first, ties by index. */
export function largest(values: Float64Array, limit: number): number[] {
  return someLargest(values, limit).sort((a, b) => values[b]! - values[a]! || a - b);
}

/**
 * The same in no order: a bounded heap with the smallest kept value at its root, so that most of a hundred thousand
 * cost one comparison.
 */
export function someLargest(values: Float64Array, limit: number): number[] {
  const heap: number[] = [];
  if (limit < 1) return heap;
  let least = 0;
  for (let i = 0; i < values.length; i++) {
    if (!(values[i]! > least)) continue;
    if (heap.length < limit) {
      heap.push(i);
      if (heap.length < limit) continue;
      for (let at = limit >> 1; at >= 0; at--) sink(heap, values, at);
    } else {
      heap[0] = i;
      sink(heap, values, 0);
    }
    least = values[heap[0]!]!;
  }
  return heap;
}

/** Moves an entry down to where both below it are better. */
function sink(heap: number[], values: Float64Array, start: number): void {
  const moved = heap[start]!;
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && worse(values, heap[child + 1]!, heap[child]!)) child++;
    if (!worse(values, heap[child]!, moved)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moved;
}

function worse(values: Float64Array, a: number, b: number): boolean {
  return values[a]! < values[b]! || (values[a] === values[b] && a > b);
}
