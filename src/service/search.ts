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
  const { found, total } = await ranked(context, id, query);
  const memories = found.map(({ memory, ranking: { relevance, match, explanation } }) => ({
    ...memory,
    salience: relevance,
    match,
    ...(explanation && { explain: { ...explanation } }),
  }));
  return { memories, total };
}

/** The stored memories that resemble a text most, as they are stored. */
export async function findSimilar(
  context: Context,
  characterId: string,
  text: string,
  limit: number,
): Promise<SimilarMemory[]> {
  const { found } = await ranked(context, characterId, { query: text, limit });
  return found.map(({ memory }) => memory);
}

interface Found {
  memory: Memory;
  ranking: RankedMemory;
}

async function ranked(
  context: Context,
  characterId: string,
  { query, limit, category, explain }: Query,
): Promise<{ found: Found[]; total: number }> {
  const { store, principal, now } = context;
  const { tenantId } = principal;
  const similarity = await findByMeaning(context, characterId, query);
  const analyzed = analyzeQuery(query, now());
  const { material, allowed } = await store.search.read(tenantId, characterId, analyzed, category);
  const { memories, total } = rank(analyzed, material, { limit, allowed, similarity, explain });
  const numbers = memories.map(({ memoryNo }) => memoryNo);
  const fetched = await store.search.fetch(tenantId, characterId, numbers);
  const found = memories.flatMap((ranking): Found[] => {
    const memory = fetched.get(ranking.memoryNo);
    return memory ? [{ memory, ranking }] : [];
  });
  return { found, total };
}
