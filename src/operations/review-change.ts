import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { verdicts } from '../domain/stores/changes.ts';
import { reference } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';
import { reviewChange as review } from '../service/changes.ts';

export const reviewChange = operation({
  name: 'review_change',
  title: 'Review a change',
  description: 'Record that a person has reviewed a change: it was kept, or undone.',
  group: 'review',
  callers: 'members',
  input: z.object({ changeId: reference(limits.reference), verdict: z.enum(verdicts) }),
  output: z.object({ id: z.string(), verdict: z.enum(verdicts) }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/changes/{changeId}/review', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['NotFound'],
  async run(context, { changeId, verdict }) {
    await review(context, changeId, verdict);
    return { id: changeId, verdict };
  },
});
