import type { AnalyzedQuery, SearchMaterial } from '../../domain/stores/search.ts';
import type { Tally } from './tally.ts';

/**
 * Adds further scores, divided by their largest (CombSUM over max-normalised scores: Fox and Shaw, "Combination of
 * Multiple Searches", 1994).
 */
export function fuse(scores: Float64Array, added: readonly Float64Array[]): Float64Array {
  const top = largestOf(scores) || 1;
  const fused = new Float64Array(scores.length);
  for (let i = 0; i < fused.length; i++) fused[i] = scores[i]! / top;
  for (const one of added) for (let i = 0; i < fused.length; i++) fused[i]! += one[i]!;
  return fused;
}

export function largestOf(values: Float64Array): number {
  let top = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > top) top = values[i]!;
  return top;
}

/** The sentences of a prompt that ask, as a query of their own; undefined where it has no others. */
export function askingPart(
  query: AnalyzedQuery,
  material: SearchMaterial,
): { query: AnalyzedQuery; material: SearchMaterial } | undefined {
  const { asking } = query;
  if (asking.length === 0) return undefined;
  return {
    query: { ...query, terms: asking.map((t) => query.terms[t]!) },
    material: { ...material, terms: asking.map((t) => material.terms[t]!) },
  };
}

/**
 * Adds the scores of the questions, normalised to the same largest. Not for turns of a conversation: these are found by
 * the text around a question.
 */
export function addAsking({ score, touched }: Tally, asked: Tally, turns: Float64Array): void {
  const share = largestAt(score, touched) / (largestAt(asked.score, asked.touched) || 1);
  for (const m of touched) score[m]! += (1 - turns[m]!) * share * asked.score[m]!;
}

function largestAt(values: Float64Array, places: Int32Array): number {
  let top = 0;
  for (const place of places) if (values[place]! > top) top = values[place]!;
  return top;
}
