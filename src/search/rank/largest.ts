/**
 * The indices of the largest values above zero, largest first, ties by index: a bounded heap with the smallest kept
 * value at its root, so that a hundred of a hundred thousand cost one comparison for most.
 */
export function largest(values: Float64Array, limit: number): Int32Array {
  const heap: number[] = [];
  const worse = (a: number, b: number) => values[a]! < values[b]! || (values[a] === values[b] && a > b);
  const sink = (start: number) => {
    for (let at = start; ; ) {
      let child = 2 * at + 1;
      if (child >= heap.length) return;
      if (child + 1 < heap.length && worse(heap[child + 1]!, heap[child]!)) child++;
      if (!worse(heap[child]!, heap[at]!)) return;
      [heap[at], heap[child]] = [heap[child]!, heap[at]!];
      at = child;
    }
  };
  for (let i = 0; i < values.length; i++) {
    if (!(values[i]! > 0)) continue;
    if (heap.length < limit) {
      heap.push(i);
      if (heap.length === limit) for (let at = limit >> 1; at >= 0; at--) sink(at);
    } else if (limit > 0 && worse(heap[0]!, i)) {
      heap[0] = i;
      sink(0);
    }
  }
  return Int32Array.from(heap.sort((a, b) => (worse(a, b) ? 1 : -1)));
}
