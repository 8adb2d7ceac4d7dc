import type { SearchMaterial, Substitute } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { firstFrom } from './sorted.ts';
import { idf, type Weights } from './statistics.ts';
import { Tally } from './tally.ts';

/**
 * When a passage lacks a term, its best substitute counts, with a share of the weight of the rarer of the two: "What
 * instruments does she play?" finds the violin. Only one counts, so that a list of substitutes is not worth more than
 * the term.
 * @param saturate the share of a term's weight that a passage gets for its frequency there
 */
export function addSubstitutes(
  tally: Tally,
  term: number,
  material: SearchMaterial,
  weights: Weights,
  saturate: (passage: number, frequency: number) => number,
): void {
  const living = livingSubstitutes(term, material, weights);
  if (living.length === 0) return;
  const own = material.terms[term]!.occurrences.passages;
  const best = Tally.borrow(material.passages.count);
  for (const { worth, occurrences: found } of living) {
    for (let i = 0, at = 0; i < found.passages.length; i++) {
      const passage = found.passages[i]!;
      if (own[at]! < passage) at = firstFrom(own, passage, at);
      if (own[at] === passage) continue;
      const gain = worth * saturate(passage, found.starts[i + 1]! - found.starts[i]!);
      const before = best.score[passage]!;
      if (gain > before) best.set(passage, gain, worth);
    }
  }
  for (const passage of best.touched) tally.add(passage, best.score[passage]!, best.covered[passage]!);
  best.release();
}

/** The substitutes of a term that active passages have, each with its weight. */
export function livingSubstitutes(
  term: number,
  material: SearchMaterial,
  weights: Weights,
): (Substitute & { worth: number })[] {
  const count = Math.max(material.passages.count, RANKING.leastPassages);
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
