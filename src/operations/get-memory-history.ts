import * as z from 'zod';
import { revision, shownRevision } from '../domain/memory.ts';
import { operation, reads, whole } from '../gate/operation.ts';
import { isMerge, ownPart, undonePart } from '../service/batch-ids.ts';
import { findCharacter, seenAmong } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { withSeenLinks } from '../service/retrieval/seen-links.ts';
import { characterId, memoryId } from './fields.ts';
import { offset, partFields, partFrom } from './parts.ts';

const input = z.object({ characterId, memoryId });
const output = z.object({ memoryId: z.string(), revisions: z.array(revision), total: z.int() });
const outputInWhole = output.extend({ revisions: z.array(shownRevision) });

export const getMemoryHistory = operation({
  name: 'get_memory_history',
  title: 'Memory history',
  description: 'See every version of a memory, oldest first, with author and time; of deleted ones too.',
  group: 'memories',
  input: input.extend({ offset }),
  output: output.extend(partFields),
  hints: reads,
  rest: {
    method: 'GET',
    path: '/v1/characters/{id}/memories/{memId}/history',
    status: 200,
    whole: whole({ input, output: outputInWhole, run: history }),
  },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound', 'MemoryNotFound'],
  async run(context, given) {
    const { revisions, ...memory } = await history(context, given);
    const { items, stop } = partFrom(
      context,
      revisions.map(({ document: _, mergedWith: __, isUndone: ___, ...one }) => one),
      given.offset,
    );
    return { ...memory, revisions: items, ...stop };
  },
});

async function history(context: Context, { characterId: reference, memoryId: id }: z.output<typeof input>) {
  const character = await findCharacter(context, reference);
  const { store, principal } = context;
  const stored = await store.memories.history(principal, character.id, id);
  const others = await seenAmong(
    context,
    stored.flatMap(({ moved }) => moved ?? []),
  );
  const undos = new Map(
    stored.flatMap(({ batch }) => (batch && undonePart(batch) ? [[undonePart(batch), batch]] : [])),
  );
  const revisions: z.output<typeof shownRevision>[] = [];
  for (const { moved, batch, ...one } of await withSeenLinks(context, stored)) {
    const other = batch && isMerge(batch) ? await otherOf(context, character.id, id, batch) : undefined;
    // Where a merge kept the text, its undo changes the other memory alone.
    const isUndone = other ? other.state === 'ACTIVE' : isTakenBack(batch, undos);
    revisions.push({
      ...one,
      ...(moved && others.has(moved) && { moved }),
      ...(other && { mergedWith: other.content }),
      ...(isUndone && { isUndone }),
    });
  }
  return { memoryId: id, revisions, total: revisions.length };
}

/** Whether a batch was undone, and that not undone again. @param undos by what they undo */
function isTakenBack(batch: string | undefined, undos: ReadonlyMap<string | undefined, string>): boolean {
  const undo = batch === undefined ? undefined : undos.get(ownPart(batch));
  return undo !== undefined && !isTakenBack(undo, undos);
}

/** The other memory of a merge, if it is still there. */
async function otherOf({ store, principal }: Context, characterId: string, id: string, batchId: string) {
  const asked = { state: 'ALL', batchId, page: 0, limit: 2 } as const;
  const { memories } = await store.memories.list(principal, characterId, asked);
  return memories.find((one) => one.id !== id);
}
