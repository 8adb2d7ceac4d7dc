import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { importance, type MemoryChange, memoryStates, salience } from '../domain/memory.ts';
import type { RuleParams } from '../domain/text.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { author } from '../service/memories.ts';
import { category, characterId, maxMemories, memoryId, refusal } from './fields.ts';

export const changeMemories = operation({
  name: 'change_memories',
  title: 'Change many memories',
  description:
    'Change category, importance, salience or state (deleted, restored) of up to 500 memories at once, as one unit.',
  group: 'review',
  input: z.object({
    characterId,
    ids: z.array(memoryId).min(1).max(maxMemories),
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
  maxInput: inputBounds.profile,
  output: z.object({
    changed: z.int(),
    failed: z.array(z.object({ id: z.string(), error: refusal })),
  }),
  hints: sets,
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/batch', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'CategoryNotConfigured'],
  async run(context, { characterId: reference, ids, change: { state, ...fields } }) {
    const { store, principal } = context;
    const { id: character } = await findWritableCharacter(context, reference);
    const updates = Object.values(fields).some((value) => value !== undefined);
    const of = (id: string): MemoryChange[] => [
      ...(state === 'ACTIVE' ? [{ kind: 'restore', memoryId: id } as const] : []),
      ...(updates ? [{ kind: 'update', memoryId: id, fields } as const] : []),
      ...(state === 'DELETED' ? [{ kind: 'delete', memoryId: id } as const] : []),
    ];
    const changes = [...new Set(ids)].flatMap((id) => of(id).map((change) => ({ id, change })));
    const outcomes = await store.memories.writeEach(
      principal,
      character,
      changes.map(({ change }) => change),
      author(context),
    );
    const failed = new Map<string, ServiceError>();
    const changed = new Set<string>();
    outcomes.forEach((outcome, i) => {
      const { id } = changes[i]!;
      if (outcome instanceof ServiceError) failed.set(id, failed.get(id) ?? outcome);
      else if (outcome.operation !== 'NONE') changed.add(id);
    });
    return {
      changed: [...changed].filter((id) => !failed.has(id)).length,
      failed: [...failed].map(([id, { type, message }]) => ({ id, error: { type, message } })),
    };
  },
});
