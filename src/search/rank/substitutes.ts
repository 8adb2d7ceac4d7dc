import type { SearchMaterial, Substitute } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { idf, type Weights } from './statistics.ts';

/** The substitutes of a term that active passages have, each with its weight. */
export function livingSubstitutes(
  term: number,
  material: SearchMaterial,
  weights: Weights,
): (Substitute & { worth: number })[] {
  const count = Math.max(material.passages.count, RANKING.leastPassages);
  const asked = weights.idf[term]! || weights.factor(term) * Math.log(1 + count);
  return material.terms[term]!.substitutes.flatMap((one) => {
    const holding = one.occurrences.passages.length;
    if (holding === 0 || isAsked(material, one)) return [];
    return [{ ...one, worth: one.weight * Math.min(asked, idf(holding, count)) }];
  });
}

function isAsked({ terms }: SearchMaterial, { term }: Substitute): boolean {
  return terms.some(({ forms }) => forms.includes(term));
}
