import * as z from 'zod';
import { memory, shownEnds } from '../domain/memory.ts';
import { operation, reads } from '../gate/operation.ts';
import { pageOf } from '../service/retrieval/page.ts';
import { characterId } from './fields.ts';

export const getPage = operation({
  name: 'get_page',
  title: 'What is known',
  description:
    'A page of what holds of a character: the most useful memories under headings, near-equal ones once. For agents assemble_context without a query is shorter.',
  group: 'review',
  input: z.object({ characterId, maxTokens: z.int().min(100).max(8_000).default(4_000) }),
  output: z.object({
    name: z.string(),
    sections: z.array(z.object({ heading: z.string(), memories: z.array(memory.extend(shownEnds)) })),
    omitted: z.int(),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/{id}/page', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: (context, { characterId: reference, maxTokens }) => pageOf(context, reference, maxTokens),
});
