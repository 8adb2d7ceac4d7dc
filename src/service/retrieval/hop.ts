import { leastHelpful } from '../../domain/stores/recalls.ts';
import { placed } from '../../search/judge/placed.ts';
import { analyzeQuery } from '../../search/query.ts';
import type { ReadingContext } from '../context.ts';
import type { FoundMemory } from './found.ts';
import { type Query, searchOne } from './search.ts';

/** A memory of less relevance leads nowhere. */
const leastLeading = 0.2;
/** The results that may lead on, and the memories that each may lead to. */
const [maxLeading, maxLed] = [2, 2];
/** The share of relevance of what a result leads to; what both cover of a question counts less than if one covers it. */
const [shareOfLed, shareOfBoth] = [0.9, 0.75];
/** A name leads on if it weighs at least this share of the question's rarest word in the first memory; a word, all of it. */
const leastOfName = 0.5;
/** The results that may answer a question by themselves. */
const maxAlone = 10;

/**
 * Matches of a question with the memories that the first ones lead to: "What is my boss afraid of?" finds "My boss is
 * Deborah", and that leads to "Deborah is afraid of lifts". A memory is led to by a name that the question lacks, or by
 * a word where both have all of a question for no attribute; not by headings, which are over much. Two that
 * cover the question together are nearly as relevant as one, unless one alone covers as much.
 * @param found with their terms
 */
export async function withHop(
  context: ReadingContext,
  characterId: string,
  query: Query,
  found: readonly FoundMemory[],
): Promise<FoundMemory[]> {
  const now = context.now();
  const { terms, attribute, asksForDetail, onlyTime } = analyzeQuery(query.query, now);
  const said = new Set(terms.map(({ term }) => term));
  const words = terms.filter(({ alternate }) => !alternate);
  const asked = new Set(words.map(({ term }) => term));
  const leading = found.slice(0, maxLeading).filter(({ relevance }) => relevance >= leastLeading);
  if (!asksForDetail || onlyTime || leading.length === 0 || asked.size > maxAsked) return [...found];
  const named = words.filter(({ name }) => name).map(({ term }) => term);
  const needed = named.length < words.length ? named : [];
  const mostAlone = Math.max(...found.slice(0, maxAlone).map((one) => coveredOf(one, asked).size));
  const joined = new Map(found.map((one) => [one.id, one]));
  const raise = (memory: FoundMemory, relevance: number) => {
    const before = joined.get(memory.id)?.relevance ?? 0;
    if (relevance > before) joined.set(memory.id, { ...memory, relevance });
  };
  for (const first of leading) {
    const covered = coveredOf(first, asked);
    if (covered.size === asked.size) break;
    const { body } = placedIn(first);
    const names = namesIn(body);
    const rarest = Math.max(...(first.terms?.() ?? []).map(({ weight }) => weight));
    const further = { ...query, query: `${body}\n${query.query}`, limit: maxLed + 1, minRelevance: 0 };
    // By words alone: it costs no request, and names are words.
    const analyzed = analyzeQuery(further.query, now);
    const { memories } = await searchOne(context, characterId, { analyzed }, { ...further, terms: true });
    for (const led of memories.filter(({ id }) => id !== first.id).slice(0, maxLed)) {
      const above = wordsIn(placedIn(led).place);
      const shared = (led.terms?.() ?? []).filter(
        ({ term, by, word, weight }) =>
          by === 'word' &&
          !said.has(term) &&
          !above.includes(word) &&
          weight >= rarest * (names.has(word) ? leastOfName : 1),
      );
      const added = [...coveredOf(led, asked)].filter((term) => !covered.has(term));
      const isNamed = shared.some(({ word }) => names.has(word));
      const together = new Set([...covered, ...added]);
      const isWhole = together.size === asked.size && attribute.length === 0;
      if (shared.length === 0 || !(isNamed || isWhole)) continue;
      const both = (shareOfBoth * together.size) / asked.size;
      const isOfSubject = needed.every((term) => together.has(term));
      const hasAsked = attribute.length === 0 || attribute.some((term) => together.has(term));
      const isAnswer =
        covered.size > 0 &&
        added.length > 0 &&
        together.size > mostAlone &&
        isOfSubject &&
        hasAsked &&
        both >= leastHelpful;
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

const placedIn = ({ content, source }: FoundMemory) => placed(content, source.fileId !== undefined);

/** The words of a text in lower case. */
const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words with a capital, in lower case, and those of scripts without capitals. */
function namesIn(content: string): ReadonlySet<string> {
  const words = content.match(/[\p{L}\p{M}\p{N}'-]+/gu) ?? [];
  return new Set(
    words.filter((word) => /^[\p{L}\p{M}]/u.test(word) && !/^\p{Ll}/u.test(word)).map((word) => word.toLowerCase()),
  );
}
