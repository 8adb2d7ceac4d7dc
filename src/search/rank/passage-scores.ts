import type { SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { describeCharacter } from './character.ts';
import type { Weights } from './statistics.ts';
import { SubstituteScores } from './substitutes.ts';

export interface PassageScores {
  readonly score: Float64Array;
  /** Share of the query's weight that is in each passage, 0..1. */
  readonly covered: Float64Array;
}

/**
 * BM25 of every passage, times a power of the share of the query that it covers: a passage with two of the words once
 * comes before one with a single word twice. A term that names a participant has no substitutes.
 */
export function scorePassages(material: SearchMaterial, weights: Weights, named: ReadonlySet<number>): PassageScores {
  const { passages } = material;
  const score = new Float64Array(passages.count);
  const covered = new Float64Array(passages.count);
  const { k1 } = RANKING.passage;
  const { lengthNorms: norm } = describeCharacter(passages);
  const { length } = passages;
  const saturate = (passage: number, frequency: number) =>
    (frequency * (k1 + 1)) / (frequency + norm[length[passage]!]!);
  const substitutes = new SubstituteScores(passages.count, saturate);
  material.terms.forEach(({ occurrences }, t) => {
    const idf = weights.idf[t]!;
    const full = idf * (k1 + 1);
    const { passages: holding, starts } = occurrences;
    // Written out for speed, because a common word is in nearly every passage of the character.
    for (let i = 0; i < holding.length; i++) {
      const passage = holding[i]!;
      const frequency = starts[i + 1]! - starts[i]!;
      score[passage]! += (full * frequency) / (frequency + norm[length[passage]!]!);
      covered[passage]! += idf;
    }
    if (!named.has(t)) substitutes.add(t, material, weights, score, covered);
  });
  weighCoverage(score, covered, weights.asked);
  return { score, covered };
}

/** Turns coverage into shares, and multiplies the scores by a power of them. */
function weighCoverage(score: Float64Array, covered: Float64Array, asked: number): void {
  // Many passages cover the same, and a power takes as long as all the rest.
  const seen = new Float64Array(REMEMBERED);
  const factors = new Float64Array(REMEMBERED);
  for (let i = 0; i < score.length; i++) {
    if (score[i] === 0) continue;
    const share = Math.min(1, covered[i]! / asked);
    const at = Math.floor(share * SPREAD) % REMEMBERED;
    if (seen[at] !== share) {
      seen[at] = share;
      factors[at] = share ** RANKING.coverage;
    }
    covered[i] = share;
    score[i]! *= factors[at]!;
  }
}

/** A cache of powers, by the digits of the share. */
const REMEMBERED = 1024;
const SPREAD = 2 ** 40;
