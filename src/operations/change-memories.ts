import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { forgottenMark } from '../domain/forgotten.ts';
import { limits } from '../domain/limits.ts';
import { importance, type MemoryChange, memoryContent, memoryStates, salience } from '../domain/memory.ts';
import { type RuleParams, text } from '../domain/text.ts';
import { inputBounds, operation, sets, whole } from '../gate/operation.ts';
import { forgottenId } from '../service/batch-ids.ts';
import { changeAsBatch } from '../service/batches.ts';
import { findWritableCharacter } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { asListed, changedEnd, refuseSecret } from '../service/memories.ts';
import { moveAsBatch, withReplaced } from '../service/moving.ts';
import { askToForget } from '../service/retrieval/to-forget.ts';
import { allowSecret, batchAnswer, category, characterId, maxMemories, memoryFilter, memoryId } from './fields.ts';

const changed = z.object({
  category: category.optional(),
  importance: importance.optional(),
  salience: salience.optional(),
  state: z.enum(memoryStates).exclude(['PROPOSED']).optional(),
  moveTo: characterId
    .optional()
    .describe(
      'The character that gets them, with what they replaced; `me`: the user’s own memory. Alone or with category',
    ),
});

type Changed = z.output<typeof changed> & { content?: string | undefined };

const checked = <Shape extends z.ZodType<Changed>>(shape: Shape) =>
  shape
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      message: 'must have at least one field',
      params: { errorType: 'InvalidInput' } satisfies RuleParams,
    })
    .refine(
      ({ moveTo, state, importance: level, salience: weight, content }) =>
        moveTo === undefined || (state ?? level ?? weight ?? content) === undefined,
      {
        message: 'moveTo goes with category alone',
        params: { errorType: 'InvalidInput' } satisfies RuleParams,
      },
    )
    .meta({ minProperties: 1 });

const input = z.object({
  characterId,
  ids: z.array(memoryId).min(1).max(maxMemories).optional(),
  filter: memoryFilter.optional().describe('In place of ids: all that list_memories lists by it'),
  change: checked(changed),
});

/** Over REST, which takes a large change in parts. */
const ofBatch = {
  batchId: z
    .string()
    .regex(new RegExp(`^(?:${forgottenMark})?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$`))
    .optional()
    .describe('The batchId of an earlier part: undo_batch undoes both together'),
  forgotten: text(limits.reference, 1)
    .optional()
    .describe('With the state DELETED: the name or topic that is forgotten so; list_batches says it'),
};
const inWhole = input.extend({
  ...ofBatch,
  change: checked(
    changed.extend({ content: memoryContent.optional().describe('Of one memory: its text, in which it is restored') }),
  ),
  allowSecret,
});

const output = batchAnswer.extend({
  joined: z.array(z.object({ id: z.string(), into: z.string() })).optional(),
  recategorized: z.array(z.object({ id: z.string(), category: z.string() })).optional(),
});

export const changeMemories = operation({
  name: 'change_memories',
  title: 'Change many memories',
  description:
    'Change category, importance, salience or state (deleted, restored) of up to 500 memories, or of all that a filter means, or move them to another character, as one batch; undo_batch undoes it.',
  group: 'review',
  input,
  either: [{ all: ['ids'] }, { all: ['filter'] }],
  maxInput: inputBounds.profile,
  output,
  hints: sets,
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/memories/batch',
    status: 200,
    progress: true,
    whole: whole({ input: inWhole, output, run: change }),
  },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'CategoryNotConfigured', 'FileNotFound', 'InvalidContent'],
  run: change,
});

type Asked = z.output<typeof input> & Partial<z.output<typeof inWhole>>;

async function change(
  context: Context,
  {
    characterId: given,
    ids,
    filter,
    change: { state, moveTo, ...named },
    batchId,
    forgotten,
    allowSecret: insists,
  }: Asked,
) {
  const { store, principal } = context;
  if (named.content !== undefined && ids?.length !== 1)
    throw new ServiceError('InvalidInput', 'content: it is that of one memory, which ids names.');
  refuseSecret(named, insists);
  const fields = { ...named, validUntil: changedEnd(context, named, '') };
  const { id: character } = await findWritableCharacter(context, given);
  const updates = Object.values(fields).some((value) => value !== undefined);
  // With another text at once: a memory whose text another one has stays as it is.
  const isReworded = state === 'ACTIVE' && fields.content !== undefined;
  const of = (id: string): MemoryChange[] => [
    ...(state === 'ACTIVE' && !isReworded ? [{ kind: 'restore', memoryId: id } as const] : []),
    ...(updates ? [{ kind: 'update', memoryId: id, fields, revives: isReworded || undefined } as const] : []),
    ...(state === 'DELETED' ? [{ kind: 'delete', memoryId: id } as const] : []),
  ];
  const meant = async () => {
    if (!filter) throw new ServiceError('InvalidInput', 'ids or filter is needed.');
    return store.memories.ids(principal, character, asListed(filter));
  };
  const chosen = [...new Set(ids ?? (await meant()))];
  if (moveTo !== undefined) {
    const { id: to } = await findWritableCharacter(context, moveTo);
    const moves = (await withReplaced(context, character, chosen)).map((id) => ({ memoryId: id, ...fields }));
    return moveAsBatch(context, { from: character, to }, moves, batchId);
  }
  const isForgotten = forgotten !== undefined && state === 'DELETED';
  if (isForgotten) await askToForget(context, character, forgotten, chosen);
  return changeAsBatch(
    context,
    character,
    chosen.map((id) => ({ id, changes: of(id) })),
    batchId ?? (isForgotten ? forgottenId(context.newId()) : undefined),
  );
}
