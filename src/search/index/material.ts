import type { AnalyzedQuery, ReadTerm, SearchMaterial } from '../../domain/search-store.ts';
import { repairable } from '../repair.ts';
import { ask, type Steps } from './steps.ts';
import { readSubstitutes } from './substitutes.ts';
import { repairTerms, type StandingTerm } from './term-repair.ts';

/** Everything about a character that ranking needs for a query. */
export function* readMaterial(query: AnalyzedQuery): Steps<SearchMaterial> {
  const asked = query.terms.map(({ term }) => term);
  // The lexicon's terms are known before anything is read, so they cost no round of their own.
  const first = [...new Set([...asked, ...query.terms.flatMap(({ related }) => related)])];
  const { index, postings } = yield* ask('index', { terms: first });
  const known = index.occurrences(first, postings);
  const terms: StandingTerm[] = asked.map((term) => {
    const occurrences = known.get(term)!;
    return { found: occurrences.passages.length > 0 ? [term] : [], occurrences };
  });
  if (index.passages.count === 0) return { passages: index.passages, terms: terms.map(withoutSubstitutes) };
  const unknown = repairable(query, (i) => terms[i]!.found.length > 0);
  const repaired = yield* repairTerms(
    index,
    unknown.map((i) => asked[i]!),
  );
  unknown.forEach((i, at) => {
    terms[i] = repaired[at]!;
  });
  const substitutes = yield* readSubstitutes(index, query, terms, known);
  return {
    passages: index.passages,
    terms: terms.map((term, i): ReadTerm => ({ ...term, substitutes: substitutes[i]! })),
  };
}

const withoutSubstitutes = (term: StandingTerm): ReadTerm => ({ ...term, substitutes: [] });
