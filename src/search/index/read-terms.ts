import type { Occurrences } from '../../domain/search-store.ts';
import type { CharacterIndex } from './character-index.ts';
import { ask, type Steps } from './steps.ts';

/** Where each of some terms stands, asking for their postings. */
export function* readTerms(index: CharacterIndex, terms: readonly string[]): Steps<Map<string, Occurrences>> {
  const unread = index.unread(terms);
  const postings = index.isSettled && unread.length > 0 ? yield* ask('postings', { terms: unread }) : [];
  return index.occurrences(terms, postings);
}
