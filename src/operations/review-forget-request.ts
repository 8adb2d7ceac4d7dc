import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { text } from '../domain/text.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { answerForgetRequest, forgetDecisions } from '../service/forgetting.ts';
import { batchAnswer, characterId, maxMemories, memoryId } from './fields.ts';

export const reviewForgetRequest = operation({
  name: 'review_forget_request',
  title: 'Answer a request to forget',
  description:
    'What a person says of memories that the user asked to forget (list_forget_requests): delete all of them (undo_batch takes that back), erase them for good, keep them, or ask again.',
  group: 'review',
  callers: 'members',
  input: z.object({
    characterId,
    memoryIds: z.array(memoryId).min(1).max(maxMemories),
    decision: z.enum(forgetDecisions),
    what: text(limits.reference, 1).default('these memories').describe('ask: what it is about'),
  }),
  maxInput: inputBounds.profile,
  output: batchAnswer,
  hints: { ...sets, idempotent: false },
  rest: { method: 'POST', path: '/v1/characters/{id}/forget-requests/review', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'MemoryNotFound', 'ConflictUnresolved'],
  async confirm(_, { memoryIds, decision }) {
    return decision === 'erase' ? `Erase ${memoryIds.length} memories for good? Nothing brings them back.` : undefined;
  },
  async run(context, { characterId: reference, memoryIds, decision, what }) {
    const { id } = await findWritableCharacter(context, reference);
    return answerForgetRequest(context, id, memoryIds, decision, what);
  },
});
