import * as z from 'zod';
import { memory } from '../domain/memory.ts';
import { operation, reads } from '../gate/operation.ts';
import { characterIdOf } from '../service/characters.ts';
import { forgetRequests } from '../service/forgetting.ts';
import { characterId } from './fields.ts';

export const listForgetRequests = operation({
  name: 'list_forget_requests',
  title: 'List requests to forget',
  description:
    'What the user asked to forget, with the memories about it, the latest first: of one character or of all. review_forget_request deletes or keeps them.',
  group: 'review',
  overLayers: true,
  input: z.object({ characterId: characterId.optional() }),
  output: z.object({
    requests: z.array(
      z.object({ characterId: z.string(), what: z.string(), askedAt: z.string(), memories: z.array(memory) }),
    ),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/forget-requests', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference }) {
    const { reach = [] } = context;
    const named = reach.length === 0 && (await characterIdOf(context, reference));
    return { requests: await forgetRequests(context, named ? [named] : reach) };
  },
});
