import type { AnalyzedQuery, Occurrences, SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { someLargest } from './largest.ts';
import type { ScoredPassages } from './passage-scores.ts';
import { firstFrom } from './sorted.ts';
import type { Weights } from './statistics.ts';

/**
 * Adds to the best passages for each pair of words that are near each other both in the query and in the passage
 * (Metzler and Croft, "A Markov Random Field Model for Term Dependencies", 2005: unordered windows).
 */
export function addProximity(
  scored: ScoredPassages,
  query: AnalyzedQuery,
  material: SearchMaterial,
  weights: Weights,
): void {
  const pairs = nearPairs(query, weights);
  if (pairs.length === 0) return;
  const { weight, passages } = RANKING.proximity;
  const { score } = scored;
  const ranked = { values: score, numbers: material.passages.memoryNo, places: scored.passages };
  const best = new Int32Array(someLargest(ranked, passages)).sort();
  const chosen = best.map((i) => scored.passages[i]!);
  for (const [a, b] of pairs) {
    const gain = weight * (weights.idf[a]! + weights.idf[b]!);
    for (const at of nearIn(chosen, material.terms[a]!.occurrences, material.terms[b]!.occurrences)) {
      score[best[at]!]! += gain;
    }
  }
}

/**
 * Which of the given passages have two terms near each other, by their indices. The three lists skip to each other's next
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
      if (standNear(a, i, b, j)) near.push(at);
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
