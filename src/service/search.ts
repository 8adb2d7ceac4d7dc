import type { Memory } from '../domain/memory.ts';
import { analyzeQuery } from '../search/query.ts';
import { type RankedMemory, rank } from '../search/rank/rank.ts';
import { findCharacter } from './characters.ts';
import type { Context } from './context.ts';

export interface Query {
  query: string;
  limit: number;
  category?: string | undefined;
  explain?: boolean | undefined;
}

/** A memory that matches; its salience is the relevance to the query, 0..1. */
export type FoundMemory = Memory & Pick<RankedMemory, 'match'> & { explain?: Record<string, unknown> };

/** Ranks a character's memories for a query in plain words. CharacterNotFound, CategoryNotConfigured. */
export async function searchMemories(
  context: Context,
  reference: string,
  { query, limit, category, explain }: Query,
): Promise<{ memories: FoundMemory[]; total: number }> {
  const { store, principal, now } = context;
  const { tenantId } = principal;
  const { id } = await findCharacter(context, reference);
  const analyzed = analyzeQuery(query, now());
  const { material, allowed } = await store.search.read(tenantId, id, analyzed, category);
  const ranking = rank(analyzed, material, { limit, allowed, explain });
  const numbers = ranking.memories.map(({ memoryNo }) => memoryNo);
  const fetched = await store.search.fetch(tenantId, id, numbers);
  const memories = ranking.memories.flatMap(({ memoryNo, relevance, match, explanation }) => {
    const memory = fetched.get(memoryNo);
    return memory
      ? [{ ...memory, salience: relevance, match, ...(explanation && { explain: { ...explanation } }) }]
      : [];
  });
  return { memories, total: ranking.total };
}
