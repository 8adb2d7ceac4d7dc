import * as z from 'zod';
import { memoryStates } from '../domain/memory.ts';
import { verdicts } from '../domain/stores/changes.ts';
import { reference } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';
import { reviewClause } from '../service/hooks/captured.ts';

export const reviewCapture = operation({
  name: 'review_capture',
  title: 'Review a capture',
  description:
    'Keep a statement that a hook left out or only proposed, or forget one that it stored. Kinds that people reject often are no longer stored.',
  group: 'review',
  callers: 'members',
  input: z.object({ clauseId: reference(200).describe('Of list_hook_receipts'), verdict: z.enum(verdicts) }),
  output: z.object({ id: z.string(), content: z.string(), state: z.enum(memoryStates) }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/captured-clauses/{clauseId}/review', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['NotFound', 'CharacterArchived', 'MemoryNotFound', 'ConflictUnresolved'],
  async run(context, { clauseId, verdict }) {
    const { id, content, state } = await reviewClause(context, clauseId, verdict);
    return { id, content, state };
  },
});
