import * as z from 'zod';
import { authorKinds, changeTypes } from '../domain/memory.ts';
import { text } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';
import { isChangingAnswer } from '../service/batch-ids.ts';
import { undoBatch as undo, undoEverywhere } from '../service/batches.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { batchAnswer, characterId } from './fields.ts';

const input = z.object({ characterId, batchId: text(100, 1).describe('The batchId that the change answered') });
/** What it changed in all characters that the caller may change. */
const everywhere = input.omit({ characterId: true });
const output = batchAnswer.extend({
  changedSince: z.int(),
  left: z
    .array(
      z.object({
        characterId: z.string(),
        memoryId: z.string(),
        content: z.string(),
        changeType: z.enum(changeTypes),
        by: z.object({ kind: z.enum(authorKinds), name: z.string(), client: z.string().optional() }),
        createdAt: z.string(),
      }),
    )
    .describe('What was changed since, with its last change: the first ones'),
});

type Asked = z.output<typeof everywhere> & { characterId?: string };

export const undoBatch = operation({
  name: 'undo_batch',
  title: 'Undo a batch',
  description:
    'Undo a batch: its memories get their earlier state back, unless they were changed since. The undo is a batch too.',
  group: 'review',
  input,
  output,
  hints: { ...sets, idempotent: false },
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/batches/{batchId}/undo',
    status: 200,
    progress: true,
    also: { id: 'undoEverywhere', path: '/v1/batches/{batchId}/undo', input: everywhere, output },
  },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'NotFound'],
  async run(context, { characterId: reference, batchId }: Asked) {
    if (reference === undefined) return undoEverywhere(context, batchId);
    const { id } = await findWritableCharacter(context, reference);
    // An answer may change memories of two layers, and half of one taken back says nothing.
    return isChangingAnswer(batchId) ? undoEverywhere(context, batchId) : undo(context, id, batchId);
  },
});
