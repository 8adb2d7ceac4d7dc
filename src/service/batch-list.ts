import type { AuthorKind } from '../domain/memory.ts';
import type { BatchFilter, ChangeBatch } from '../domain/stores/changes.ts';
import { cursorOf, fitting, placeOf } from './answer-size.ts';
import { isAnswer, isChangingAnswer, isMerge, learntIn, mergedInto, ownPart, undonePart } from './batch-ids.ts';
import { shownBy } from './batches.ts';
import { characterIdOf, seenAmong } from './characters.ts';
import type { Context } from './context.ts';

interface BatchesAsked extends Pick<BatchFilter, 'client' | 'changeType' | 'limit'> {
  by?: AuthorKind | undefined;
  cursor?: string | undefined;
}

/**
 * A page of batches of a character, or of all, newest first; an undo with the id of what it undoes, of an older page only
 * that id's own part. CharacterNotFound; InvalidInput for an invalid cursor.
 */
export async function listBatches(
  context: Context,
  reference: string | undefined,
  { limit, cursor, by, ...asked }: BatchesAsked,
) {
  const { store, principal } = context;
  const [at = 0, skip = 0] = cursor === undefined ? [] : placeOf(cursor, 2);
  const before = cursor === undefined ? undefined : { at, skip };
  const characterId = await characterIdOf(context, reference);
  const found = await store.changes.batches(principal, { ...asked, characterId, kind: by, limit: limit + 1, before });
  const shown = await withHolding(context, found.slice(0, limit));
  const others = await seenAmong(
    context,
    shown.flatMap(({ moved }) => moved ?? []),
  );
  const byOwnPart = new Map(found.map(({ batchId }) => [ownPart(batchId), batchId]));
  const batches = shown.map(({ kind, name, client, at, isLatest, supersededBy: _, moved, ...batch }) => ({
    ...batch,
    ...(moved && others.has(moved) && { moved }),
    undoes: byOwnPart.get(undonePart(batch.batchId) ?? '') ?? undonePart(batch.batchId),
    ...shownBy({ kind, name, client, at }),
    ...(learntIn(batch.batchId) !== undefined && { learntIn: learntIn(batch.batchId) }),
    ...(isMerge(batch.batchId) && { merged: true }),
    ...(isAnswer(batch.batchId) && { kept: true }),
    changedSince: !isLatest,
  }));
  const count = fitting(batches, context);
  const last = found[count - 1];
  const ofTime = found.slice(0, count).filter((one) => one.at === last?.at).length;
  const more = found.length > count &&
    last !== undefined && { nextCursor: cursorOf([last.at, ofTime + (last.at === before?.at ? before.skip : 0)]) };
  return { batches: batches.slice(0, count), ...more };
}

/** Answers and merges with the present text of what stays: `content` is then what it replaced. */
async function withHolding(
  { store, principal }: Context,
  batches: readonly ChangeBatch[],
): Promise<(ChangeBatch & { replacedBy?: string })[]> {
  const stayingOf = ({ batchId, supersededBy }: ChangeBatch) =>
    isChangingAnswer(batchId) ? supersededBy : mergedInto(batchId);
  const ids = new Set(batches.flatMap((one) => stayingOf(one) ?? []));
  const staying = ids.size === 0 ? [] : await store.memories.byIds(principal, [...ids]);
  const texts = new Map(staying.map(({ id, content }) => [id, content]));
  return Promise.all(
    batches.map(async (batch) => {
      const id = stayingOf(batch);
      const replacedBy = texts.get(id ?? '');
      if (replacedBy === undefined) return batch;
      if (id !== batch.memoryId) return { ...batch, replacedBy };
      const changed = await store.changes.batch(principal, batch.characterId, batch.batchId);
      const other = changed.find(({ memoryId }) => memoryId !== id);
      return other?.before ? { ...batch, content: other.before.content, replacedBy } : batch;
    }),
  );
}
