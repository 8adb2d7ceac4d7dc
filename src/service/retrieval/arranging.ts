import type { AnalyzedQuery } from '../../domain/stores/search.ts';
import { hasFeature } from '../../domain/tier.ts';
import { arrangeSmartly, preferChanged } from '../../search/smart/arrange.ts';
import { putStatesFirst } from '../../search/smart/asked-states.ts';
import { letOthersUp } from '../../search/smart/crowds.ts';
import { putQuotedFirst } from '../../search/smart/quotes.ts';
import type { ReadingContext } from '../context.ts';
import type { Arranged, Candidate } from './found.ts';
import { ownWordFirst } from './own-word.ts';

/**
 * The first `most` results in their order: the newest states first, few near-equal items of one list; with smart retrieval
 * salience, importance and recency decide between nearly equal ones, and near-duplicates are left out. A list of a time
 * stays.
 */
export function arranged<One extends Candidate>(
  { principal, now }: ReadingContext,
  query: string,
  { onlyTime }: AnalyzedQuery,
  found: readonly One[],
  most = found.length,
): One[] {
  if (onlyTime) return found.slice(0, most);
  const candidates = putQuotedFirst(query, putStatesFirst(query, letOthersUp(preferChanged(query, found))));
  const isSmart = hasFeature(principal.tier, 'smartRetrieval');
  return isSmart ? arrangeSmartly(candidates, now(), most) : candidates.slice(0, most);
}

/** What the reader said before what others said about the reader. A list of a time stays. */
export function ownFirst({ principal }: ReadingContext, { onlyTime }: AnalyzedQuery, order: Arranged[]): Arranged[] {
  return onlyTime ? order : ownWordFirst(order, principal, ({ memory }) => memory);
}
