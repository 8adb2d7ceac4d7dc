import { mergedLabels } from '../domain/labels.ts';
import { importances } from '../domain/memory.ts';
import { mergeId } from './batch-ids.ts';
import type { Context } from './context.ts';
import { author } from './memories.ts';
import { hasEnded } from './retrieval/holding.ts';

interface Merge {
  keepId: string;
  deleteId: string;
  content?: string | undefined;
}

/**
 * Merges two memories into one, in one unit; it gets the higher importance and the labels of both, replaces what either has replaced,
 * and holds if either does. MemoryNotFound; ConflictUnresolved
 * when one of them changes meanwhile or another memory has the text.
 */
export async function mergeMemories(context: Context, characterId: string, { keepId, deleteId, content }: Merge) {
  const { store, principal, newId } = context;
  const [remaining, other] = await Promise.all(
    [keepId, deleteId].map((id) => store.memories.get(principal, characterId, id)),
  );
  if (!remaining || !other) throw new Error('the store answered no memory');
  const importance = [remaining, other].map((one) => importances.indexOf(one.importance));
  const fields = {
    content,
    importance: importances[Math.min(...importance)],
    salience: Math.max(remaining.salience, other.salience),
    ...mergedLabels(remaining, other),
  };
  const batchId = mergeId(remaining.id, newId());
  const isRevived = hasEnded(remaining, context) && !hasEnded(other, context);
  const validUntil = other.validUntil === undefined ? null : Date.parse(other.validUntil);
  const end = isRevived ? { validUntil, supersededBy: null } : {};
  const supersedes = (other.supersedes ?? []).filter((id) => id !== remaining.id);
  // Delete the other one first: the remaining one may get its text.
  const outcomes = await store.memories.write(
    principal,
    characterId,
    [
      { kind: 'delete', memoryId: other.id },
      {
        kind: 'update',
        memoryId: remaining.id,
        fields: { ...fields, ...end },
        expectedRevision: remaining.revision,
        isNoted: true,
      },
      { kind: 'update', memoryId: remaining.id, fields: {}, supersedes },
    ],
    { ...author(context), batch: batchId },
  );
  return { memory: outcomes.at(-1)!.memory, deletedId: other.id, batchId };
}
