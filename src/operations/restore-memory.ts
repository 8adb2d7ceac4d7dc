import * as z from 'zod';
import { type Memory, memory } from '../domain/memory.ts';
import { operation, sets, whole } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { writeMemory } from '../service/memories.ts';
import { broughtBack } from '../service/moving.ts';
import { characterId, memoryId } from './fields.ts';

const input = z.object({ characterId, memoryId });

/** A person takes the rejection of a proposal back. */
const inWhole = input.extend({
  asProposal: z.boolean().default(false).describe('It waits for a person again, as before it was decided on'),
});

export const restoreMemory = operation({
  name: 'restore_memory',
  title: 'Restore a memory',
  description: 'Bring a deleted (forgotten) memory back under its old id.',
  group: 'memories',
  input,
  output: memory,
  hints: { ...sets, destructive: false },
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/memories/{memId}/restore',
    status: 200,
    etag: true,
    whole: whole({ input: inWhole, output: memory, run: restored }),
  },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'MemoryNotFound', 'ConflictUnresolved'],
  run: restored,
});

async function restored(
  context: Context,
  given: z.output<typeof input> & Partial<z.output<typeof inWhole>>,
): Promise<Memory> {
  const { characterId: reference, memoryId: id, asProposal } = given;
  const character = await findWritableCharacter(context, reference);
  if (asProposal)
    return (await writeMemory(context, character.id, { kind: 'restore', memoryId: id, asProposal })).memory;
  const back = await broughtBack(context, character.id, id);
  return back ?? (await writeMemory(context, character.id, { kind: 'restore', memoryId: id })).memory;
}
