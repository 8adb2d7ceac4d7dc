import type { AnalyzedQuery } from '../../domain/stores/search.ts';
import { hasFeature } from '../../domain/tier.ts';
import { arrangeSmartly, preferChanged } from '../../search/smart/arrange.ts';
import { putStatesFirst } from '../../search/smart/asked-states.ts';
import { letOthersUp } from '../../search/smart/crowds.ts';
import { putQuotedFirst } from '../../search/smart/quotes.ts';
import { keywordsOf, putSaidFirst } from '../../search/smart/said-first.ts';
import { putMentionsLower, putTitlesLower } from '../../search/smart/titles.ts';
import type { ReadingContext } from '../context.ts';
import type { Arranged, Candidate } from './found.ts';
import { ownWordFirst } from './own-word.ts';

/**
 * The first `most` results in their order: the newest states first, few near-equal items of one list, titles below statements; with smart retrieval
 * salience, importance and recency decide between nearly equal ones, and near-duplicates are left out. A list of a time
 * stays.
 */
export function arranged<One extends Candidate>(
  { principal, now }: ReadingContext,
  { query, hasAll }: { query: string; hasAll?: boolean | undefined },
  analyzed: AnalyzedQuery,
  found: readonly One[],
  most = found.length,
): One[] {
  if (analyzed.onlyTime) return found.slice(0, most);
  const keywords = keywordsOf(analyzed);
  const mentioned = putMentionsLower(found);
  const said = keywords > 0 ? putSaidFirst(keywords, mentioned) : mentioned;
  const stated = putTitlesLower(query, analyzed, letOthersUp(preferChanged(query, said)));
  const candidates = putQuotedFirst(query, putStatesFirst(query, stated));
  const isSmart = hasFeature(principal.tier, 'smartRetrieval');
  return isSmart ? arrangeSmartly(candidates, now(), most, hasAll) : candidates.slice(0, most);
}

/** What the reader said before what others said about the reader. A list of a time stays. */
export function ownFirst({ principal }: ReadingContext, { onlyTime }: AnalyzedQuery, order: Arranged[]): Arranged[] {
  return onlyTime ? order : ownWordFirst(order, principal, ({ memory }) => memory);
}
