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

/** Pages that are read by themselves; further ones when the user asks for them. */
export const pagesAtFirst = 4;

export function keyOf({ memories: [a, b] }: Pair): string {
  return [a.id, b.id].toSorted().join(' ');
}

/** A page of pairs among the next memories, newest first. Throws Failures. */
export async function readPairs(
  client: Client,
  asked: { characterId: string | undefined; kept: boolean; cursor: string | undefined },
  signal: AbortSignal,
): Promise<{ pairs: Pair[]; looked: number; total: number; nextCursor: string | undefined }> {
  const { pairs, looked, total, nextCursor } = await client.call(
    'listDuplicates',
    { ...asked, limit: lookedAtOnce },
    signal,
  );
  const shown = pairs.flatMap(({ kind, likeness, memories }): Pair[] => {
    const [newer, older] = memories.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    // The others ask what holds.
    return kind === 'outdated' || !newer || !older ? [] : [{ kind, likeness, memories: [newer, older] }];
  });
  return { pairs: shown, looked, total, nextCursor };
}
