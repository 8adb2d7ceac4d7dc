import * as z from 'zod';
import { memory } from '../domain/memory.ts';
import { operation, sets } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { revertMemory as revert } from '../service/memories.ts';
import { characterId, memoryId } from './fields.ts';

export const revertMemory = operation({
  name: 'revert_memory',
  title: 'Restore a revision',
  description:
    'Make an earlier version of a memory its newest one, as its history has it; a deleted memory comes back with it.',
  group: 'review',
  input: z.object({ characterId, memoryId, revision: z.int().min(1) }),
  output: memory,
  hints: sets,
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/{memId}/revert', status: 200, etag: true },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'MemoryNotFound', 'ConflictUnresolved'],
  async run(context, { characterId: reference, memoryId: id, revision }) {
    const character = await findWritableCharacter(context, reference);
    return revert(context, character.id, id, revision);
  },
});
