import type { Client, Output } from '../../client/client.ts';
import { explanationOf } from '../memory/rank.ts';

type Found = Output<'searchMemories'>['memories'][number];

/** A question's present results, with the fields that settings filter by; the best first. */
export interface Answered {
  query: string;
  found: readonly { relevance: number; isByWords: boolean }[];
}

/** Search settings to compare. */
export interface Tried {
  /** The least relevance, 0 to 1. */
  threshold: number;
  /** Only memories with a word of the question, or in place of an older one: no embeddings, no table of related words. */
  isByWordsOnly: boolean;
}

/** How many of the latest recalls are read, how many questions are asked, and how many in parallel. */
const [looked, tried, atOnce] = [100, 30, 3];
/** The default of agents. */
const given = 10;

/** The latest questions, each once. */
export async function askedLately(
  client: Client,
  characterId: string | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const { recalls } = await client.call('listRecalls', { characterId, limit: looked }, signal);
  const asked = recalls.filter(({ kind, query }) => kind !== 'context' && query.trim() !== '');
  return [...new Set(asked.map(({ query }) => query))].slice(0, tried);
}

/** Asks all questions again, without recording recalls. @param progress called after every answer */
export async function askAgain(
  client: Client,
  characterId: string,
  queries: readonly string[],
  signal: AbortSignal,
  progress: (answered: readonly Answered[]) => void,
): Promise<void> {
  const answers = new Map<string, Answered>();
  const left = [...queries];
  const work = async () => {
    for (let query = left.shift(); query !== undefined; query = left.shift()) {
      const asked = { characterId, query, limit: given, explain: true };
      const { memories } = await client.call('searchMemories', asked, signal);
      answers.set(query, { query, found: memories.map(foundOf) });
      progress(queries.flatMap((one) => answers.get(one) ?? []));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function foundOf(found: Found): Answered['found'][number] {
  const { exact, words, neighbours = 0 } = explanationOf(found);
  // Without parts of a rank it stands for an older memory.
  const isByWords = words === undefined || exact === true || words > 0 || neighbours > 0;
  return { relevance: found.relevance, isByWords };
}

/** A question's number of memories under settings, and the relevance of the best one. */
export function givenUnder({ found }: Answered, { threshold, isByWordsOnly }: Tried): { count: number; best: number } {
  const left = found.filter((one) => one.relevance >= threshold && (one.isByWords || !isByWordsOnly));
  return { count: left.length, best: Math.max(0, ...left.map(({ relevance }) => relevance)) };
}

/** The totals of all questions under settings. */
export function sumUnder(answers: readonly Answered[], settings: Tried): { helped: number; memories: number } {
  const counts = answers.map((one) => givenUnder(one, settings).count);
  return {
    helped: counts.filter((count) => count > 0).length,
    memories: counts.reduce((sum, count) => sum + count, 0),
  };
}
