import type { Client, Input, Output } from '../../client/client.ts';

/** The most characters of one search. */
const maxAtOnce = 10;

/**
 * The least relevance that helps an agent: hooks give nothing below it, and Recalls calls such an answer weak.
 */
export const leastHelpful = 0.38;

type Answer = Output<'searchMemories'>;
export type Found = Answer['memories'][number] & { characterName?: string };

/** A search of several characters, best first, however many they are. */
export async function findAmong(
  client: Client,
  characterIds: readonly string[],
  asked: Omit<Input<'searchSeveral'>, 'characterIds'> & { limit: number },
  signal: AbortSignal,
): Promise<{ memories: Found[]; total: number }> {
  const parts: string[][] = [];
  for (let at = 0; at < characterIds.length; at += maxAtOnce) parts.push(characterIds.slice(at, at + maxAtOnce));
  const answers = await Promise.all(
    parts.map((ids) => client.call('searchSeveral', { characterIds: ids, ...asked }, signal)),
  );
  const memories: Found[] = answers.flatMap((answer) => answer.memories);
  return {
    memories: memories.toSorted((a, b) => b.relevance - a.relevance).slice(0, asked.limit),
    total: answers.reduce((sum, { total }) => sum + total, 0),
  };
}
