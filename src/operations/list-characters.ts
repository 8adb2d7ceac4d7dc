import * as z from 'zod';
import { agentStatus, character, characterSorts, characterStatuses, tag } from '../domain/character.ts';
import { pagedFields, pageFields } from '../domain/page.ts';
import { reference } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';

export const listCharacters = operation({
  name: 'list_characters',
  title: 'List characters',
  description:
    'See which characters exist, with their ids, profiles and memory counts. Returns one page and the total.',
  group: 'characters',
  core: true,
  input: z.object({
    ...pageFields,
    tag: tag.optional(),
    capability: reference(100).optional(),
    agentStatus: agentStatus.optional(),
    status: z.enum([...characterStatuses, 'ALL']).default('ACTIVE'),
    sortBy: z.enum(characterSorts).default('CREATED_AT'),
    sortOrder: z.enum(['ASC', 'DESC']).default('DESC'),
  }),
  output: z.object({ characters: z.array(character), ...pagedFields }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  async run({ store, principal }, filter) {
    const found = await store.characters.list(principal, filter);
    return { ...found, page: filter.page, limit: filter.limit };
  },
});
