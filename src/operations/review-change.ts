import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { verdicts } from '../domain/stores/changes.ts';
import { reference } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';
import { reviewChange as review } from '../service/changes.ts';

const verdict = z.enum([...verdicts, 'open']).describe('open: takes it back');

export const reviewChange = operation({
  name: 'review_change',
  title: 'Review a change',
  description:
    'Record that a person has reviewed a change: it was kept, or undone; or that it is to be reviewed again.',
  group: 'review',
  callers: 'members',
  input: z.object({ changeId: reference(limits.reference), verdict }),
  output: z.object({ id: z.string(), verdict }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/changes/{changeId}/review', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['NotFound'],
  async run(context, { changeId, verdict: given }) {
    await review(context, changeId, given === 'open' ? undefined : given);
    return { id: changeId, verdict: given };
  },
});
