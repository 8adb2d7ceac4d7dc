import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { operation, sets } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { author } from '../service/memories.ts';
import { characterId, memoryId } from './fields.ts';

export const muteMemory = operation({
  name: 'mute_memory',
  title: 'Mute a memory',
  description: 'Choose whether hooks give a memory to agents; searches find it in any case.',
  group: 'review',
  callers: 'members',
  input: z.object({
    characterId,
    memoryId,
    muted: z.boolean().default(true).describe('Hooks leave it out; false: takes choices back'),
    trusted: z.boolean().default(false).describe('Hooks give it, though it reads as an order'),
  }),
  output: z.object({ memoryId: z.string(), muted: z.boolean(), trusted: z.boolean() }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/{memId}/muting', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'MemoryNotFound'],
  async run(context, { characterId: reference, memoryId: id, muted, trusted }) {
    const { store, principal, now } = context;
    if (trusted && author(context).kind === 'model') {
      throw new ServiceError(
        'AccessDenied',
        'Only a person may trust a memory: in the dashboard. Nothing was changed.',
      );
    }
    const character = await findWritableCharacter(context, reference);
    const choice = trusted ? 'trusted' : muted ? 'muted' : undefined;
    await store.recalls.choose(principal, character.id, id, choice, now());
    return { memoryId: id, muted: choice === 'muted', trusted };
  },
});
