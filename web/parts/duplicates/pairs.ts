import type { Memory } from '../../client/api.ts';
import type { Client } from '../../client/client.ts';
import { inCommon } from './in-common.ts';

/** Two memories that say nearly the same, or contradict each other. */
export interface Pair {
  /** The newer one first. */
  memories: readonly [Memory, Memory];
  /** Which share of their words they have in common, 0 to 1. */
  common: number;
}

/** From this share on a pair is shown. */
const leastCommon = 0.6;
/** How many memories are looked through at once, how many searches run side by side, and what each looks at. */
export const lookedAtOnce = 40;
const [sideBySide, neighbours] = [4, 4];
/** The longest question that a search takes is longer; a text's beginning says enough of it. */
const questionLength = 400;

export function keyOf({ memories: [a, b] }: Pair): string {
  return [a.id, b.id].toSorted().join(' ');
}

/**
 * Pairs among some memories of a character and what the index finds near each of them, the likest first. Failures.
 * @param page of the list, the newest first
 */
export async function pairsIn(
  client: Client,
  characterId: string,
  page: number,
  signal: AbortSignal,
): Promise<{ pairs: Pair[]; total: number }> {
  const asked = { characterId, page, limit: lookedAtOnce };
  const { memories, total } = await client.call('listMemories', asked, signal);
  const found = new Map<string, Pair>();
  const waiting = [...memories];
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const query = one.content.slice(0, questionLength);
      const near = await client.call('searchMemories', { characterId, query, limit: neighbours }, signal);
      for (const other of near.memories) {
        const common = other.id === one.id ? 0 : inCommon(one.content, other.content);
        if (common < leastCommon) continue;
        const [newer, older] = one.createdAt >= other.createdAt ? [one, other] : [other, one];
        const pair: Pair = { memories: [newer, older], common };
        found.set(keyOf(pair), pair);
      }
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  return { pairs: [...found.values()].toSorted((a, b) => b.common - a.common), total };
}
