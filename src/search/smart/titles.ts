import type { AnalyzedQuery } from '../../domain/stores/search.ts';
import { headingsIn, pathBefore } from '../../text/headings.ts';
import { isSmallTalk } from '../../text/small-talk.ts';
import { SMART } from '../parameters.ts';
import type { MatchedTerm } from '../rank/explain.ts';
import { fold } from '../text/fold.ts';
import { detectLanguage } from '../text/languages/detect.ts';
import { stem } from '../text/stem.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { findWords } from '../text/words.ts';

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

/** A match of a chat or of a document. */
interface Placed extends Candidate {
  readonly ranking: { readonly session?: number; readonly terms?: () => readonly MatchedTerm[] };
}

/** As much of a message is read (UTF-16 units). */
const maxRead = 4_000;

/**
 * The title of a chat stands before each of its messages, and tells which chat it is: words that only the title says count fully
 * for the best message of the chat, and less for the others; small talk counts as one that says none.
 */
export function putMentionsLower<One extends Placed>(candidates: readonly One[]): One[] {
  const led = new Set<number>();
  const weighed = candidates
    .toSorted((a, b) => b.relevance - a.relevance)
    .map((one) => {
      const { session = -1 } = one.ranking;
      if (one.relevance === 1 || session < 0) return one;
      const share = shareSaid(one);
      const leads = share !== undefined && !led.has(session);
      if (leads) led.add(session);
      if (leads || share === 1) return one;
      return { ...one, relevance: one.relevance * (SMART.chatTitle + (1 - SMART.chatTitle) * (share ?? 0)) };
    });
  return weighed.sort((a, b) => b.relevance - a.relevance);
}

/** How much of what matched in a message it says itself, 0..1; undefined: it is small talk. */
function shareSaid({ content, ranking }: Placed): number | undefined {
  const path = pathBefore(content);
  const matched = path === '' ? [] : (ranking.terms?.() ?? []);
  const message = content.slice(path.length, maxRead);
  if (matched.length > 0 && isSmallTalk(message)) return undefined;
  const inTitle = termsOf(path);
  // Most messages have nothing of their title in common with a query.
  if (!matched.some(({ found }) => found.some((term) => inTitle.has(term)))) return 1;
  const said = termsOf(message);
  const weightOf = (terms: readonly MatchedTerm[]) => terms.reduce((sum, { weight }) => sum + weight, 0);
  const only = matched.filter(({ found }) => found.some((t) => inTitle.has(t)) && !found.some((t) => said.has(t)));
  return 1 - weightOf(only) / (weightOf(matched) || 1);
}

const termsOf = (text: string) => new Set(findWords(text, detectLanguage(text)).words.map(({ term }) => term));

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
