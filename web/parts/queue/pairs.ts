import type { Memory } from '../../client/api.ts';
import type { Client, Output } from '../../client/client.ts';

/** Two memories that say nearly the same, or contradict each other. */
export interface Pair {
  kind: Output<'listDuplicates'>['pairs'][number]['kind'];
  /** The newer one first. */
  memories: readonly [Memory, Memory];
  /** Their similarity, 0 to 1. */
  likeness: number;
  /** Each says something of its own. */
  weak?: boolean | undefined;
}

export type PairNumbers = Pick<Output<'listDuplicates'>, 'counts' | 'weak' | 'looked' | 'total'>;

/** The pairs of a page. */
export const pageSize = 50;

export function keyOf({ memories: [a, b] }: Pair): string {
  return [a.id, b.id].toSorted().join(' ');
}

/** A page of pairs, the most alike first, with the numbers of all. Throws Failures. */
export async function readPairs(
  client: Client,
  asked: { characterId: string | undefined; kept: boolean; cursor: string | undefined; limit: number },
  signal: AbortSignal,
): Promise<PairNumbers & { pairs: Pair[]; nextCursor?: string | undefined }> {
  const { pairs, ...page } = await client.call('listDuplicates', asked, signal);
  const shown = pairs.flatMap(({ kind, likeness, weak, memories: [newer, older] }): Pair[] => {
    // The others ask what holds.
    return kind === 'outdated' || !newer || !older ? [] : [{ kind, likeness, weak, memories: [newer, older] }];
  });
  return { ...page, pairs: shown };
}

/** How many pairs are only alike: they are one card. */
export const weakOf = ({ weak }: Pick<PairNumbers, 'weak'>) => weak.duplicate + weak.contradiction;
