import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { operation, sets } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { answerLink } from '../service/relations.ts';
import { characterId, memoryId } from './fields.ts';

export const keepBoth = operation({
  name: 'keep_both',
  title: 'Keep both memories',
  description:
    'Say that two memories that look alike are both right: list_duplicates leaves them out until one of the texts changes. Or, of a newer one that may say what holds instead, what a person says: it changed, or neither holds.',
  group: 'review',
  callers: 'members',
  input: z.object({
    characterId,
    memoryId,
    otherId: memoryId,
    answer: z
      .enum(['changed', 'both', 'neither'])
      .optional()
      .describe('changed: memoryId replaces otherId, or the part of it that changed; default: both'),
    kept: z.boolean().default(true).describe('false: takes it back; with an answer, it is asked again what holds'),
  }),
  output: z.object({ memoryIds: z.array(z.string()).length(2), kept: z.boolean(), remains: z.string().optional() }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/{memId}/keep-both', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'MemoryNotFound', 'ConflictUnresolved'],
  async run(context, { characterId: reference, memoryId: one, otherId: other, answer, kept }) {
    if (one === other) throw new ServiceError('InvalidInput', 'memoryId and otherId are the same memory.');
    const { id } = await findCharacter(context, reference, 'WRITE');
    const said = kept ? (answer ?? 'both') : answer === undefined ? 'unsaid' : 'ask';
    const remains = await answerLink(context, id, [one, other], said);
    return { memoryIds: [one, other], kept, ...(remains !== undefined && { remains }) };
  },
});
