import type { SearchMaterial, Substitute } from '../../domain/stores/search.ts';
import { firstFrom } from './sorted.ts';
import { idf, type Weights } from './statistics.ts';

/**
 * When a passage lacks a term, its best substitute counts, with a share of the weight of the rarer of the two: "What
 * instruments does she play?" finds the violin. Only one counts, so that a list of substitutes is not worth more than
 * the term.
 */
export class SubstituteScores {
  readonly #passages: number;
  readonly #saturate: (passage: number, frequency: number) => number;
  /** By passage, reused for each term; made for the first term with substitutes. */
  #best: Float64Array | undefined;
  #weight: Float64Array | undefined;

  constructor(passages: number, saturate: (passage: number, frequency: number) => number) {
    this.#passages = passages;
    this.#saturate = saturate;
  }

  /** Adds the weights of a term's substitutes to the passages' scores and coverage. */
  add(term: number, material: SearchMaterial, weights: Weights, score: Float64Array, covered: Float64Array): void {
    const living = livingSubstitutes(term, material, weights);
    if (living.length === 0) return;
    const own = material.terms[term]!.occurrences.passages;
    this.#best ??= new Float64Array(this.#passages);
    this.#weight ??= new Float64Array(this.#passages);
    const best = this.#best;
    const weight = this.#weight;
    const touched: number[] = [];
    for (const { worth, occurrences: found } of living) {
      for (let i = 0, at = 0; i < found.passages.length; i++) {
        const passage = found.passages[i]!;
        at = firstFrom(own, passage, at);
        if (own[at] === passage) continue;
        const gain = worth * this.#saturate(passage, found.starts[i + 1]! - found.starts[i]!);
        if (best[passage] === 0) touched.push(passage);
        else if (gain <= best[passage]!) continue;
        best[passage] = gain;
        weight[passage] = worth;
      }
    }
    for (const passage of touched) {
      score[passage]! += best[passage]!;
      covered[passage]! += weight[passage]!;
      best[passage] = 0;
    }
  }
}

/** The substitutes of a term that active passages have, each with its weight. */
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
