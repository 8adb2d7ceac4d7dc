import * as z from 'zod';
import { counted } from '../base/counted.ts';
import { importance, listedMemory, memory, memoryStates, shownEnds } from '../domain/memory.ts';
import { pageAsked, pagedFields, pageFields } from '../domain/page.ts';
import { type ListedOfSeveral, memorySorts } from '../domain/stores/memories.ts';
import { instant } from '../domain/text.ts';
import { operation, reads, whole } from '../gate/operation.ts';
import { findCharacter, orEmpty } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { asListed } from '../service/memories.ts';
import { withPersonal } from '../service/personal.ts';
import { holdingOf, withEnds } from '../service/retrieval/holding.ts';
import { category, characterId, holding, memoryChoice } from './fields.ts';
import { legend, memoryLines } from './memory-lines.ts';
import { goOn, pagedOf, pagePart, partFields } from './parts.ts';

const input = z.object({
  characterId,
  ...pageFields,
  category: category.optional(),
  state: z
    .enum([...memoryStates, 'ALL'])
    .exclude(['PROPOSED'])
    .default('ACTIVE'),
  importance: importance.optional(),
  since: instant.optional().describe('On occurredAt'),
  until: instant.optional(),
  ...holding,
});

/** Further filters for people who browse; agents do not get them, because every field costs tokens. */
const inWhole = input.extend({
  state: z.enum([...memoryStates, 'ALL']).default('ACTIVE'),
  ...memoryChoice,
  sort: z
    .enum(memorySorts)
    .default('newest')
    .describe('importance: then the most salient; recalled: the most often recalled, of the stored recalls'),
});

/** Of all characters that the caller sees, as one list. */
const everywhere = inWhole.omit({ characterId: true });

/** The input of a tool or a request. */
type Listing = Omit<z.output<typeof input> | z.output<typeof inWhole>, 'characterId'> & {
  characterId?: string | undefined;
};

const output = z.object({ memories: z.array(memory.extend(shownEnds)), ...pagedFields });
const outputInWhole = output.extend({ memories: z.array(listedMemory) });
const outputEverywhere = outputInWhole.extend({
  counts: z
    .array(z.object({ characterId: z.string(), memories: z.int() }))
    .describe('How many each character has, the most first'),
});

export const listMemories = operation({
  name: 'list_memories',
  title: 'List memories',
  description:
    'Browse memories newest first, by category (such as preferences or decisions), importance or time, deleted ones too. To find something: search_memories.',
  group: 'memories',
  core: true,
  input,
  output: output.extend(partFields),
  hints: reads,
  rest: {
    method: 'GET',
    path: '/v1/characters/{id}/memories',
    status: 200,
    whole: whole({ input: inWhole, output: outputInWhole, run: listed }),
    also: { id: 'listEverywhere', path: '/v1/memories', input: everywhere, output: outputEverywhere },
  },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound', 'CategoryNotConfigured', 'FileNotFound'],
  async run(context, given) {
    const { found, asked } = await read(context, given);
    const { items, paged, stop } = pagePart(context, found.memories, found, asked, (one) => memoryLines([one]));
    return { memories: items, ...paged, ...stop };
  },
  text: ({ memories, total, page, limit, nextCursor, next }) => [
    `${counted(total, 'memory', 'memories')}, page ${page} of size ${limit}, newest first ${legend('salience')}:\n${memoryLines(memories)}${goOn({ page, nextCursor, next })}`,
  ],
});

async function listed(context: Context, given: Listing) {
  const { found, asked } = await read(context, given);
  const { counts } = found;
  return { memories: await withPersonal(context, found.memories), ...pagedOf(found, asked), ...(counts && { counts }) };
}

type Listed = Omit<ListedOfSeveral, 'counts'> & Partial<Pick<ListedOfSeveral, 'counts'>>;

async function read(
  context: Context,
  { characterId: reference, page, limit, cursor, holds, asOf, timeZone, ...rest }: Listing,
) {
  const { store, principal } = context;
  const holding = holdingOf(context.now(), { holds, asOf, timeZone });
  const asked = pageAsked({ page, limit, cursor });
  const nothing = { memories: [], total: 0, places: [], isMore: false };
  const wanted = asListed({ ...rest, holding, ...asked });
  const found: Listed =
    reference === undefined
      ? await store.memories.listSeen(principal, wanted)
      : await orEmpty(async () => {
          const { id } = await findCharacter(context, reference);
          return store.memories.list(principal, id, wanted);
        }, nothing);
  return { found: { ...found, memories: await withEnds(context, found.memories, timeZone) }, asked };
}
