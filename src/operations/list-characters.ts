import * as z from 'zod';
import { agentStatus, character, characterSorts, characterStatuses, tag } from '../domain/character.ts';
import { limits } from '../domain/limits.ts';
import { pagedFields, pageFields } from '../domain/page.ts';
import { visibilities } from '../domain/sharing.ts';
import { reference } from '../domain/text.ts';
import { operation, reads, whole } from '../gate/operation.ts';
import type { Context } from '../service/context.ts';
import { pagePart, partFields } from './parts.ts';

const input = z.object({
  ...pageFields,
  tag: tag.optional(),
  capability: reference(limits.capability).optional(),
  agentStatus: agentStatus.optional(),
  visibility: z.enum(visibilities).optional(),
  status: z.enum([...characterStatuses, 'ALL']).default('ACTIVE'),
  sortBy: z.enum(characterSorts).default('CREATED_AT'),
  sortOrder: z.enum(['ASC', 'DESC']).default('DESC'),
});
const output = z.object({ characters: z.array(character), ...pagedFields });

export const listCharacters = operation({
  name: 'list_characters',
  title: 'List characters',
  description:
    'List the characters (people, agents, projects) that have a memory, with ids, profiles and memory counts.',
  group: 'characters',
  core: true,
  input,
  output: output.extend(partFields),
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters', status: 200, whole: whole({ input, output, run: listed }) },
  bucket: 'SEARCH',
  role: 'VIEWER',
  async run(context, filter) {
    const { characters, ...page } = await listed(context, filter);
    const { items, stop } = pagePart(context, characters, filter);
    return { characters: items, ...page, ...stop };
  },
});

async function listed({ store, principal }: Context, filter: z.output<typeof input>) {
  const found = await store.characters.list(principal, filter);
  return { ...found, page: filter.page, limit: filter.limit };
}
