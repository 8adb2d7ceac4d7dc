import * as z from 'zod';
import { operation, sets } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { characterId, memoryId } from './fields.ts';

export const muteMemory = operation({
  name: 'mute_memory',
  title: 'Mute a memory',
  description: 'Have hooks leave a memory out of what they give to agents; searches still find it.',
  group: 'review',
  callers: 'members',
  input: z.object({ characterId, memoryId, muted: z.boolean().default(true).describe('false: takes it back') }),
  output: z.object({ memoryId: z.string(), muted: z.boolean() }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/{memId}/muting', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'MemoryNotFound'],
  async run(context, { characterId: reference, memoryId: id, muted }) {
    const { store, principal, now } = context;
    const character = await findWritableCharacter(context, reference);
    await store.recalls.mute(principal, character.id, id, muted, now());
    return { memoryId: id, muted };
  },
});
