import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { importance, type MemoryChange, memorySource, memoryStates, salience } from '../domain/memory.ts';
import { instant, type RuleParams, reference } from '../domain/text.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { changeAsBatch } from '../service/batches.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { milliseconds } from '../service/memories.ts';
import { batchAnswer, category, characterId, maxMemories, memoryId } from './fields.ts';

export const changeMemories = operation({
  name: 'change_memories',
  title: 'Change many memories',
  description:
    'Change category, importance, salience or state (deleted, restored) of up to 500 memories, or of all that a filter means, as one batch; undo_batch undoes it.',
  group: 'review',
  input: z.object({
    characterId,
    ids: z.array(memoryId).min(1).max(maxMemories).optional(),
    filter: z
      .object({
        state: z.enum(memoryStates).exclude(['PROPOSED']).default('ACTIVE'),
        category: category.optional(),
        importance: importance.optional(),
        source: memorySource.shape.kind.optional(),
        fileId: reference(limits.reference).optional(),
        since: instant.optional().describe('Inclusive, on occurredAt'),
        until: instant.optional().describe('Exclusive'),
      })
      .optional()
      .describe('In place of ids: all that list_memories lists by it'),
    change: z
      .object({
        category: category.optional(),
        importance: importance.optional(),
        salience: salience.optional(),
        state: z.enum(memoryStates).exclude(['PROPOSED']).optional(),
      })
      .refine((change) => Object.values(change).some((value) => value !== undefined), {
        message: 'must have at least one field',
        params: { errorType: 'InvalidInput' } satisfies RuleParams,
      })
      .meta({ minProperties: 1 }),
  }),
  either: [{ all: ['ids'] }, { all: ['filter'] }],
  maxInput: inputBounds.profile,
  output: batchAnswer,
  hints: sets,
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/batch', status: 200, progress: true },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'CategoryNotConfigured', 'FileNotFound'],
  async run(context, { characterId: given, ids, filter, change: { state, ...fields } }) {
    const { store, principal } = context;
    const { id: character } = await findWritableCharacter(context, given);
    const updates = Object.values(fields).some((value) => value !== undefined);
    const of = (id: string): MemoryChange[] => [
      ...(state === 'ACTIVE' ? [{ kind: 'restore', memoryId: id } as const] : []),
      ...(updates ? [{ kind: 'update', memoryId: id, fields } as const] : []),
      ...(state === 'DELETED' ? [{ kind: 'delete', memoryId: id } as const] : []),
    ];
    const meant = async () => {
      if (!filter) throw new ServiceError('InvalidInput', 'ids or filter is needed.');
      const times = { since: milliseconds(filter.since), until: milliseconds(filter.until) };
      return store.memories.ids(principal, character, { ...filter, ...times });
    };
    const chosen = [...new Set(ids ?? (await meant()))];
    return changeAsBatch(
      context,
      character,
      chosen.map((id) => ({ id, changes: of(id) })),
    );
  },
});
