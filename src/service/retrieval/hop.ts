import { leastHelpful } from '../../domain/stores/recalls.ts';
import { analyzeQuery } from '../../search/query.ts';
import type { ReadingContext } from '../context.ts';
import type { FoundMemory } from './found.ts';
import { type Query, searchOne } from './search.ts';

/** A memory of less relevance leads nowhere. */
const leastLeading = 0.2;
/** The results that may lead on, and the memories that each may lead to. */
const [maxLeading, maxLed] = [2, 2];
/** The share of relevance of what a result leads to; what both cover of a question counts so much. */
const [shareOfLed, shareOfBoth] = [0.9, 0.8];

/**
 * Matches of a question with the memories that the first ones lead to: "What is my boss afraid of?" finds "My boss is
 * Deborah", and that leads to "Deborah is afraid of lifts". A memory is led to by a name that the question lacks, or by
 * a word of it where it has what the question asks and the first one lacks. Two that cover the question together are as
 * relevant as one.
 * @param found with their terms
 */
export async function withHop(
  context: ReadingContext,
  characterId: string,
  query: Query,
  found: readonly FoundMemory[],
): Promise<FoundMemory[]> {
  const now = context.now();
  const { terms, asksForDetail, onlyTime } = analyzeQuery(query.query, now);
  const said = new Set(terms.map(({ term }) => term));
  const asked = new Set(terms.flatMap(({ term, alternate }) => (alternate ? [] : [term])));
  const leading = found.slice(0, maxLeading).filter(({ relevance }) => relevance >= leastLeading);
  if (!asksForDetail || onlyTime || leading.length === 0 || asked.size > maxAsked) return [...found];
  const joined = new Map(found.map((one) => [one.id, one]));
  const raise = (memory: FoundMemory, relevance: number) => {
    const before = joined.get(memory.id)?.relevance ?? 0;
    if (relevance > before) joined.set(memory.id, { ...memory, relevance });
  };
  for (const first of leading) {
    const covered = coveredOf(first, asked);
    if (covered.size === asked.size) break;
    const names = namesIn(first.content);
    const further = { ...query, query: `${first.content}\n${query.query}`, limit: maxLed + 1, minRelevance: 0 };
    // By words alone: it costs no request, and names are words.
    const analyzed = analyzeQuery(further.query, now);
    const { memories } = await searchOne(context, characterId, { analyzed }, { ...further, terms: true });
    for (const led of memories.filter(({ id }) => id !== first.id).slice(0, maxLed)) {
      const shared = (led.terms?.() ?? []).filter(({ term, by }) => by === 'word' && !said.has(term));
      const added = [...coveredOf(led, asked)].filter((term) => !covered.has(term));
      const isNamed = shared.some(({ word }) => names.has(word));
      if (shared.length === 0 || (added.length === 0 && !isNamed)) continue;
      const both = (shareOfBoth * (covered.size + added.length)) / asked.size;
      const isAnswer = covered.size > 0 && added.length > 0 && both >= leastHelpful;
      if (isAnswer) raise(first, both);
      raise(led, shareOfLed * Math.max(first.relevance, isAnswer ? both : 0));
    }
  }
  return [...joined.values()].toSorted((a, b) => b.relevance - a.relevance);
}

/** A question of more words tells by itself what it is about. */
const maxAsked = 8;

/** The words of a question that a memory has, or has other words for. */
function coveredOf({ terms }: FoundMemory, asked: ReadonlySet<string>): Set<string> {
  return new Set((terms?.() ?? []).map(({ term }) => term).filter((term) => asked.has(term)));
}

/** Words with a capital, in lower case, and those of scripts without capitals. */
function namesIn(content: string): ReadonlySet<string> {
  const words = content.match(/[\p{L}\p{M}\p{N}'-]+/gu) ?? [];
  return new Set(words.filter((word) => !/^\p{Ll}/u.test(word)).map((word) => word.toLowerCase()));
}
