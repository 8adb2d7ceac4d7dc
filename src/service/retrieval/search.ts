import type { SimilarMemory } from '../../domain/ai.ts';
import type { Memory } from '../../domain/memory.ts';
import { hasFeature } from '../../domain/tier.ts';
import { analyzeQuery } from '../../search/query.ts';
import { type RankedMemory, rank } from '../../search/rank/rank.ts';
import { arrangeSmartly } from '../../search/smart/arrange.ts';
import { findCharacter } from '../characters.ts';
import type { Context } from '../context.ts';
import { findByMeaning } from './similarity.ts';

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
  if (hasFeature(context.principal.tier, 'smartRetrieval')) return searchSmartly(context, id, query);
  const { found, total } = await ranked(context, id, query);
  return { memories: found.map((one) => answered(one, one.ranking.relevance)), total };
}

/** Matches looked at beyond the limit, as a share of it: they take the places of near-duplicates that are left out. */
const spare = 0.5;

/** Lets salience, importance and recency decide between nearly equal matches; `total` counts what is folded too. */
async function searchSmartly(context: Context, characterId: string, query: Query) {
  const { found, total } = await ranked(context, characterId, {
    ...query,
    limit: Math.ceil(query.limit * (1 + spare)),
  });
  const candidates = found.map(({ memory, ranking }) => ({
    found: { memory, ranking },
    relevance: ranking.relevance,
    content: memory.content,
    salience: memory.salience,
    importance: memory.importance,
    occurredAt: Date.parse(memory.occurredAt ?? memory.createdAt),
  }));
  const arranged = arrangeSmartly(candidates, context.now()).slice(0, query.limit);
  const memories = arranged.map(({ found: one, relevance, tieBreakers }) => answered(one, relevance, { tieBreakers }));
  return { memories, total };
}

function answered({ memory, ranking }: Found, relevance: number, more: object = {}): FoundMemory {
  const { match, explanation } = ranking;
  const explain = explanation && { explain: rounded({ ...explanation, ...more }) };
  return { ...memory, salience: rounded(relevance), match: rounded(match), ...explain };
}

/** Four digits behind the point say all there is to say, in fewer tokens. */
function rounded<T>(value: T): T {
  if (typeof value === 'number') return (Math.round(value * 1e4) / 1e4) as T;
  if (Array.isArray(value)) return value.map(rounded) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rounded(part)])) as T;
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
  const similarity = await findByMeaning(context, characterId, query, category !== undefined);
  const analyzed = analyzeQuery(query, now());
  const { material, allowed } = await store.search.read(principal, characterId, analyzed, category);
  const { memories, total } = rank(analyzed, material, { limit, allowed, similarity, explain });
  const numbers = memories.map(({ memoryNo }) => memoryNo);
  const fetched = await store.search.fetch(principal, characterId, numbers);
  const found = memories.flatMap((ranking): Found[] => {
    const memory = fetched.get(ranking.memoryNo);
    return memory ? [{ memory, ranking }] : [];
  });
  return { found, total };
}
