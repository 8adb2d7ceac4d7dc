import { once } from '../../base/once.ts';
import type { AnalyzedQuery, SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING, RELEVANCE } from '../parameters.ts';
import { ORDERING } from '../text/asking.ts';
import { fold } from '../text/fold.ts';
import { languageOf } from '../text/languages/languages.ts';
import { isSubjectTerm } from '../text/subjects.ts';
import type { MatchedTerm } from './explain.ts';
import type { Named } from './factors.ts';
import { isOneName } from './statistics.ts';

/** How much of the query a character's memories cover, and whom it names. */
export interface Coverage {
  /** Of each memory: the share of the query's weight that its words cover. */
  readonly covered: Float64Array;
  readonly named: Named;
}

/**
 * How likely a memory answers the query, 0..1: a logistic regression (Cox, "The Regression Analysis of Binary
 * Sequences", 1958) on its own coverage and similarity. Neither grows with the number of memories.
 * @param near the memory's similarity to the query by the encoder of the package, 0..1; undefined: it took no part
 * @param turn how far the memory is a turn of a conversation, 0..1
 * @param order how far it bears on an order, 0..1
 */
export function strengthOf(
  coverage: Coverage,
  memory: number,
  near: number | undefined,
  turn: number,
  order = 0,
): number {
  const { words, withMeaning, turns, orders, meaning } = RELEVANCE;
  const share = shareOf(coverage, memory);
  const more = turns * turn + orders.most * order;
  if (near === undefined) return logistic(words.none + more + words.words * share);
  const together = withMeaning.none + more + withMeaning.words * share + withMeaning.meaning * near;
  return logistic(Math.max(together, meaning.none + meaning.meaning * near));
}

/**
 * Whether a memory has the name in a question and nothing else of it: "When is Ben's birthday?" is not answered by "Ben
 * collects stamps". A query without capitals shows no names.
 * @param matched the terms that the memory has
 * @param near its similarity to the query, 0..1
 */
export function hasOnlyNames(
  { terms, asksForDetail }: AnalyzedQuery,
  matched: readonly MatchedTerm[],
  near: number,
): boolean {
  if (!asksForDetail || matched.length === 0 || near >= RELEVANCE.onlyNames.similarity) return false;
  const has = new Set(matched.map(({ term }) => term));
  const words = terms.filter(({ alternate }) => !alternate);
  const lacksAttribute = words.some(({ term, name, date, isLight }) => !name && !date && !isLight && !has.has(term));
  return lacksAttribute && words.every(({ term, name }) => name || !has.has(term));
}

/**
 * Whether a memory matches a question for an attribute, but lacks the attribute, or has it of something else: "Ben collects
 * stamps" and "Ada turns nine on 3 May" for "When is Ben's birthday?"
 * @param tellsWhen it names a time, and the question asks for one
 */
export function lacksAsked(
  { terms, attribute }: AnalyzedQuery,
  matched: readonly MatchedTerm[],
  tellsWhen: boolean,
): boolean {
  if (attribute.length === 0 || matched.length === 0) return false;
  const has = new Set(matched.map(({ term }) => term));
  const things = terms.filter(({ term, alternate, date }) => !alternate && !date && !attribute.includes(term));
  return (
    !(tellsWhen || attribute.some((term) => has.has(term))) ||
    (things.length > 0 && !things.some(({ term }) => has.has(term)))
  );
}

/**
 * How far a memory bears on an order, 0..1, or somewhat more where no other does: it has something that the order names, as
 * a note about deploying for "deploy this branch", but not one about lists for "list the files". Less in a larger store,
 * where any word is in some memory.
 * @param share of the query's weight that it has, 0..1
 * @param count the memories of the character
 * @param turn how far the memory is a turn of a conversation, 0..1
 * @param second the score of the second best, as a share of its own
 */
export function bearsOnOrder(
  query: AnalyzedQuery,
  matched: readonly MatchedTerm[],
  share: number,
  count: number,
  turn: number,
  second: number,
): number {
  const { fullUpTo, noneFrom, fullShare, clear } = RELEVANCE.orders;
  if (query.asksForDetail || isOneName(query) || !matched.some((one) => isOfOrder(one, query, matched))) return 0;
  const size = Math.log(Math.max(count, fullUpTo) / fullUpTo) / Math.log(noneFrom / fullUpTo);
  const clearness = share < fullShare ? 0 : Math.min(1, Math.max(0, (clear.none - second) / (clear.none - clear.full)));
  return Math.min(1, share / fullShare) * (1 - turn) * Math.max(0, 1 - size) * (1 + clear.more * clearness);
}

/**
 * Whether a match is something that an order names, or about a topic of it; not a small part of an identifier: the "window"
 * of `window_command.rb`.
 */
function isOfOrder(match: MatchedTerm, query: AnalyzedQuery, matched: readonly MatchedTerm[]): boolean {
  if (isOfSubject(match, query)) return true;
  if (match.by !== 'word' || ORDERING.has(fold(match.word))) return false;
  const { identifier = 0 } = query.terms.find(({ term }) => term === match.term) ?? {};
  if (identifier === 0) return true;
  const parts = query.terms.filter((one) => one.identifier === identifier && !one.alternate);
  const has = new Set(matched.map(({ term }) => term));
  return 2 * parts.filter(({ term }) => has.has(term)).length >= parts.length;
}

/** Whether a match is a word of a subject of the query, or stands for it. */
export function isOfSubject({ term: matched }: MatchedTerm, { terms }: AnalyzedQuery): boolean {
  return terms.some(({ term, related }) => term === matched && related.some(isSubjectTerm));
}

/**
 * The most relevance, 0..1, of a memory for a query of a single word: the more memories have it, the less likely is it this one.
 * @param near its similarity to the query, 0..1: what is near in meaning may be as relevant as any
 * @param allowed the memories that are searched; default: all
 */
export function mostOfOneWord(
  { terms, asksForDetail }: AnalyzedQuery,
  material: SearchMaterial,
  near: number,
  allowed?: ReadonlySet<number>,
): number {
  const [only, ...others] = terms.flatMap(({ alternate }, t) => (alternate ? [] : [material.terms[t]!]));
  if (only === undefined || others.length > 0 || near >= RELEVANCE.onlyNames.similarity) return 1;
  const { most, asked, least, few, many } = RELEVANCE.oneWord;
  const rare = asksForDetail ? asked : most;
  const { passages } = only.occurrences;
  const { memoryNo } = material.passages;
  const having = allowed ? passages.filter((passage) => allowed.has(memoryNo[passage]!)) : passages;
  const spread = Math.log(Math.max(few, having.length) / few) / Math.log(many / few);
  return rare - (rare - least) * Math.min(1, spread);
}

/** How likely one of two answers a question for a set, 0..1: it has several answers. */
export function strengthOfSet(best: number, second: number): number {
  return 1 - (1 - best) * (1 - second);
}

/** A memory's coverage; when the query names a participant, times the agreement: how far that one's memories say more of it. */
function shareOf({ covered, named }: Coverage, memory: number): number {
  if (named.terms.size === 0) return covered[memory]!;
  let mine = 0;
  let theirs = 0;
  for (let m = 0; m < covered.length; m++) {
    if (named.isOthers(m)) theirs = Math.max(theirs, covered[m]!);
    else mine = Math.max(mine, covered[m]!);
  }
  const agreement = Math.min(1, (RELEVANCE.agreement * mine) / (mine + theirs || 1));
  return covered[memory]! * agreement * (named.isOthers(memory) ? RELEVANCE.others : 1);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Whether the encoder of the package reads the language of a query, as far as its letters and words show. */
export function isRead({ terms, languages }: AnalyzedQuery): boolean {
  const { unread } = RANKING.own;
  const isUnread = (language: number) => unread.some((code) => code === languageOf(language).code);
  if (languages.length > 0 && languages.every(isUnread)) return false;
  return !terms.some(({ term }) => UNREAD_SCRIPT().test(term) || PERSIAN.test(term));
}

/** Letters that Arabic does not have. */
const PERSIAN = /[پچژگ]/;

const UNREAD_SCRIPT = once(
  () =>
    /[^\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Common}\p{sc=Inherited}]/u,
);

/**
 * Orders the best matches by how likely each answers, if that is not the first one; the others stay below, as far. For where
 * the first one has no word of the query: meaning alone may mislead, and a long text is near to none.
 * @param score changed in place
 * @param best the best matches by score, the first one first
 * @param strengthsOf how likely a match answers, 0..1
 */
export function putLikelyFirst(
  score: Float64Array,
  best: readonly number[],
  strengthsOf: (match: number) => { strength: number },
): void {
  const strengths = best.map((match) => strengthsOf(match).strength);
  const most = Math.max(...strengths);
  const likeliest = best[strengths.indexOf(most)];
  if (likeliest === undefined || likeliest === best[0]) return;
  const shares = best.map((m, i) => Math.min(1, (score[likeliest]! * strengths[i]!) / (most * score[m]!)));
  const least = Math.min(...shares);
  const lowered = new Map(best.map((m, i) => [m, shares[i]!]));
  for (let m = 0; m < score.length; m++) score[m]! *= lowered.get(m) ?? least;
}
