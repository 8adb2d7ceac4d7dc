import type { AnalyzedQuery } from '../../domain/stores/search.ts';
import { pathBefore } from '../../text/headings.ts';
import { speakerOf } from '../../text/speakers.ts';
import { unspaced } from '../../text/words.ts';
import { SMART, TEXT } from '../parameters.ts';
import type { MatchedTerm } from '../rank/explain.ts';
import { fold } from '../text/fold.ts';

/** The fields of a match that ranking by its own words uses. */
interface Candidate {
  readonly relevance: number;
  readonly content: string;
  readonly ranking: { readonly session?: number; readonly terms?: () => readonly MatchedTerm[] };
}

/** How many keywords a query is, which any text with them matches alike; 0: it says more. */
export function keywordsOf({ terms, onlyTime, asksForDetail }: AnalyzedQuery): number {
  const own = terms.filter(({ alternate }) => !alternate).length;
  return onlyTime || asksForDetail || own > TEXT.keywords ? 0 : own;
}

/**
 * For keywords: what says the very word comes before what has another word of its stem, and this before what only a title
 * above says; short texts before long ones, statements before messages of chats, an assistant's last. The first that has
 * all of them, or its title, is as relevant as any was.
 */
export function putSaidFirst<One extends Candidate>(keywords: number, candidates: readonly One[]): One[] {
  const top = Math.max(...candidates.map(({ relevance }) => (relevance < 1 ? relevance : 0)));
  const weighed = candidates.map((one) => {
    const matched = one.ranking.terms?.() ?? [];
    if (one.relevance === 1 || matched.length === 0) return { one, relevance: one.relevance, has: 0 };
    const path = pathBefore(one.content);
    const body = one.content.slice(path.length);
    const { said, titled, otherwise } = saidShare(path, body, matched, keywords);
    // How often a text says a word counts little.
    const even = Math.sqrt(one.relevance * top);
    const form = lengthFactor(body.length) * (path !== '' && one.ranking.session! >= 0 ? ofMessage(body) : 1);
    const relevance = said * even + (titled * SMART.said.title + otherwise) * one.relevance;
    return { one, relevance: relevance * form, has: said + titled };
  });
  const best = Math.max(0, ...weighed.map(({ relevance, has }) => (has > WHOLE ? relevance : 0)));
  const more = Math.max(1, top / (best || top)) - 1;
  return weighed
    .map(({ one, relevance, has }) =>
      has === 0 && relevance === one.relevance
        ? one
        : { ...one, relevance: Math.min(top, relevance * (1 + more * has)) },
    )
    .sort((a, b) => b.relevance - a.relevance);
}

/** All, but for rounding. */
const WHOLE = 0.999;

function ofMessage(body: string): number {
  const label = /^[^:\n]{1,40}(?=: )/u.exec(body)?.[0] ?? '';
  return speakerOf(label, false)?.role === 'assistant' ? SMART.said.assistant : SMART.said.message;
}

/** As much of a text is read (UTF-16 units). */
const maxRead = 8_000;

/** How much of the keywords a text says exactly, how much its title, and the rest, which counts less for other words of the stem. */
function saidShare(path: string, text: string, matched: readonly MatchedTerm[], keywords: number) {
  const body = fold(text.slice(0, maxRead));
  const [own, above] = [wordsIn(body), wordsIn(fold(path))];
  const all = matched.reduce((sum, { weight }) => sum + weight, 0) || 1;
  // Its relevance is less already for what it lacks.
  const lacks = Math.max(0, 1 - matched.length / keywords);
  const shares = { said: 0, titled: 0, otherwise: lacks };
  for (const { word, weight, by } of matched) {
    const asked = fold(word);
    const share = ((1 - lacks) * weight) / all;
    if (own.has(asked) || (beginsUnspaced(asked) && body.includes(asked))) shares.said += share;
    else if (above.has(asked)) shares.titled += share;
    else shares.otherwise += share * (by === 'word' ? SMART.said.stem : 1);
  }
  return shares;
}

const wordsIn = (text: string) => new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu));
const beginsUnspaced = (word: string) => word.search(unspaced) === 0;

/** 1 for a statement of a few sentences, less for longer texts. */
function lengthFactor(length: number): number {
  const { short, long, factor } = SMART.said.length;
  return 1 - (1 - factor) * Math.min(1, Math.max(0, (length - short) / (long - short)));
}
