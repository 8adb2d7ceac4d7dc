import type { Occurrences } from '../../domain/stores/search.ts';
import type { CharacterIndex, PostingsRow } from './character-index.ts';
import { ask, type Reading } from './steps.ts';

/**
 * The occurrences of some terms. Reads their postings, and reads again those that another search has evicted from the
 * cache meanwhile.
 */
export function* readTerms(index: CharacterIndex, terms: readonly string[]): Reading<Map<string, Occurrences>> {
  const asked = new Set<string>();
  const postings: PostingsRow[] = [];
  for (;;) {
    const wanted = index.wanted(terms.filter((term) => !asked.has(term)));
    if (wanted.length === 0) return index.occurrences(terms, postings);
    for (const [term] of wanted) asked.add(term);
    postings.push(...(yield* ask((source) => source.postings(wanted))));
  }
}
