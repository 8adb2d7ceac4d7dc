import type { Memory } from '../../domain/memory.ts';
import { isMachineStore } from '../../domain/stores/store.ts';
import type { ReadingContext } from '../context.ts';

type Linked = Partial<Pick<Memory, 'supersededBy' | 'supersedes' | 'mayBeOutdatedBy' | 'validUntil' | 'updatedAt'>>;

const linksOf = ({ supersededBy, supersedes = [], mayBeOutdatedBy }: Linked): string[] =>
  [supersededBy ?? [], supersedes, mayBeOutdatedBy ?? []].flat();

/**
 * The memories, or their revisions, without the ids of what the caller may not see: layers of one owner replace each
 * other's memories, also one that only the owner reads those of a shared one. What was replaced so has ended.
 */
export async function withSeenLinks<One extends Linked>(
  { store, principal }: Pick<ReadingContext, 'store' | 'principal'>,
  memories: readonly One[],
): Promise<One[]> {
  const ids = isMachineStore(store) ? [...new Set(memories.flatMap(linksOf))] : [];
  if (ids.length === 0) return [...memories];
  const seen = new Set((await store.memories.byIds(principal, ids)).map(({ id }) => id));
  return memories.map((memory) => {
    if (linksOf(memory).every((id) => seen.has(id))) return memory;
    const { supersededBy, supersedes = [], mayBeOutdatedBy, ...rest } = memory;
    const isSeen = supersededBy === undefined || seen.has(supersededBy);
    const { validUntil, updatedAt }: Linked = memory;
    const [end] = isSeen ? [] : [validUntil ?? [], updatedAt ?? []].flat().toSorted();
    const left = supersedes.filter((id) => seen.has(id));
    return {
      ...rest,
      ...(supersededBy !== undefined && isSeen && { supersededBy }),
      ...(end !== undefined && { validUntil: end }),
      ...(left.length > 0 && { supersedes: left }),
      ...(mayBeOutdatedBy !== undefined && seen.has(mayBeOutdatedBy) && { mayBeOutdatedBy }),
    } as One;
  });
}
