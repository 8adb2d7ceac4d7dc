import * as z from 'zod';
import { inputBounds, operation, reads, whole } from '../gate/operation.ts';
import { orEmpty } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { inMilliseconds } from '../service/memories.ts';
import { type AssembledContext, assembleContext as assemble, tokenRoom } from '../service/retrieval/assemble.ts';
import { contextParts } from '../service/retrieval/candidates.ts';
import { holdingOf } from '../service/retrieval/holding.ts';
import { category, furtherFilters, holding, namedCharacter, searchQuery } from './fields.ts';

type Assembled = Pick<AssembledContext, 'text' | 'size' | 'memories' | 'omitted'>;

const input = z.object({
  characterId: namedCharacter,
  query: searchQuery.optional(),
  maxTokens: z.int().min(100).max(8_000).default(1_500),
  include: z.array(z.enum(contextParts)).min(1).optional(),
  category: category.optional(),
  ...holding,
});
const inWhole = input.extend(furtherFilters);
const output = z.object({
  text: z.string(),
  tokens: z.int(),
  memories: z.array(
    z.object({
      id: z.string(),
      characterId: z.string().optional(),
      relevance: z.number().optional(),
      revision: z.int(),
    }),
  ),
  omitted: z.int(),
});

export const assembleContext = operation({
  name: 'assemble_context',
  title: 'Assemble context',
  description:
    'Everything from memory that a task needs, within a budget of tokens: the profile, memories relevant to a query (or the most important), the latest ones.',
  group: 'memories',
  core: true,
  input,
  maxInput: inputBounds.text,
  output,
  hints: reads,
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/context',
    status: 200,
    whole: whole({ input: inWhole, output, run: assembled }),
  },
  bucket: 'SEARCH',
  role: 'VIEWER',
  computes: true,
  kept: true,
  overLayers: true,
  errors: ['CharacterNotFound', 'CategoryNotConfigured'],
  saysWhatHolds: true,
  loggedRecall: ({ characterId: character, query }, { text, memories }) => ({
    kind: 'context',
    query,
    texts: [text],
    characters: [character, ...memories.flatMap((one) => one.characterId ?? [])],
    memories: memories.map(({ id: memoryId, ...one }) => ({ memoryId, ...one })),
  }),
  run: (context, given) => assembled(context, given),
  text: ({ text }) => [text === '' ? 'Nothing is known.' : text],
});

async function assembled(context: Context, given: z.output<typeof inWhole>): Promise<z.output<typeof output>> {
  const { characterId: reference, maxTokens, holds, asOf, timeZone, ...rest } = given;
  const held = holdingOf(context.now(), { holds, asOf, timeZone });
  if (held) context.validity?.endsAt(context.now());
  const wanted = {
    ...inMilliseconds(rest),
    holding: held?.holds === true && !held.isPast ? undefined : held,
    withEnded: holds === 'any',
    timeZone,
  };
  const asked = context.reach?.length ? context.reach : reference;
  const nothing = { text: '', size: 0, memories: [], omitted: 0 };
  const read = () => assemble(context, asked, tokenRoom(maxTokens), wanted);
  const { text, size, memories, omitted } = await orEmpty<Assembled>(read, nothing);
  return { text, tokens: size, memories: memories.map(({ part: _, ...memory }) => memory), omitted };
}
