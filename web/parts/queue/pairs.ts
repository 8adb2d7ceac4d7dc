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

export type PairNumbers = Pick<Output<'listDuplicates'>, 'counts' | 'looked' | 'total'>;

/** The pairs of a page. */
export const pageSize = 50;

export function keyOf({ memories: [a, b] }: Pair): string {
  return [a.id, b.id].toSorted().join(' ');
}

/**
 * A page of pairs, the most alike first, with the numbers of all. Pairs that are only alike are worth no question. Throws
 * Failures.
 */
export async function readPairs(
  client: Client,
  asked: { characterId: string | undefined; kept: boolean; cursor: string | undefined; limit: number },
  signal: AbortSignal,
): Promise<PairNumbers & { pairs: Pair[]; nextCursor?: string | undefined }> {
  const { pairs, counts, weak, nextCursor, ...numbers } = await client.call('listDuplicates', asked, signal);
  const isAsked = (one: (typeof pairs)[number]) => asked.kept || !one.weak;
  const shown = pairs.filter(isAsked).flatMap(({ kind, likeness, memories: [newer, older] }): Pair[] => {
    // Those without an answer ask what holds.
    return (kind === 'outdated' && !asked.kept) || !newer || !older
      ? []
      : [{ kind, likeness, memories: [newer, older] }];
  });
  const count = (kind: keyof typeof counts) => counts[kind] - (asked.kept ? 0 : weak[kind]);
  return {
    ...numbers,
    counts: { duplicate: count('duplicate'), contradiction: count('contradiction') },
    pairs: shown,
    // The weak ones come last.
    nextCursor: pairs.every(isAsked) ? nextCursor : undefined,
  };
}
