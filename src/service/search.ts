import type { Memory } from '../domain/memory.ts';
import type { Context } from './context.ts';
export async function searchMemories(
  _context: Context,
  _reference: string,
  _query: { query: string; limit: number; category?: string | undefined; explain: boolean },
): Promise<{ memories: (Memory & { match: { lexical?: number } })[]; total: number }> {
  return { memories: [], total: 0 };
}
