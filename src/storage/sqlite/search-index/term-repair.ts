import type { Occurrences, ReadTerm } from '../../../domain/search-index.ts';
import { lengthsLike, type NearTerm, nearestTerms } from '../../../search/repair.ts';
import { mergeOccurrences } from './postings.ts';
import type { Statements } from './statements.ts';

/**
 * What a term that stands nowhere was meant to be: looked for among the character's terms with the same first letter,
 * and only when there is none among all.
 */
export function repairTerm(
  statements: Statements,
  characterNo: number,
  term: string,
  read: (term: string) => Occurrences,
): ReadTerm {
  const { shortest, longest } = lengthsLike(term);
  const first = String.fromCodePoint(term.codePointAt(0)!);
  const ranges = [
    [first, first + LAST],
    ['', LAST],
  ] as const;
  for (const [from, to] of ranges) {
    const vocabulary = statements.termsFrom.iterate(characterNo, from, to, shortest, longest);
    const chosen = chooseLiving(nearestTerms(term, vocabulary), read);
    if (chosen !== undefined) return chosen;
  }
  return { found: [], occurrences: mergeOccurrences([]) };
}

/** After every letter. */
const LAST = '\u{10ffff}';

/** Of the nearest terms that still stand in living passages: all inflections and compounds, but of equally likely typos the commonest. */
function chooseLiving(nearest: readonly NearTerm[], read: (term: string) => Occurrences): ReadTerm | undefined {
  const living = nearest
    .map((near) => ({ ...near, occurrences: read(near.term) }))
    .filter(({ occurrences }) => occurrences.passages.length > 0);
  const best = living[0];
  if (best === undefined) return undefined;
  const equals = living.filter(({ cost }) => cost === best.cost);
  const chosen = best.shares
    ? equals
    : [equals.reduce((a, b) => (b.occurrences.passages.length > a.occurrences.passages.length ? b : a))];
  return {
    found: chosen.map((near) => near.term),
    occurrences: mergeOccurrences(chosen.map((near) => near.occurrences)),
  };
}
