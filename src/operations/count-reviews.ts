import * as z from 'zod';
import { operation, reads } from '../gate/operation.ts';
import { countReviews as count } from '../service/changes.ts';

export const countReviews = operation({
  name: 'count_reviews',
  title: 'Count waiting reviews',
  description: 'How many edits of models and proposals wait for a person: in all, and of each character with some.',
  group: 'review',
  input: z.object({}),
  output: z.object({
    edits: z.int(),
    proposals: z.int(),
    characters: z.array(z.object({ characterId: z.string(), edits: z.int(), proposals: z.int() })),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/reviews', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  run: (context) => count(context),
});
