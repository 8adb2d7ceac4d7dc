import type { AnalyzedQuery } from '../../domain/stores/search.ts';
import { headingsIn, pathBefore } from '../../text/headings.ts';
import { SMART } from '../parameters.ts';
import { fold } from '../text/fold.ts';
import { stem } from '../text/stem.ts';
import { STOP_WORDS } from '../text/stop-words.ts';

/** The fields of a match that ranking by content uses. */
interface Candidate {
  readonly relevance: number;
  readonly content: string;
}

/** A longer text is no title. */
const maxTitle = 120;
/** A path below which so few words stand has another heading there, unless a colon tells that a text begins. */
const maxHeadingWords = 3;

/** For a question, statements come before headings, bare links and what only has words of the question: these answer nothing. */
export function putTitlesLower<One extends Candidate>(
  query: string,
  { asksForDetail }: Pick<AnalyzedQuery, 'asksForDetail'>,
  candidates: readonly One[],
): One[] {
  if (!asksForDetail) return [...candidates];
  const asked = new Set(wordsOf(query));
  const weighed = candidates.map((one) =>
    one.relevance < 1 && isTitle(one.content, asked) ? { ...one, relevance: SMART.title * one.relevance } : one,
  );
  return weighed.sort((a, b) => b.relevance - a.relevance);
}

function isTitle(content: string, asked: ReadonlySet<string>): boolean {
  const text = content.trim();
  if (text.length > maxTitle || /[.!?。！？؟]$/u.test(text)) return false;
  const isLink = text.includes('://') && !/\s/u.test(text);
  if (isLink || /^#{1,6} [^\n]*$/u.test(text) || /[:：]$/u.test(text)) return true;
  const path = pathBefore(text);
  const below = wordsOf(text.slice(path.length));
  if (headingsIn(path).length > 0 && below.length <= maxHeadingWords && !text.includes(': ')) return true;
  return wordsOf(text).every((word) => asked.has(word));
}

const wordsOf = (text: string) =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .map(fold)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
