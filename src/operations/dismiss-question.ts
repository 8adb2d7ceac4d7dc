import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { reference } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';
import { dismissQuestion as dismiss } from '../service/recalls.ts';
import { memoryId } from './fields.ts';
import { recall } from './list-recalls.ts';

export const dismissQuestion = operation({
  name: 'dismiss_question',
  title: 'Dismiss a question',
  description:
    'Say that the question of a recall needs no memory, or which one answers it since: it and equal ones are no gaps, now and later.',
  group: 'review',
  callers: 'members',
  input: z.object({
    recallId: reference(limits.reference),
    dismissed: z.boolean().default(true).describe('false: takes it back'),
    memoryId: memoryId.optional().describe('The memory that answers it since, of any character'),
  }),
  output: recall,
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/recalls/{recallId}/dismissal', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['NotFound', 'MemoryNotFound'],
  run: (context, { recallId, dismissed, memoryId: answeredBy }) => dismiss(context, recallId, dismissed, answeredBy),
});
