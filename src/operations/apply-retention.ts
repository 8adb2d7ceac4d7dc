import * as z from 'zod';
import { operation, sets } from '../gate/operation.ts';
import { changeAsBatch, unrecalledSince } from '../service/batches.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { batchAnswer, characterId, retentionDays } from './fields.ts';

export const applyRetention = operation({
  name: 'apply_retention',
  title: 'Forget memories never recalled',
  description:
    'Delete the memories that are older than a number of days and that no recall has given since, except CRITICAL ones, as one batch; undo_batch undoes it.',
  group: 'review',
  callers: 'members',
  input: z.object({ characterId, days: retentionDays }),
  output: batchAnswer,
  hints: sets,
  rest: { method: 'POST', path: '/v1/characters/{id}/retention', status: 200, progress: true },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived'],
  async run(context, { characterId: reference, days }) {
    const { store, principal, recalls } = context;
    const { id } = await findWritableCharacter(context, reference);
    const since = unrecalledSince(context, days);
    await recalls?.written();
    const ids = await store.memories.ids(principal, id, { state: 'ACTIVE', unrecalledSince: since });
    return changeAsBatch(
      context,
      id,
      ids.map((memoryId) => ({ id: memoryId, changes: [{ kind: 'delete', memoryId }] })),
    );
  },
});
