import type { AnalyzedQuery, Occurrences, Substitute } from '../../domain/search-store.ts';
import { commonBeginning, haveSameBeginning } from '../beginnings.ts';
import { RANKING } from '../parameters.ts';
import type { CharacterIndex } from './character-index.ts';
import { termsBeginning } from './recent-memories.ts';
import { ask, type Steps } from './steps.ts';
import type { StandingTerm } from './term-repair.ts';

/**
 * What may stand for each of a query's terms: its relations in the lexicon, whose occurrences are `known` already, and
 * the terms of the index that begin alike. A term that is both counts by the better.
 */
export function* readSubstitutes(
  index: CharacterIndex,
  query: AnalyzedQuery,
  terms: readonly StandingTerm[],
  known: ReadonlyMap<string, Occurrences>,
): Steps<Substitute[][]> {
  const meant = terms.map(({ found }, i) => found[0] ?? query.terms[i]!.term);
  const alike = yield* beginningAlike(index, meant);
  const others = [...new Set(alike.flat())].filter((term) => !known.has(term));
  const unread = index.unread(others);
  const postings = index.isSettled && unread.length > 0 ? yield* ask('postings', { terms: unread }) : [];
  const read = index.occurrences(others, postings);
  return meant.map((_, i) => {
    const weights = new Map<string, number>(alike[i]!.map((term) => [term, RANKING.substitutes.beginning]));
    for (const term of query.terms[i]!.related) weights.set(term, RANKING.substitutes.lexicon);
    return [...weights].flatMap(([term, weight]): Substitute[] => {
      const occurrences = known.get(term) ?? read.get(term)!;
      return occurrences.passages.length === 0 ? [] : [{ term, weight, occurrences }];
    });
  });
}

/** For each term the other terms of the index that begin alike. */
function* beginningAlike(index: CharacterIndex, terms: readonly string[]): Steps<string[][]> {
  const beginnings = [...new Set(terms.flatMap((term) => commonBeginning(term) ?? []))];
  if (beginnings.length === 0) return terms.map(() => []);
  const settled = index.isSettled ? yield* ask('beginning', { beginnings }) : [];
  const standing = new Map(
    beginnings.map((beginning, i) => [
      beginning,
      new Set([...(settled[i] ?? []), ...index.recent.flatMap((text) => termsBeginning(text, beginning))]),
    ]),
  );
  return terms.map((term) => {
    const beginning = commonBeginning(term);
    const candidates = beginning === undefined ? [] : [...standing.get(beginning)!];
    return candidates.filter((candidate) => haveSameBeginning(term, candidate));
  });
}
