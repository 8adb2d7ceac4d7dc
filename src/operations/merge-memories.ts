import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { memory, memoryContent } from '../domain/memory.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { refuseSecret } from '../service/memories.ts';
import { mergeMemories as merge } from '../service/merging.ts';
import { allowSecret, characterId, memoryId } from './fields.ts';

export const mergeMemories = operation({
  name: 'merge_memories',
  title: 'Merge two memories',
  description:
    'Make one memory of two that say the same: keepId gets the merged text as a new revision, deleteId is deleted and can be restored; undo_batch undoes both.',
  group: 'review',
  input: z.object({
    characterId,
    keepId: memoryId,
    deleteId: memoryId,
    content: memoryContent.optional().describe('The merged text; default: that of keepId'),
    allowSecret,
  }),
  maxInput: inputBounds.text,
  output: z.object({ memory, deletedId: z.string(), batchId: z.string() }),
  hints: { ...sets, idempotent: false },
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/merge', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'MemoryNotFound', 'ConflictUnresolved', 'InvalidContent'],
  async run(context, { characterId: reference, keepId, deleteId, content, allowSecret: insists }) {
    if (keepId === deleteId) throw new ServiceError('InvalidInput', 'keepId and deleteId are the same memory.');
    refuseSecret({ content }, insists);
    const { id } = await findWritableCharacter(context, reference);
    return merge(context, id, { keepId, deleteId, content });
  },
});
