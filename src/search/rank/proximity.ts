import type { AnalyzedQuery, Occurrences, SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { someLargest } from './largest.ts';
import { firstFrom } from './sorted.ts';
import type { Weights } from './statistics.ts';
import type { Tally } from './tally.ts';

/**
 * Adds to the best passages for each pair of words that are near each other both in the query and in the passage
 * (Metzler and Croft, "A Markov Random Field Model for Term Dependencies", 2005: unordered windows).
 */
export function addProximity(
  { score, touched }: Tally,
  query: AnalyzedQuery,
  material: SearchMaterial,
  weights: Weights,
): void {
  const pairs = nearPairs(query, weights);
  if (pairs.length === 0) return;
  const { weight, passages } = RANKING.proximity;
  const numbers = material.passages.memoryNo;
  const best = new Int32Array(someLargest({ values: score, numbers }, passages, touched)).sort();
  for (const [a, b] of pairs) {
    const gain = weight * (weights.idf[a]! + weights.idf[b]!);
    for (const passage of nearIn(best, material.terms[a]!.occurrences, material.terms[b]!.occurrences)) {
      score[passage]! += gain;
    }
  }
}

/**
 * The passages, of the given ones, in which two terms are near each other. The three lists skip to each other's next
 * value (leapfrog: Veldhuizen, "Leapfrog Triejoin", 2014), so a rare term costs a few steps.
 */
function nearIn(chosen: Int32Array, a: Occurrences, b: Occurrences): number[] {
  const near: number[] = [];
  for (let at = 0, i = 0, j = 0; at < chosen.length; ) {
    const passage = chosen[at]!;
    i = firstFrom(a.passages, passage, i);
    j = firstFrom(b.passages, passage, j);
    if (i === a.passages.length || j === b.passages.length) break;
    const next = Math.max(a.passages[i]!, b.passages[j]!);
    if (next > passage) at = firstFrom(chosen, next, at);
    else {
      if (standNear(a, i, b, j)) near.push(passage);
      at++;
    }
  }
  return near;
}

/** The pairs of terms that are near each other in the query; if there are too many, the heaviest. */
function nearPairs({ terms }: AnalyzedQuery, { idf }: Weights): [number, number][] {
  const { queryDistance, queryPairs } = RANKING.proximity;
  const places = terms.flatMap(({ positions }, term) => positions.map((position) => ({ position, term })));
  places.sort((a, b) => a.position - b.position);
  const pairs = new Map<number, [number, number]>();
  for (let i = 0; i < places.length; i++) {
    const { position, term } = places[i]!;
    for (let j = i + 1; j < places.length && places[j]!.position <= position + queryDistance; j++) {
      if (places[j]!.position === position || places[j]!.term === term) continue;
      const pair: [number, number] = term < places[j]!.term ? [term, places[j]!.term] : [places[j]!.term, term];
      pairs.set(pair[0] * terms.length + pair[1], pair);
    }
  }
  const found = [...pairs.values()];
  const weight = ([a, b]: [number, number]) => idf[a]! + idf[b]!;
  return found.length <= queryPairs ? found : found.sort((a, b) => weight(b) - weight(a)).slice(0, queryPairs);
}

/** Whether two terms are near each other in a passage: the i-th of term a's passages, the j-th of term b's. */
function standNear(a: Occurrences, i: number, b: Occurrences, j: number): boolean {
  for (let p = a.starts[i]!; p < a.starts[i + 1]!; p++) {
    for (let q = b.starts[j]!; q < b.starts[j + 1]!; q++) {
      if (Math.abs(a.positions[p]! - b.positions[q]!) <= RANKING.proximity.passageDistance) return true;
    }
  }
  return false;
}
