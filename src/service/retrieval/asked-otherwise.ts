import { once } from '../../base/once.ts';
import { presets } from '../../domain/category.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Memory } from '../../domain/memory.ts';
import { isMessage } from '../../domain/memory-rules.ts';
import type { MemoryChoice } from '../../domain/stores/memories.ts';
import type { AnalyzedQuery } from '../../domain/stores/search.ts';
import { withoutOwnName } from '../../search/judge/own-name.ts';
import { analyzeQuery } from '../../search/query.ts';
import { isTelling } from '../../search/text/asking.ts';
import { fold } from '../../search/text/fold.ts';
import { stem } from '../../search/text/stem.ts';
import { asksOfSpeaker } from '../../text/about/about.ts';
import { namesPerson } from '../../text/personal/people.ts';
import type { ReadingContext } from '../context.ts';
import { isOfAssistant, isOfOwnLife } from '../placed.ts';
import { type FoundMemory, rounded } from './found.ts';
import { otherNames } from './joined-names.ts';
import { inOrder } from './own-word.ts';

interface Question extends MemoryChoice {
  query: string;
  limit: number;
  minRelevance?: number | undefined;
  /** The name of the character. */
  ofWhom?: string | undefined;
}

/** The same question in other words, or of some memories. */
interface Otherwise {
  query: string;
  choice?: Pick<MemoryChoice, 'category' | 'isNote'>;
  /** How much of the relevance found so counts. */
  share: number;
  /** Which of the matches count; default: all. */
  counts?: (memory: Memory) => boolean;
}

/** A memory that lacks the name of its character or category has it by standing there: it counts less than one with it. */
const shareOfPlaced = 0.95;

/** For a question about the asker, the share of its relevance that a message counts in which nobody speaks of themselves. */
const shareOfOthers = 0.45;

/**
 * The matches of a query, also by other names of what it names, without the name of where a memory stands, and among the
 * notes where the asker asks about themselves; each as relevant as by the best of these.
 */
export async function askedEachWay<Asked extends Question, Matches extends { memories: FoundMemory[]; total: number }>(
  context: ReadingContext,
  characterId: string,
  given: Asked,
  search: (one: Asked) => Promise<Matches>,
): Promise<Matches> {
  const askSo = async (way: Otherwise) => {
    const { query, choice } = way;
    return { way, memories: await matchesOf(() => search({ ...given, ...choice, query })) };
  };
  const askOthers = async () => Promise.all((await waysToAsk(context, characterId, given)).map(askSo));
  // In parallel: a remote store costs one round trip.
  const [found, answers] = await Promise.all([search(given), askOthers()]);
  // Where no message of a chat is in the way, the notes are found.
  if (asksOfSpeaker(given.query) && found.memories.some(isMessage))
    answers.push(await askSo({ query: given.query, choice: { isNote: true }, share: 1 }));
  if (answers.length === 0) return found;
  const { limit, minRelevance = 0 } = given;
  const best = new Map(found.memories.map((one) => [one.id, one]));
  for (const { way, memories } of answers) {
    const { share, counts = () => true } = way;
    for (const one of memories) {
      const relevance = rounded(share * one.relevance);
      const isBetter = relevance > (best.get(one.id)?.relevance ?? -1) && relevance >= minRelevance;
      if (isBetter && counts(one)) best.set(one.id, share === 1 ? one : { ...one, relevance, salience: relevance });
    }
  }
  const isOfAsker = asksOfSpeaker(given.query) && !toldByAgent.test(given.query);
  const weighed = isOfAsker ? [...best.values()].map(asToldToAsker) : [...best.values()];
  const fitting = weighed.filter(({ relevance }) => relevance >= minRelevance);
  const byRelevance = fitting.toSorted((a, b) => b.relevance - a.relevance);
  const memories = inOrder(context.principal, given.query, byRelevance);
  // What another way finds may be among the matches that were counted and are beyond the limit.
  return { ...found, memories: memories.slice(0, limit), total: Math.max(found.total, memories.length) };
}

/** "What did you suggest to me?" */
const toldByAgent = /(?<!\p{L})(?:you|du|vous|tú|usted|você|tu)(?!\p{L})|あなた|你/iu;

/** A question about the asker is seldom answered by a message in which nobody speaks of themselves. */
function asToldToAsker(one: FoundMemory): FoundMemory {
  if (one.relevance === 1 || (!isOfAssistant(one) && isOfOwnLife(one))) return one;
  const relevance = rounded(shareOfOthers * one.relevance);
  return { ...one, relevance, salience: relevance };
}

/** The matches; none where the character lacks the category. */
async function matchesOf(search: () => Promise<{ memories: FoundMemory[] }>): Promise<FoundMemory[]> {
  try {
    return (await search()).memories;
  } catch (error) {
    if (error instanceof ServiceError && error.type === 'CategoryNotConfigured') return [];
    throw error;
  }
}

async function waysToAsk(context: ReadingContext, characterId: string, given: Question): Promise<Otherwise[]> {
  const { query } = given;
  const names = await otherNames(context, characterId, query);
  return [
    ...names.map((other) => ({ query: other, share: 1 })),
    ...withoutCharacter(context, given),
    ...withoutCategory(context, given),
  ];
}

/** A question without the name of the character: all its memories are about that. */
function withoutCharacter(context: ReadingContext, { query, ofWhom }: Question): Otherwise[] {
  const rest = ofWhom === undefined ? query : withoutOwnName(ofWhom)(query);
  if (ofWhom === undefined || rest === query) return [];
  const analyzed = analyzeQuery(rest, context.now());
  if (!tellsOf(analyzed)) return [];
  const isOfOne = namesPerson(ofWhom) || analyzed.attribute.length > 0;
  return [{ query: rest, share: shareOfPlaced, ...(isOfOne && { counts: ({ content }) => !namesPerson(content) }) }];
}

/** The categories of new characters, by the stems of their names. */
const knownCategories = once(
  () => new Map(Object.values(presets).flatMap((all) => all.map(({ name }) => [stem(fold(name)), name] as const))),
);

/** "Decisions about CI" asks for what the category has about CI. */
function withoutCategory(context: ReadingContext, { query, category }: Question): Otherwise[] {
  if (category !== undefined) return [];
  for (const [word] of query.matchAll(/[\p{L}\p{M}]+/gu)) {
    const name = knownCategories().get(stem(fold(word)));
    if (name === undefined) continue;
    const rest = query.replace(word, ' ');
    return tellsOf(analyzeQuery(rest, context.now()))
      ? [{ query: rest, choice: { category: name }, share: shareOfPlaced }]
      : [];
  }
  return [];
}

/** Whether a query says what it is about. */
const tellsOf = ({ terms }: AnalyzedQuery) =>
  terms.some(({ written }) => written.some((word) => isTelling(fold(word))));
