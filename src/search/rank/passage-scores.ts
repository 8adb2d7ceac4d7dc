import type { SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { describeCharacter } from './character.ts';
import type { Weights } from './statistics.ts';
import { addSubstitutes } from './substitutes.ts';
import { Tally } from './tally.ts';

/**
 * BM25 of every passage, times a power of the share of the query that it covers: a passage with two of the words once
 * comes before one with a single word twice. A term that names a participant has no substitutes.
 */
export function scorePassages(material: SearchMaterial, weights: Weights, named: ReadonlySet<number>): Tally {
  const { passages } = material;
  const tally = Tally.borrow(passages.count);
  const { k1 } = RANKING.passage;
  const { lengthNorms: norm } = describeCharacter(passages);
  const { length } = passages;
  const saturate = (passage: number, frequency: number) =>
    (frequency * (k1 + 1)) / (frequency + norm[length[passage]!]!);
  material.terms.forEach(({ occurrences }, t) => {
    const idf = weights.idf[t]!;
    const covering = weights.covering[t]!;
    const full = idf * (k1 + 1);
    const { passages: holding, starts } = occurrences;
    for (let i = 0; i < holding.length; i++) {
      const passage = holding[i]!;
      const frequency = starts[i + 1]! - starts[i]!;
      tally.add(passage, (full * frequency) / (frequency + norm[length[passage]!]!), covering);
    }
    if (!named.has(t)) addSubstitutes(tally, t, material, weights, saturate);
  });
  weighCoverage(tally, weights.asked);
  return tally;
}

/** Turns coverage into shares, and multiplies the scores by a power of them. */
function weighCoverage({ score, covered, touched }: Tally, asked: number): void {
  // Many passages cover the same, and a power takes as long as all the rest.
  const seen = new Float64Array(REMEMBERED);
  const factors = new Float64Array(REMEMBERED);
  for (let i = 0; i < touched.length; i++) {
    const passage = touched[i]!;
    const share = Math.min(1, covered[passage]! / asked);
    const at = Math.floor(share * SPREAD) % REMEMBERED;
    if (seen[at] !== share) {
      seen[at] = share;
      factors[at] = share ** RANKING.coverage;
    }
    covered[passage] = share;
    score[passage]! *= factors[at]!;
  }
}

/** A cache of powers, by the digits of the share. */
const REMEMBERED = 1024;
const SPREAD = 2 ** 40;
