import { isMessage } from '../../domain/memory-rules.ts';
import { analyzeQuery } from '../../search/query.ts';
import { asks, isTelling, sentencesIn } from '../../search/text/asking.ts';
import { fold } from '../../search/text/fold.ts';
import { findWords } from '../../search/text/words.ts';
import { pathBefore } from '../../text/headings.ts';
import type { Candidate } from '../retrieval/candidates.ts';

/** The least relevance of a message of a chat, and of what weighs little; notes say a thing at once and need less. */
const [leastOfMessage, leastOfLow] = [0.45, 0.7];
/** The least share of the best relevance at which a message counts, and at which others answer in place of what weighs little. */
const [shareOfMessage, shareOfOthers] = [0.7, 0.85];
/** A single word that a question and a chat share tells nothing. */
const fewestWords = 2;

/**
 * Matches for a prompt without what chats only mention. A message needs a word of the prompt in its own text, not only in
 * the title of its chat; what weighs little needs every word of a question that no other match answers as well.
 * @param ranked best first
 */
export function withoutTalk(query: string, ranked: readonly Candidate[]): Candidate[] {
  const best = bestOf(ranked);
  const counted = new Set(ranked.filter((one) => !isLow(one) && (!isMessage(one) || saysIt(one, best))));
  const bestOfOthers = bestOf([...counted]);
  const low = ranked.filter(
    (one) => isLow(one) && weightOf(one) >= leastOfLow && bestOfOthers < shareOfOthers * weightOf(one),
  );
  const asked = low.length > 0 && sentencesIn(query).some(asks) ? tellingTerms(query) : [];
  for (const one of asked.length < fewestWords ? [] : low) {
    const had = new Set(one.terms?.().map(({ term }) => term));
    if (asked.every((term) => had.has(term))) counted.add(one);
  }
  return ranked.filter((one) => counted.has(one));
}

const isLow = ({ importance }: Candidate) => importance === 'LOW';
const weightOf = ({ relevance = 1 }: Candidate) => relevance;
const bestOf = (matches: readonly Candidate[]) => Math.max(0, ...matches.map(weightOf));

function saysIt(one: Candidate, best: number): boolean {
  if (weightOf(one) < Math.max(leastOfMessage, shareOfMessage * best)) return false;
  const matched = one.terms?.() ?? [];
  const own = new Set(findWords(one.content.slice(pathBefore(one.content).length)).words.map(({ term }) => term));
  // What is only near in meaning shares no word.
  return matched.length === 0 || matched.some(({ word, found }) => isTold(word) && found.some((term) => own.has(term)));
}

const isTold = (word: string) => isTelling(fold(word));

function tellingTerms(query: string): string[] {
  const { terms } = analyzeQuery(query, 0);
  return terms.flatMap(({ term, alternate, written }) => (!alternate && written.some(isTold) ? [term] : []));
}
