import type { SearchMaterial, Substitute } from '../../domain/search-store.ts';
import { idf, type Weights } from './statistics.ts';

/**
 * Where a term does not stand itself, the best of its substitutes in the passage counts for it, as a share of the rarer
 * of the two: "What instruments does she play?" finds the violin, "decide" the decision. One substitute a passage, so
 * that a list of them is not worth more than the word itself.
 */
export function addSubstitutes(
  term: number,
  material: SearchMaterial,
  weights: Weights,
  saturate: (passage: number, frequency: number) => number,
  add: (passage: number, score: number, weight: number) => void,
): void {
  const { occurrences } = material.terms[term]!;
  const living = livingSubstitutes(term, material, weights);
  if (living.length === 0) return;
  const own = new Set(occurrences.passages);
  const best = new Map<number, { score: number; weight: number }>();
  for (const { worth, occurrences: found } of living) {
    for (let i = 0; i < found.passages.length; i++) {
      const passage = found.passages[i]!;
      if (own.has(passage)) continue;
      const score = worth * saturate(passage, found.starts[i + 1]! - found.starts[i]!);
      const before = best.get(passage);
      if (before === undefined || score > before.score) best.set(passage, { score, weight: worth });
    }
  }
  for (const [passage, { score, weight }] of best) add(passage, score, weight);
}

/** The substitutes of a term that stand in living passages, each with what it is worth. */
export function livingSubstitutes(
  term: number,
  material: SearchMaterial,
  weights: Weights,
): (Substitute & { worth: number })[] {
  const { count } = material.passages;
  const asked = weights.idf[term]! || Math.log(1 + count);
  return material.terms[term]!.substitutes.flatMap((one) => {
    const holding = one.occurrences.passages.length;
    if (holding === 0 || isAsked(material, one)) return [];
    return [{ ...one, worth: one.weight * Math.min(asked, idf(holding, count)) }];
  });
}

function isAsked({ terms }: SearchMaterial, { term }: Substitute): boolean {
  return terms.some(({ forms }) => forms.includes(term));
}
