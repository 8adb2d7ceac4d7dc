import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { text } from '../domain/text.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { isBatchOf } from '../service/batch-ids.ts';
import { findCharacter } from '../service/characters.ts';
import { refuseSecret } from '../service/memories.ts';
import { answerLink } from '../service/relations.ts';
import { allowSecret, characterId, memoryId } from './fields.ts';

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
    remains: text(limits.content)
      .optional()
      .describe('With changed: what otherId says from now on; empty: it ends. Default: the part that did not change'),
    batchId: text(100, 1).optional().describe('The batch of the same answer about another pair, which it joins'),
    allowSecret,
    kept: z.boolean().default(true).describe('false: takes it back; with an answer, it is asked again what holds'),
  }),
  maxInput: inputBounds.text,
  output: z.object({
    memoryIds: z
      .array(z.string())
      .length(2)
      .describe('memoryId, or the memory of the same text that it became one with'),
    kept: z.boolean(),
    remains: z.string().optional(),
    batchId: z.string().optional(),
  }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/{memId}/keep-both', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'MemoryNotFound', 'ConflictUnresolved', 'InvalidContent'],
  async run(
    context,
    { characterId: reference, memoryId: one, otherId: other, answer, kept, allowSecret: insists, ...given },
  ) {
    if (one === other) throw new ServiceError('InvalidInput', 'memoryId and otherId are the same memory.');
    refuseSecret({ content: given.remains }, insists);
    const { id } = await findCharacter(context, reference, 'WRITE');
    if (given.batchId !== undefined && !isBatchOf(answer ?? 'both', given.batchId))
      throw new ServiceError('InvalidInput', 'batchId is no batch of this answer.');
    const said = kept ? (answer ?? 'both') : answer === undefined ? 'unsaid' : 'ask';
    const { newerId, batchId, remains } = await answerLink(context, id, [one, other], said, given);
    return { memoryIds: [newerId, other], kept, ...(kept && { batchId }), ...(remains !== undefined && { remains }) };
  },
});
