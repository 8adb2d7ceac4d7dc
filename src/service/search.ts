import type { SimilarMemory } from '../domain/ai.ts';
import type { Memory } from '../domain/memory.ts';
import type { Context } from './context.ts';
export async function searchMemories(
  _context: Context,
  _reference: string,
  _query: { query: string; limit: number; category?: string | undefined; explain: boolean },
): Promise<{ memories: (Memory & { match: { lexical?: number } })[]; total: number }> {
  return { memories: [], total: 0 };
}

export async function findSimilar(
  { store, principal }: Context,
  characterId: string,
  text: string,
  limit: number,
): Promise<SimilarMemory[]> {
  const words = (content: string) => new Set(content.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const asked = words(text);
  const page = { state: 'ACTIVE', page: 0, limit: 100 } as const;
  const { memories } = await store.memories.list(principal.tenantId, characterId, page);
  return memories.filter(({ content }) => [...words(content)].some((word) => asked.has(word))).slice(0, limit);
}
