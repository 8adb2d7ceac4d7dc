import type { Occurrences } from '../../domain/search-store.ts';
import type { CharacterIndex } from './character-index.ts';
import { ask, type Steps } from './steps.ts';

/** Where each of some terms stands, asking for their postings. */
export function* readTerms(index: CharacterIndex, terms: readonly string[]): Steps<Map<string, Occurrences>> {
  const wanted = index.wanted(terms);
  const postings = wanted.length > 0 ? yield* ask('postings', { wanted }) : [];
  return index.occurrences(terms, postings);
}
