import { plainWords, quotedIn } from '../text/quoted.ts';

/** The fields of a match that ranking by quotations uses. */
interface Candidate {
  readonly relevance: number;
  readonly content: string;
}

/** The share of the relevance of a memory with a quoted phrase that others have at most: ties don't close the gap. */
const APART = 0.9;

/** The memories that have the phrases in quotation marks word for word come first; the more of them, the earlier. */
export function putQuotedFirst<One extends Candidate>(query: string, candidates: readonly One[]): One[] {
  const phrases = quotedIn(query).map(plainWords);
  if (phrases.length === 0) return [...candidates];
  const counts = new Map(
    candidates.map((one) => {
      const text = plainWords(one.content);
      return [one, phrases.filter((phrase) => text.includes(phrase)).length];
    }),
  );
  const relevances = candidates.map(({ relevance }) => relevance).sort((a, b) => b - a);
  const ordered = candidates.toSorted((a, b) => counts.get(b)! - counts.get(a)!);
  let limit = 1;
  return ordered.map((one, i) => {
    const before = ordered[i - 1];
    if (before !== undefined && counts.get(before)! > counts.get(one)!)
      limit = Math.min(limit, relevances[i - 1]!) * APART;
    const relevance = Math.min(relevances[i]!, limit);
    return relevance === one.relevance ? one : { ...one, relevance };
  });
}
