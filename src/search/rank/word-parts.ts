import { RANKING } from '../parameters.ts';
import type { Candidates } from './candidates.ts';
import type { Parts } from './explain.ts';
import { largestOf } from './fusion.ts';
import { type FoundWords, type LexicalScores, sumOf } from './lexical.ts';

/** A column as shares of the largest of another; computed lazily. */
export function shareOf(values: Float64Array, whole: Float64Array, weight = 1): (memory: number) => number {
  let top: number | undefined;
  return (m) => {
    top ??= largestOf(whole) || 1;
    return (weight * values[m]!) / top;
  };
}

/** Where the parts of the scores by words come from. */
export function describeWords(
  { weights, named }: FoundWords,
  { own, support, ofSessions, covered, factors }: LexicalScores,
  { ofSession }: Candidates,
): Parts {
  const turn = support ? sumOf(own, support) : own;
  const session = shareOf(ofSessions, ofSessions, RANKING.session.weight);
  return {
    weights,
    named: named.terms,
    factors,
    coverage: (m) => covered[m]!,
    words: shareOf(own, turn),
    neighbours: support ? shareOf(support, turn) : () => 0,
    session: (m) => (ofSession[m]! < 0 ? 0 : session(ofSession[m]!)),
    meaning: () => 0,
  };
}
