import type { Character, Profile } from '../../domain/character.ts';
import type { Note, Room } from '../../domain/fence.ts';
import type { LabelFilters } from '../../domain/label-filters.ts';
import type { Memory } from '../../domain/memory.ts';
import { isMessage } from '../../domain/memory-rules.ts';
import { maxPageSize } from '../../domain/page.ts';
import type { MemoryChoice } from '../../domain/stores/memories.ts';
import { leastHelpful } from '../../domain/stores/recalls.ts';
import { excerptOf } from '../../search/text/excerpt.ts';
import type { ReadingContext } from '../context.ts';
import { toldBy } from '../placed.ts';
import type { FoundMemory } from './found.ts';
import { isHeldFromHooks, mayTakeOver } from './held.ts';
import { hasEnded } from './holding.ts';
import { withHop } from './hop.ts';
import { inPageOrder } from './page.ts';
import { askedFor, type Query, searchOne } from './search.ts';

export const contextParts = ['profile', 'memories', 'recent'] as const;
export type ContextPart = (typeof contextParts)[number];

export interface Wanted extends LabelFilters {
  /** The query of the context; without one it has the most useful memories. */
  query?: string | undefined;
  include?: readonly ContextPart[] | undefined;
  category?: string | undefined;
  author?: string | undefined;
  /** Milliseconds on occurredAt: since inclusive, until exclusive. */
  since?: number | undefined;
  until?: number | undefined;
  /** Less relevant memories are left out. With any bound, so are those that only the table of words finds. */
  least?: number | undefined;
  /** Further queries, each searched separately with its own limit. */
  apart?: readonly { query: string; least: number }[] | undefined;
  /** Which of the matches count. */
  only?: ((memory: Memory) => boolean) | undefined;
  /** Which of a character's matches count, seen together. */
  choose?: ((matches: readonly Candidate[]) => Candidate[]) | undefined;
  /** Which matches of all characters count, seen together, the most relevant first. */
  among?: ((ranked: readonly Candidate[]) => Candidate[]) | undefined;
  /** The query for a character of a name. */
  queryOf?: ((name: string) => string) | undefined;
  /** How many matches of all characters count, the most relevant first; somewhat more of turns of conversations. */
  most?: number | undefined;
  /** Memories and parts of them that are left out, by `givenKey`: the reader has them. */
  known?: ReadonlySet<string> | undefined;
  /** How many matches of a query are considered. */
  limit?: number | undefined;
  /** Default: what holds now. */
  holding?: MemoryChoice['holding'] | undefined;
  /** Ids of memories that are left out. */
  without?: ReadonlySet<string> | undefined;
  /** Ids of memories that answer the query by a user's word, however they match it. */
  answers?: ReadonlySet<string> | undefined;
  /** Nobody asks for it: what reads as an order is held back. */
  isUnasked?: boolean | undefined;
  /** Ids of memories that are never held back. */
  trusted?: ReadonlySet<string> | undefined;
  /** Also what no longer holds. */
  withEnded?: boolean | undefined;
  /** The id of the user's own memory; default: that of the folder of this process, and all references but the first. */
  own?: string | undefined;
  /** Whose days are shown (IANA); default: the machine's. */
  timeZone?: string | undefined;
}

/** How many of the most useful and of the latest memories are considered: far more than fit. */
const considered = 200;
export const latest = 10;

/** A memory that a context may have, and how it matches the query. */
export type Candidate = Memory & Partial<Pick<FoundMemory, 'relevance' | 'terms' | 'insteadOf'>>;

/** Matches of each separate question. */
const maxApart = 5;

/** What a character gives to a context. */
export interface Layer extends Pick<Character, 'id' | 'name' | 'profile'> {
  useful: Candidate[];
  recent: Candidate[];
  /** Matches of the separate questions. */
  further: Candidate[];
  /** What it would give if it did not read as an order to the agent. */
  held: Candidate[];
}

/** The profile and the memories of a character that a context may have. CategoryNotConfigured. */
export async function layerOf(
  context: ReadingContext,
  character: Character,
  {
    query: given,
    queryOf = () => given ?? '',
    choose = (matches) => [...matches],
    apart = [],
    include = contextParts,
    category,
    author,
    since,
    until,
    tags,
    metadata,
    least = 0,
    only = () => true,
    ...wanted
  }: Wanted,
): Promise<Layer> {
  const { limit = maxPageSize, holding, withEnded = false, without } = wanted;
  const { id, name, profile } = character;
  const now = context.now();
  const query = given && queryOf(name);
  const chosen = { category, author, since, until, tags, metadata };
  const present = withEnded ? undefined : { at: now, holds: true, isPast: false };
  const isWanted = (memory: Memory) =>
    without?.has(memory.id) !== true && (withEnded || holding !== undefined || !hasEnded(memory, context));
  const isHeld = heldBy(wanted);
  const parts = new Set(include);
  const useful = parts.has('memories')
    ? await usefulMemories(context, character, query, { ...chosen, limit, holding, guesses: least === 0 })
    : [];
  const recent = parts.has('recent')
    ? await latestMemories(context, id, { ...chosen, holding: holding ?? present })
    : [];
  const further = await Promise.all(
    apart.map(({ query: one, least: minRelevance }) =>
      found(context, id, { ...chosen, query: one, limit: maxApart, guesses: false, minRelevance, holding }),
    ),
  );
  const matches = choose(useful.filter((memory) => only(memory) || memory.insteadOf?.some(only)).filter(isWanted));
  const others = [...(await answersIn(context, id, wanted.answers)), ...further.flat()].filter(isWanted);
  const unheld = (memories: readonly Candidate[]) => memories.filter((memory) => !isHeld(memory));
  const fitting = query === undefined ? [] : [...matches.filter(({ relevance = 1 }) => relevance >= least), ...others];
  return {
    id,
    name,
    profile,
    useful: unheld(matches),
    recent: unheld(recent.filter(isWanted)),
    further: unheld(others),
    held: [...new Map(fitting.filter(isHeld).map((memory) => [memory.id, memory])).values()],
  };
}

/** Whether a memory reads as an order to the agent, and is not trusted. */
export function heldBy({ isUnasked = false, trusted }: Pick<Wanted, 'isUnasked' | 'trusted'>) {
  const reads = isUnasked ? isHeldFromHooks : mayTakeOver;
  return (memory: Memory): boolean => trusted?.has(memory.id) !== true && reads(memory);
}

/** The answers that a character has, each just relevant enough; a search may find them more so. */
async function answersIn(
  { store, principal }: ReadingContext,
  characterId: string,
  ids: ReadonlySet<string> = new Set(),
): Promise<Candidate[]> {
  const found = ids.size === 0 ? [] : await store.memories.byIds(principal, [...ids]);
  return found.flatMap((one) => (one.characterId === characterId ? [{ ...one, relevance: leastHelpful }] : []));
}

async function usefulMemories(
  context: ReadingContext,
  character: Character,
  query: string | undefined,
  wanted: Omit<Query, 'query'>,
): Promise<Candidate[]> {
  const { store, principal, now } = context;
  const { id: characterId } = character;
  const { category, author, since, until, holding, tags, metadata } = wanted;
  const isFiltered = [author, since, until, holding, tags, metadata].some((one) => one !== undefined);
  if (query === undefined && isFiltered) {
    const chosen = { category, author, since, until, holding, tags, metadata, state: 'ACTIVE' } as const;
    const filter = { ...chosen, sort: 'importance', page: 0, limit: considered, isUncounted: true } as const;
    return (await store.memories.list(principal, characterId, filter)).memories;
  }
  if (query === undefined) {
    const all = await store.memories.mostUseful(principal, characterId, considered, now(), category);
    return inPageOrder(opening(all), character);
  }
  const asked = { ...wanted, query };
  return withHop(context, characterId, asked, await found(context, characterId, asked));
}

/** What opens a session: what weighs little only where nothing else is known, and of chats only what a person tells. */
function opening(memories: readonly Memory[]): Memory[] {
  const told = memories.filter((one) => one.importance !== 'LOW' && !(isMessage(one) && toldBy(one) === undefined));
  return told.length > 0 ? told : memories.filter((one) => !isMessage(one));
}

/** The matches in a character that was already looked up. */
async function found(context: ReadingContext, characterId: string, query: Query): Promise<FoundMemory[]> {
  return (await searchOne(context, characterId, await askedFor(context, query.query), { ...query, terms: true }))
    .memories;
}

async function latestMemories(
  { store, principal }: ReadingContext,
  characterId: string,
  wanted: Pick<Wanted, 'category' | 'author' | 'since' | 'until' | 'holding' | 'tags' | 'metadata'>,
): Promise<Memory[]> {
  const filter = { ...wanted, isNote: true, state: 'ACTIVE', page: 0, limit: latest, isUncounted: true } as const;
  return opening((await store.memories.list(principal, characterId, filter)).memories);
}

export function profileNotes({ systemPrompt, personality, background, rules, customFields }: Profile): Note[] {
  const fields: [string, string | undefined][] = [
    ['Background', background],
    ['Personality', personality],
    ['Role', systemPrompt],
    ...rules.map((rule): [string, string] => ['Rule', rule]),
    ...Object.entries(customFields),
  ];
  return fields.flatMap(([title, text]) => {
    if (!text?.trim()) return [];
    return [{ title, text, partIn: (room: Room) => excerptOf(text, [], room, 'get_character') }];
  });
}
