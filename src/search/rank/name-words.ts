import type { AnalyzedQuery, QueryTerm, SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';

/**
 * The terms of a query that name one thing, such as a program or a brand: Latin letters among other ones. Terms that
 * many passages have are their subject and decide nothing; nor do terms that no passage has.
 */
export function findNameWords(query: AnalyzedQuery, { terms, passages }: SearchMaterial): ReadonlySet<number> {
  const { least, share } = RANKING.nameWords;
  const most = Math.max(least, share * passages.count);
  const isName = (t: number) => {
    const holding = terms[t]!.occurrences.passages.length;
    return query.terms[t]!.foreign && holding > 0 && holding <= most;
  };
  return new Set(query.terms.map((_, t) => t).filter(isName));
}

/**
 * The factor of the other words of a query besides its name words: `names.others` of these together, where they are
 * few. Otherwise rare question words would outweigh the topic.
 */
export function shareBeside(names: ReadonlySet<number>, { terms }: AnalyzedQuery, sought: Float64Array): number {
  if (names.size === 0) return 1;
  let named = 0;
  let others = 0;
  terms.forEach((_, t) => {
    if (names.has(t)) named += sought[t]!;
    else others += sought[t]!;
  });
  if (others === 0) return 1;
  const share = Math.min(1, (RANKING.nameWords.others * named) / others);
  return amongMany(
    share,
    terms.filter((_, t) => !names.has(t)),
    RANKING.nameWords,
  );
}

/** A factor where a query has few words; from many on it is 1. */
export function amongMany(
  factor: number,
  terms: readonly QueryTerm[],
  { few, many }: { few: number; many: number },
): number {
  const places = new Set(terms.flatMap(({ positions }) => positions));
  return factor + (1 - factor) * Math.min(1, Math.max(0, (places.size - few) / (many - few)));
}
