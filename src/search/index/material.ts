import type { AnalyzedQuery, ReadTerm, SearchMaterial } from '../../domain/search-store.ts';
import { repairable } from '../repair.ts';
import { CharacterIndex } from './character-index.ts';
import { ask, type Steps } from './steps.ts';
import { repairTerms } from './term-repair.ts';

/** Everything about a character that ranking needs for a query. */
export function* readMaterial(query: AnalyzedQuery): Steps<SearchMaterial> {
  const asked = query.terms.map(({ term }) => term);
  const { segments, recent, postings } = yield* ask('index', { terms: asked });
  const index = new CharacterIndex({ segments, recent });
  const known = index.occurrences(asked, postings);
  const terms: ReadTerm[] = asked.map((term) => {
    const occurrences = known.get(term)!;
    return { found: occurrences.passages.length > 0 ? [term] : [], occurrences };
  });
  if (index.passages.count > 0) {
    const unknown = repairable(query, (i) => terms[i]!.found.length > 0);
    const repaired = yield* repairTerms(
      index,
      unknown.map((i) => asked[i]!),
    );
    unknown.forEach((i, at) => {
      terms[i] = repaired[at]!;
    });
  }
  return { passages: index.passages, terms };
}
