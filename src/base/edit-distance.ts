/**
 * Optimal string alignment distance (Damerau 1964, Levenshtein 1966): insertions, deletions, substitutions and swaps of
 * neighbours; `most + 1` as soon as it exceeds `most`.
 */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let start = 0;
  let endA = a.length;
  let endB = b.length;
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  const rest = Math.max(endA, endB) - start;
  if (rest <= 1) return rest;
  // Between two letters that differ at both ends, one edit is enough only if they were swapped.
  if (most === 1) return rest === 2 && endA - start === 2 && isSwap(a, b, start) ? 1 : 2;
  return alignment(a.slice(start, endA), b.slice(start, endB), most);
}

function isSwap(a: string, b: string, at: number): boolean {
  return a.charCodeAt(at) === b.charCodeAt(at + 1) && a.charCodeAt(at + 1) === b.charCodeAt(at);
}

function alignment(a: string, b: string, most: number): number {
  const width = b.length + 1;
  const table = new Uint8Array((a.length + 1) * width);
  for (let j = 0; j < width; j++) table[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const at = i * width;
    table[at] = i;
    let least = i;
    for (let j = 1; j < width; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let cost = Math.min(table[at + j - width]! + 1, table[at + j - 1]! + 1, table[at + j - width - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, table[at + j - 2 * width - 2]! + 1);
      }
      table[at + j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
  }
  return table[a.length * width + b.length]!;
}
