import type { AnalyzedQuery, Occurrences, SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { someLargest } from './largest.ts';
import type { MemoryColumns } from './memories.ts';
import { firstFrom } from './sorted.ts';

/**
 * Of the memories that cover as much of the query as any and score about the same, those with its words in its order come
 * first: "Ada reports to Ben" before "Ben reports to Ada". They exchange their scores. A question turns words round, so order
 * alone lifts nothing far.
 */
export function preferInOrder(
  score: Float64Array,
  query: AnalyzedQuery,
  material: SearchMaterial,
  memories: MemoryColumns,
  coverage: (memory: number) => number,
): void {
  const pairs = adjacentPairs(query);
  if (pairs.length === 0) return;
  const { among, near, apart } = RANKING.order;
  const best = someLargest({ values: score, numbers: memories.memoryNo }, among);
  const most = best.reduce((top, m) => Math.max(top, coverage(m)), 0);
  const covering = best.filter((m) => score[m]! > 0 && coverage(m) > most - 1e-9);
  const least = near * covering.reduce((top, m) => Math.max(top, score[m]!), 0);
  const equal = covering.filter((m) => score[m]! >= least);
  if (equal.length < 2) return;
  const inOrder = new Map(equal.map((m) => [m, orderIn(m, pairs, material, memories)]));
  const scores = equal.map((m) => score[m]!).sort((a, b) => b - a);
  equal.sort((a, b) => inOrder.get(b)! - inOrder.get(a)! || score[b]! - score[a]!);
  let limit = Number.POSITIVE_INFINITY;
  for (const [i, m] of equal.entries()) {
    const before = equal[i - 1];
    if (before !== undefined && inOrder.get(before)! > inOrder.get(m)!) limit = score[before]! * apart;
    score[m] = Math.min(scores[i]!, limit);
  }
}

type Pair = readonly [number, number];

/** The pairs of different terms that stand side by side in the query. */
function adjacentPairs({ terms }: AnalyzedQuery): Pair[] {
  const at = new Map<number, number>();
  terms.forEach(({ positions, alternate }, t) => {
    if (!alternate) for (const place of positions) at.set(place, t);
  });
  return [...at].flatMap(([place, a]): Pair[] => {
    const b = at.get(place + 1);
    return b === undefined || a === b ? [] : [[a, b]];
  });
}

/** How many pairs a memory has in the query's order, less those that it has in the other order only. */
function orderIn(
  memory: number,
  pairs: readonly Pair[],
  { terms }: SearchMaterial,
  { firstPassage, endPassage }: MemoryColumns,
): number {
  let sum = 0;
  for (const [a, b] of pairs) {
    let [forwards, backwards] = [false, false];
    for (let passage = firstPassage[memory]!; passage < endPassage[memory]!; passage++) {
      for (const p of positionsIn(terms[a]!.occurrences, passage)) {
        for (const q of positionsIn(terms[b]!.occurrences, passage)) {
          if (q > p && q - p <= RANKING.order.distance) forwards = true;
          if (p > q && p - q <= RANKING.order.distance) backwards = true;
        }
      }
    }
    sum += forwards ? 1 : backwards ? -1 : 0;
  }
  return sum;
}

function positionsIn({ passages, starts, positions }: Occurrences, passage: number): Uint8Array {
  const i = firstFrom(passages, passage, 0);
  return passages[i] === passage ? positions.subarray(starts[i]!, starts[i + 1]!) : positions.subarray(0, 0);
}
