import type { Memory } from '../../client/api.ts';
import type { Client, Output } from '../../client/client.ts';

/** Two memories that say nearly the same, or contradict each other. */
export interface Pair {
  kind: Output<'listDuplicates'>['pairs'][number]['kind'];
  /** The newer one first. */
  memories: readonly [Memory, Memory];
  /** Their similarity, 0 to 1. */
  likeness: number;
}

/** How many memories one call compares with their neighbours in the index. */
const lookedAtOnce = 50;

export function keyOf({ memories: [a, b] }: Pair): string {
  return [a.id, b.id].toSorted().join(' ');
}

/**
 * Pairs among the newest memories, the most similar first. Throws Failures.
 * @param asked the character, or undefined for all; `kept`: only the pairs that are both right
 * @param pages the number of calls
 */
export async function readPairs(
  client: Client,
  asked: { characterId: string | undefined; kept: boolean },
  pages: number,
  signal: AbortSignal,
): Promise<{ pairs: Pair[]; looked: number; total: number; hasMore: boolean }> {
  const found = new Map<string, Pair>();
  let [looked, total] = [0, 0];
  let cursor: string | undefined;
  for (let page = 0; page < pages && (page === 0 || cursor !== undefined); page++) {
    const answer = await client.call('listDuplicates', { ...asked, limit: lookedAtOnce, cursor }, signal);
    for (const { kind, likeness, memories } of answer.pairs) {
      // Review asks about those.
      if (kind === 'outdated') continue;
      const [newer, older] = memories.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
      if (!newer || !older) continue;
      const pair: Pair = { kind, likeness, memories: [newer, older] };
      found.set(keyOf(pair), pair);
    }
    looked += answer.looked;
    total = answer.total;
    cursor = answer.nextCursor;
  }
  const pairs = [...found.values()].toSorted((a, b) => b.likeness - a.likeness);
  return { pairs, looked, total, hasMore: cursor !== undefined };
}
