import * as z from 'zod';
import { memory } from '../domain/memory.ts';
import { operation, sets } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { writeMemory } from '../service/memories.ts';
import { broughtBack } from '../service/moving.ts';
import { characterId, memoryId } from './fields.ts';

export const restoreMemory = operation({
  name: 'restore_memory',
  title: 'Restore a memory',
  description: 'Bring a deleted (forgotten) memory back under its old id.',
  group: 'memories',
  input: z.object({ characterId, memoryId }),
  output: memory,
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/{memId}/restore', status: 200, etag: true },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'MemoryNotFound', 'ConflictUnresolved'],
  async run(context, { characterId: reference, memoryId: id }) {
    const character = await findWritableCharacter(context, reference);
    const back = await broughtBack(context, character.id, id);
    if (back) return back;
    return (await writeMemory(context, character.id, { kind: 'restore', memoryId: id })).memory;
  },
});
