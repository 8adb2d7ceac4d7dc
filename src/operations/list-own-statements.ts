import * as z from 'zod';
import { memory } from '../domain/memory.ts';
import { operation, reads } from '../gate/operation.ts';
import { ownStatements } from '../service/own-statements.ts';

export const listOwnStatements = operation({
  name: 'list_own_statements',
  title: 'List statements about the user in projects',
  description:
    'What is surely about the user in memories of projects, by project; change_memories with moveTo `me` moves it to their own memory.',
  group: 'review',
  input: z.object({}),
  output: z.object({
    projects: z.array(
      z.object({ characterId: z.string(), characterName: z.string(), total: z.int(), memories: z.array(memory) }),
    ),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/own-statements', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: [],
  async run(context) {
    return { projects: await ownStatements(context) };
  },
});
