import * as z from 'zod';
import { agentStatus, character, characterSorts, characterStatuses, tag } from '../domain/character.ts';
import { limits } from '../domain/limits.ts';
import { pageAsked, pagedFields, pageFields } from '../domain/page.ts';
import { visibilities } from '../domain/sharing.ts';
import { reference } from '../domain/text.ts';
import { operation, reads, whole } from '../gate/operation.ts';
import type { Context } from '../service/context.ts';
import { pagedOf, pagePart, partFields } from './parts.ts';

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
  async run(context, given) {
    const { found, asked } = await read(context, given);
    const { items, paged, stop } = pagePart(context, found.characters, found, asked);
    return { characters: items, ...paged, ...stop };
  },
});

async function listed(context: Context, given: z.output<typeof input>) {
  const { found, asked } = await read(context, given);
  return { characters: found.characters, ...pagedOf(found, asked) };
}

async function read({ store, principal }: Context, { page, limit, cursor, ...filter }: z.output<typeof input>) {
  const asked = pageAsked({ page, limit, cursor });
  return { found: await store.characters.list(principal, { ...filter, ...asked }), asked };
}
