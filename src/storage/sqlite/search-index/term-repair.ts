import type { ReadTerm } from '../../../domain/search-store.ts';
import { mergeOccurrences } from '../../../search/index/postings.ts';
import { termsBeginning, termsEnding } from '../../../search/index/recent-memories.ts';
import { type NearTerm, nearestTerms } from '../../../search/repair.ts';
import type { CharacterReader } from './material-reader.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * What a term that stands nowhere was meant to be: looked for among the character's terms that begin alike, and only
 * when there is none among those that end alike.
 */
export function repairTerm(vocabulary: Vocabulary, reader: CharacterReader, term: string): ReadTerm {
  const first = String.fromCodePoint(term.codePointAt(0)!);
  const ending = term.slice(Math.min(2, term.length - 2));
  const sources = [
    () => [
      vocabulary.beginning(reader.characterNo, first),
      ...reader.recent.map((terms) => termsBeginning(terms, first)),
    ],
    () => [vocabulary.ending(reader.characterNo, ending), ...reader.recent.map((terms) => termsEnding(terms, ending))],
  ];
  for (const lists of sources) {
    const chosen = chooseLiving(nearestTerms(term, lists()), reader);
    if (chosen !== undefined) return chosen;
  }
  return { found: [], occurrences: mergeOccurrences([]) };
}

/**
 * Of the nearest terms that stand in living passages: all inflections and compounds, but of equally likely typing
 * errors the commonest.
 */
function chooseLiving(nearest: readonly NearTerm[], reader: CharacterReader): ReadTerm | undefined {
  for (let from = 0; from < nearest.length; ) {
    const { cost, shares } = nearest[from]!;
    const equals = nearest.filter((near) => near.cost === cost).map(({ term }) => term);
    from += equals.length;
    const living = [...reader.occurrences(equals)].filter(([, { passages }]) => passages.length > 0);
    if (living.length === 0) continue;
    const commonest = living.reduce((a, b) => (b[1].passages.length > a[1].passages.length ? b : a));
    const chosen = shares ? living : [commonest];
    return {
      found: chosen.map(([term]) => term),
      occurrences: mergeOccurrences(chosen.map(([, occurrences]) => occurrences)),
    };
  }
  return undefined;
}
