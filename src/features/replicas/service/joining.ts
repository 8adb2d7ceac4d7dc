import { ServiceError } from '../../../domain/errors.ts';
import { findWritableCharacter } from '../../../service/characters.ts';
import type { Context } from '../../../service/context.ts';
import { moveAsBatch } from '../../../service/moving.ts';
import { atConnections } from './connections.ts';

/**
 * Joins the memory that a project, or the person, has had here with the one from another machine: the other one gets its
 * memories, its folders, its identities and its shorter name. The emptied one is archived, unless other machines have it too. `undoBatch`
 * takes all of it back. CharacterNotFound, CharacterArchived; InvalidInput for one and the same.
 */
export async function joinCharacters(given: Context, reference: string, other: string) {
  const context = atConnections(given);
  const { store, principal, newId, now } = context;
  const [from, into] = [await findWritableCharacter(context, reference), await findWritableCharacter(context, other)];
  if (from.id === into.id) throw new ServiceError('InvalidInput', 'characterId and otherId are the same character.');
  const batchId = newId();
  // The folders come first: what hooks capture meanwhile goes to the other one already.
  await store.projects.join(principal, from.id, into.id, batchId, now());
  const { memories } = await store.memories.forExport(principal, from.id, { state: 'ACTIVE' });
  const moves = memories.map(({ id: memoryId }) => ({ memoryId }));
  const moved = await moveAsBatch({ ...context, signal: undefined }, { from: from.id, to: into.id }, moves, batchId);
  const connections = await store.replicas.list(now());
  const isExchanged = connections
    .flatMap(({ replicas, decides }) => [...replicas, ...decides])
    .some(({ characterId }) => characterId === from.id);
  if (moved.failed.length === 0 && !isExchanged)
    await store.characters.change(principal, from.id, () => ({ status: 'ARCHIVED' }), now());
  return { ...moved, batchId };
}
