import * as z from 'zod';
import { operation, sets } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { writeMemory } from '../service/memories.ts';
import { characterId, memoryId } from './fields.ts';

export const deleteMemory = operation({
  name: 'delete_memory',
  title: 'Forget a memory',
  description: 'Forget a memory that is wrong or unwanted; restore_memory brings it back.',
  group: 'memories',
  core: true,
  input: z.object({ characterId, memoryId }),
  output: z.object({ id: z.string(), state: z.literal('DELETED') }),
  hints: { ...sets, idempotent: false },
  rest: { method: 'DELETE', path: '/v1/characters/{id}/memories/{memId}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'MemoryNotFound'],
  async run(context, { characterId: reference, memoryId: id }) {
    const character = await findWritableCharacter(context, reference);
    const { memory } = await writeMemory(context, character.id, { kind: 'delete', memoryId: id });
    return { id: memory.id, state: 'DELETED' as const };
  },
});
