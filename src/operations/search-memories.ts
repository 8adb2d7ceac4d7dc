import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import type { LabelFilters } from '../domain/label-filters.ts';
import { limits } from '../domain/limits.ts';
import { foundAmong, foundMemory, importance, memory, memorySource, ranking, shownEnds } from '../domain/memory.ts';
import { maxPageSize } from '../domain/page.ts';
import { instant, iso, text } from '../domain/text.ts';
import { inputBounds, operation, reads, whole } from '../gate/operation.ts';
import { orEmpty } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { milliseconds } from '../service/memories.ts';
import { noticedEnds } from '../service/noticed-ends.ts';
import type { FoundMemory } from '../service/retrieval/found.ts';
import { withChoices } from '../service/retrieval/held.ts';
import { holdingOf, withEnds } from '../service/retrieval/holding.ts';
import { searchMemories as search } from '../service/retrieval/in-time.ts';
import type { Understood } from '../service/retrieval/narrowing.ts';
import { allCharacters } from '../service/retrieval/search-all.ts';
import { type FoundAmong, searchAmong, searchThese } from '../service/retrieval/search-among.ts';
import {
  author,
  category,
  characterIds,
  holding,
  labelFilters,
  localPath,
  memoryChoice,
  namedCharacter,
  searchQuery,
} from './fields.ts';
import { legend, memoryLines } from './memory-lines.ts';
import { firstPart, partFields } from './parts.ts';

const notice = z.string().optional();
/** The most words that a search may require. */
const maxWords = 20;
/** Of all matches: each page is cut from the ranking of as many, so that none changes its place between two pages. */
const maxPages = 20;
const asked = {
  query: searchQuery,
  limit: z.int().min(1).max(maxPageSize).default(10),
  category: category.optional(),
  since: instant.optional(),
  until: instant.optional(),
  importance: importance.optional(),
  source: memorySource.shape.kind.optional(),
  file: localPath.optional().describe('Id or path'),
  minRelevance: z.number().min(0).max(1).optional(),
  ...holding,
  explain: z.boolean().default(false),
};
const further = {
  author: author.optional(),
  client: memoryChoice.client,
  ...labelFilters,
  having: z
    .array(text(limits.reference, 1))
    .min(1)
    .max(maxWords)
    .optional()
    .describe('Only memories with each of these words, in any of its forms'),
  narrow: z.boolean().optional().describe('Only memories of the time that the query names, if there are any'),
  page: z
    .int()
    .min(0)
    .max(maxPages - 1)
    .optional()
    .describe('From 0, of all matches: also those that say nearly the same as another'),
};
const inOne = z.object({ characterId: namedCharacter, ...asked, ...further });
const inSeveral = z.object({
  characterIds: characterIds.optional(),
  everywhere: z.boolean().optional().describe('In all active characters, in place of characterIds'),
  ...asked,
  ...further,
});
/** With `explain`: the time that the query names (since inclusive, until exclusive), and the words that memories have. */
const understood = z
  .object({
    time: z
      .object({
        since: z.string(),
        until: z.string(),
        isApplied: z.boolean(),
        isOffered: z.boolean().optional().describe('The name of a month may be that of a person'),
      })
      .optional(),
    words: z.array(z.object({ word: z.string(), memories: z.int() })),
  })
  .optional();
/** Only in searches of several characters, with the `characterId`; models need not know it in advance. */
const ofWhom = { characterName: z.string().optional(), ...shownEnds };

/** Fields that a search leaves out for agents, which ask for ten at a time; get_memory has them. */
const leftOutFields = {
  characterId: true,
  state: true,
  sessionId: true,
  createdAt: true,
  updatedAt: true,
  supersedes: true,
  mayBeOutdatedBy: true,
  tags: true,
  metadata: true,
} as const;

type LeftOut = keyof typeof leftOutFields;
type Answered = Omit<FoundMemory | FoundAmong, LeftOut> & { characterId?: string };

/** Copied field by field: rest and spread make a hidden class for each object, which takes 20 times as long. */
function answered(found: FoundMemory | FoundAmong): Answered {
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(found)) {
    if (!Object.hasOwn(leftOutFields, name)) shown[name] = found[name as keyof typeof found];
  }
  if ('characterName' in found) shown.characterId = found.characterId;
  return shown as Answered;
}

/** Without the memories in whose place it stands: `explain` has their texts. */
function withoutOlder<One extends FoundMemory>(found: One): One {
  if (found.insteadOf === undefined) return found;
  const { insteadOf: _, ...shown } = found;
  return shown as One;
}

type Asked = z.output<typeof input> &
  LabelFilters &
  Partial<Omit<z.output<typeof inSeveral>, 'characterIds'>> & { query: string; limit: number };

interface FoundByText {
  memories: (FoundMemory | FoundAmong)[];
  total: number;
  notice?: string;
  understood?: Understood;
}

type Answer = Omit<FoundByText, 'understood'> & { understood?: z.output<typeof understood> };

/** In the characters that a call names, one or several. InvalidInput when it names none. */
async function find(
  context: Context,
  {
    characterId: one,
    characterIds: given,
    everywhere,
    since,
    until,
    file,
    holds,
    asOf,
    timeZone,
    page,
    ...asks
  }: Asked,
): Promise<Answer> {
  const held = holdingOf(context.now(), { holds, asOf, timeZone });
  if (held) context.validity?.endsAt(context.now());
  const paged = page === undefined ? {} : { limit: maxPages * asks.limit, hasAll: true };
  const query = {
    ...asks,
    ...paged,
    since: milliseconds(since),
    until: milliseconds(until),
    fileId: file,
    holding: held,
  };
  const named = [...(one === undefined ? [] : [one]), ...(given ?? [])];
  const shown = async ({ understood, ...found }: FoundByText) => {
    const first = (page ?? 0) * asks.limit;
    const ofPage = found.memories.slice(first, first + asks.limit);
    const explained = asks.explain ? await withChoices(context, ofPage) : ofPage;
    const memories = await withEnds(context, explained.map(withoutOlder), timeZone);
    return { ...found, memories, ...(understood && { understood: inIso(understood) }) };
  };
  if (everywhere) return shown(await searchThese(context, await allCharacters(context), query));
  const [first, ...others] = context.reach?.length ? context.reach : named;
  if (first === undefined) throw new ServiceError('InvalidInput', 'characterId is required.');
  const isOne = others.length === 0 && given === undefined;
  const nothing = { memories: [], total: 0 };
  const found = isOne
    ? await orEmpty(() => search(context, first, query), nothing)
    : await searchAmong(context, [first, ...others], query);
  return shown(found);
}

function inIso({ time, words }: Understood): Answer['understood'] {
  if (time === undefined) return { words };
  const { from, to, ...how } = time;
  return { time: { since: iso(from), until: iso(to), ...how }, words };
}

/** What change detection has ended since the last answer, in a line. */
async function endedSince(context: Context, { characterId, characterIds: named = [] }: z.output<typeof input>) {
  const given = context.reach?.length ? context.reach : [...(characterId === undefined ? [] : [characterId]), ...named];
  const ends = await noticedEnds(context, given);
  return ends.length > 0 && `Since your last call: ${ends.map(({ line }) => line).join(' ')}`;
}

const input = z.object({ characterId: namedCharacter.optional(), characterIds: characterIds.optional(), ...asked });

export const searchMemories = operation({
  name: 'search_memories',
  title: 'Search memories',
  description:
    'Recall from memory what is known: facts, preferences, decisions, what was said earlier or last time. Ask in plain words of any language; names, dates ("last week") and identifiers work. Call it before you answer from memory or store something. Best first; low relevance or none: nothing is known.',
  group: 'memories',
  core: true,
  input,
  maxInput: inputBounds.text,
  output: z.object({
    memories: z.array(memory.omit(leftOutFields).extend({ ...ranking, ...ofWhom })),
    total: z.int(),
    ...partFields,
  }),
  hints: reads,
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/memories/search',
    status: 200,
    whole: whole({
      input: inOne,
      output: z.object({ memories: z.array(foundMemory), total: z.int(), notice, understood }),
      run: find,
    }),
    also: {
      id: 'searchSeveral',
      path: '/v1/search',
      input: inSeveral,
      output: z.object({
        memories: z.array(foundAmong),
        total: z.int(),
        notice,
        understood,
      }),
    },
  },
  bucket: 'SEARCH',
  role: 'VIEWER',
  computes: true,
  kept: true,
  overLayers: true,
  errors: ['CharacterNotFound', 'CategoryNotConfigured', 'FileNotFound'],
  saysWhatHolds: true,
  loggedRecall: ({ characterId: one, characterIds: several = [], query }, { memories }) => ({
    kind: 'search',
    query,
    characters: [
      ...(one === undefined ? [] : [one]),
      ...several,
      ...memories.flatMap((of) => ('characterId' in of ? String(of.characterId) : [])),
    ],
    texts: memories.map(({ content }) => content),
    memories: memories.map(({ id: memoryId, relevance, ...of }) => ({
      memoryId,
      relevance,
      characterId: 'characterId' in of ? String(of.characterId) : undefined,
    })),
  }),
  async run(context, given) {
    const { memories, total, notice } = await find(context, given);
    const { items, stop } = firstPart(
      context,
      memories.map(answered),
      (count) => `Only the best ${count} fit into an answer. For others ask a narrower query or name a category.`,
      (one) => memoryLines([one]),
    );
    // A field of its own would cost every agent tokens.
    const next = [await endedSince(context, given), stop.next ?? notice].filter(Boolean).join(' ');
    return { memories: items, total, ...stop, ...(next && { next }) };
  },
  text: ({ memories, total, next }) => [
    memories.length === 0
      ? ['Nothing is known about this.', next].filter(Boolean).join(' ')
      : `${total} found, best first ${legend(
          'relevance',
          memories.some((one) => one.characterName !== undefined),
        )}:\n${memoryLines(memories)}${next ? `\n${next}` : ''}`,
  ],
});
