import type { AnalyzedQuery, Occurrences, SearchMaterial } from '../../domain/search-index.ts';
import { RANKING } from '../parameters.ts';
import { largest } from './largest.ts';
import type { Weights } from './statistics.ts';

/**
 * Adds to the best passages for each pair of words that stand near each other both in the query and in the passage
 * (Metzler and Croft, "A Markov Random Field Model for Term Dependencies", 2005: unordered windows).
 */
export function addProximity(
  score: Float64Array,
  query: AnalyzedQuery,
  material: SearchMaterial,
  weights: Weights,
): void {
  const pairs = nearPairs(query);
  if (pairs.length === 0) return;
  const { weight, passages } = RANKING.proximity;
  for (const passage of largest(score, passages)) {
    for (const [a, b] of pairs) {
      const near = standNear(material.terms[a]!.occurrences, material.terms[b]!.occurrences, passage);
      if (near) score[passage]! += weight * (weights.idf[a]! + weights.idf[b]!);
    }
  }
}

function nearPairs({ terms }: AnalyzedQuery): [number, number][] {
  const pairs: [number, number][] = [];
  const reach = RANKING.proximity.queryDistance;
  terms.forEach((a, i) => {
    for (let j = i + 1; j < terms.length; j++) {
      const distance = (p: number, q: number) => Math.abs(p - q) > 0 && Math.abs(p - q) <= reach;
      if (a.positions.some((p) => terms[j]!.positions.some((q) => distance(p, q)))) pairs.push([i, j]);
    }
  });
  return pairs;
}

function standNear(a: Occurrences, b: Occurrences, passage: number): boolean {
  const i = indexOf(a.passages, passage);
  const j = i < 0 ? -1 : indexOf(b.passages, passage);
  if (j < 0) return false;
  for (let p = a.starts[i]!; p < a.starts[i + 1]!; p++) {
    for (let q = b.starts[j]!; q < b.starts[j + 1]!; q++) {
      if (Math.abs(a.positions[p]! - b.positions[q]!) <= RANKING.proximity.passageDistance) return true;
    }
  }
  return false;
}

/** Binary search. */
function indexOf(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle]!;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
