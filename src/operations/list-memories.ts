import * as z from 'zod';
import { importance } from '../domain/importance.ts';
import { memory, memoryStates } from '../domain/memory.ts';
import { pagedFields, pageFields } from '../domain/page.ts';
import { instant } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { milliseconds } from '../service/memories.ts';
import { category, characterId } from './fields.ts';

export const listMemories = operation({
  name: 'list_memories',
  title: 'List memories',
  description:
    'Browse memories newest first, by category, importance or time, including deleted ones by state. To find something, use search_memories. Returns one page and the total.',
  group: 'memories',
  core: true,
  input: z.object({
    characterId,
    ...pageFields,
    category: category.optional(),
    state: z.enum([...memoryStates, 'ALL']).default('ACTIVE'),
    importance: importance.optional(),
    since: instant.optional().describe('Inclusive, on occurredAt'),
    until: instant.optional().describe('Exclusive'),
  }),
  output: z.object({ memories: z.array(memory), ...pagedFields }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/{id}/memories', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound', 'CategoryNotConfigured'],
  async run(context, { characterId: reference, since, until, ...filter }) {
    const { id } = await findCharacter(context, reference);
    const { store, principal } = context;
    const times = { since: milliseconds(since), until: milliseconds(until) };
    const found = await store.memories.list(principal, id, { ...filter, ...times });
    return { ...found, page: filter.page, limit: filter.limit };
  },
});
