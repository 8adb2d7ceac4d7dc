import type { SimilarMemory } from '../domain/ai.ts';
import type { Memory } from '../domain/memory.ts';
import { analyzeQuery } from '../search/query.ts';
import { type RankedMemory, rank } from '../search/rank/rank.ts';
import { findCharacter } from './characters.ts';
import type { Context } from './context.ts';
import { findByMeaning } from './embedding/similarity.ts';

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
  query: Query,
): Promise<{ memories: FoundMemory[]; total: number }> {
  const { id } = await findCharacter(context, reference);
  const { ranking, stored } = await rankMemories(context, id, query);
  const memories = ranking.memories.flatMap(({ memoryNo, relevance, match, explanation }) => {
    const memory = stored.get(memoryNo);
    return memory
      ? [{ ...memory, salience: relevance, match, ...(explanation && { explain: { ...explanation } }) }]
      : [];
  });
  return { memories, total: ranking.total };
}

/** The stored memories that a text resembles most, best first, as they are stored. CharacterNotFound. */
export async function findSimilar(
  context: Context,
  characterId: string,
  text: string,
  limit: number,
): Promise<SimilarMemory[]> {
  const { ranking, stored } = await rankMemories(context, characterId, { query: text, limit });
  return ranking.memories.flatMap(({ memoryNo }) => stored.get(memoryNo) ?? []);
}

async function rankMemories(context: Context, characterId: string, { query, limit, category, explain }: Query) {
  const { store, principal, now } = context;
  const { tenantId } = principal;
  const analyzed = analyzeQuery(query, now());
  const similarity = await findByMeaning(context, characterId, query);
  const { material, allowed } = await store.search.read(tenantId, characterId, analyzed, category);
  const ranking = rank(analyzed, material, { limit, allowed, similarity, explain });
  const numbers = ranking.memories.map(({ memoryNo }) => memoryNo);
  return { ranking, stored: await store.search.fetch(tenantId, characterId, numbers) };
}
