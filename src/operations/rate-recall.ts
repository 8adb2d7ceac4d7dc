import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { ratings } from '../domain/stores/recalls.ts';
import { reference } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';
import { rateRecall as rate } from '../service/recalls.ts';
import { memoryId } from './fields.ts';
import { recall } from './list-recalls.ts';

export const rateRecall = operation({
  name: 'rate_recall',
  title: 'Rate a recall',
  description:
    'Rate the memories that an agent received, all or one of them, as useful or wrong. Hooks leave out what was wrong when its question is asked again.',
  group: 'review',
  input: z.object({
    recallId: reference(limits.reference),
    memoryId: memoryId.optional(),
    rating: z.enum([...ratings, 'none']).describe('none takes it back'),
  }),
  output: recall,
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/recalls/{recallId}/rating', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['NotFound', 'MemoryNotFound'],
  run: (context, { recallId, rating, memoryId: id }) =>
    rate(context, recallId, rating === 'none' ? undefined : rating, id),
});
