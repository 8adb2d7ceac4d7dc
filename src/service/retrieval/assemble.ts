import { machineTimeZone } from '../../base/days.ts';
import type { Profile } from '../../domain/character.ts';
import { fenceIn, memoryNote, type Note, type Room } from '../../domain/fence.ts';
import type { Memory } from '../../domain/memory.ts';
import { maxPageSize } from '../../domain/page.ts';
import { givenKey } from '../../domain/stores/hooks.ts';
import type { MemoryChoice } from '../../domain/stores/memories.ts';
import { codePoints } from '../../domain/text.ts';
import { withDays } from '../../search/relative-days.ts';
import { excerptOf } from '../../search/text/excerpt.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { readCharacter } from '../characters.ts';
import type { Context, ReadingContext } from '../context.ts';
import type { FoundMemory } from './found.ts';
import { hasEnded, withNewerFirst, withoutNewer } from './holding.ts';
import { askedFor, type Query, searchOne } from './search.ts';

export const contextParts = ['profile', 'memories', 'recent'] as const;
export type ContextPart = (typeof contextParts)[number];

export interface Wanted {
  /** The query of the context; without one it has the most useful memories. */
  query?: string | undefined;
  include?: readonly ContextPart[] | undefined;
  category?: string | undefined;
  /** Less relevant memories are left out. With any bound, so are those that only the table of words finds. */
  least?: number | undefined;
  /** Further queries, each searched separately with its own limit. */
  apart?: readonly { query: string; least: number }[] | undefined;
  /** Which of the matches count. */
  only?: ((memory: Memory) => boolean) | undefined;
  /** Memories and parts of them that are left out, by `givenKey`: the reader has them. */
  known?: ReadonlySet<string> | undefined;
  /** How many matches of a query are considered. */
  limit?: number | undefined;
  /** Default: what holds now. */
  holding?: MemoryChoice['holding'] | undefined;
  /** Also what no longer holds. */
  withEnded?: boolean | undefined;
  /** Whose days are shown (IANA); default: the machine's. */
  timeZone?: string | undefined;
}

/** A memory of a context, with its relevance to the query where that found it. */
export interface ContextMemory {
  id: string;
  relevance?: number;
  revision: number;
  /** Where the given part of it begins; absent: it is whole. */
  part?: number;
}

export interface AssembledContext {
  /** Fenced; empty when nothing is known or nothing fits. */
  text: string;
  /** Its tokens. */
  size: number;
  memories: ContextMemory[];
  /** How many memories did not fit. */
  omitted: number;
  /** The number of matches that were left out: too little relevance, or known to the reader. */
  irrelevant: number;
  known: number;
}

/** How many of the most useful and of the latest memories are considered: far more than fit. */
const considered = 200;
const latest = 10;
/** The share of the limit for the latest memories: important ones come first. */
const shareOfLatest = 0.25;

/** A limit of tokens, by estimate. */
export function tokenRoom(size: number): Room {
  return { size, measure: estimateTokens };
}

/**
 * A context of a character, as notes for a model, within the limit: its profile, relevant (or the most important)
 * memories and the latest ones, each once, with its day; of one that is too long its best part, and where the rest is.
 * CharacterNotFound, CategoryNotConfigured.
 */
export async function assembleContext(
  context: ReadingContext,
  reference: string,
  room: Room,
  {
    query,
    apart = [],
    include = contextParts,
    category,
    least = 0,
    only = () => true,
    known = new Set(),
    limit = maxPageSize,
    holding,
    withEnded = false,
    timeZone,
  }: Wanted,
): Promise<AssembledContext> {
  const { id, name, profile } = await readCharacter(context, reference);
  const now = context.now();
  const present = withEnded ? undefined : { at: now, holds: true, isPast: false };
  const isWanted = (memory: Memory) => withEnded || holding !== undefined || !hasEnded(memory, now);
  const parts = new Set(include);
  const about = parts.has('profile') ? profileNotes(profile) : [];
  const useful = parts.has('memories')
    ? (await usefulMemories(context, id, query, { limit, category, holding, guesses: least === 0 }))
        .filter((memory) => only(memory) || memory.insteadOf?.some(only))
        .filter(isWanted)
    : [];
  const recent = parts.has('recent')
    ? await latestMemories(context, id, { category, holding: holding ?? present })
    : [];

  const isNew = ({ id: memoryId }: Memory) => !known.has(memoryId);
  const further = await Promise.all(
    apart.map(({ query: one, least: minRelevance }) =>
      found(context, id, { query: one, limit: maxApart, guesses: false, minRelevance, holding }),
    ),
  );
  const others = further.flat().filter(isWanted);
  const matches = bestOf([...useful.filter(({ relevance = 1 }) => relevance >= least), ...others]);
  const matching = new Map(matches.map((match) => [match.id, match]));
  const relevant = matches.filter(isNew);
  // Reserves a part of the limit for the latest.
  const last = recent.filter(isNew).map((memory) => matching.get(memory.id) ?? memory);
  const knownParts = new Set<string>();
  const note = (memory: Candidate): Note => {
    const said = Date.parse(memory.occurredAt ?? memory.createdAt);
    const dated = (text: string) => withDays(text, { said, now, timeZone: timeZone ?? machineTimeZone() });
    return {
      ...memoryNote({ ...memory, content: dated(memory.content) }, timeZone),
      partIn({ size, measure }) {
        const partRoom = { size, measure: (text: string) => measure(dated(text)) };
        const part = excerptOf(memory.content, memory.terms?.() ?? [], partRoom, `get_memory ${memory.id}`);
        if (part === undefined || !known.has(givenKey(memory.id, part.from)))
          return part && { ...part, text: dated(part.text) };
        knownParts.add(memory.id);
        return undefined;
      },
    };
  };
  const reserved = fenceIn(name, last.map(note), { ...room, size: room.size * shareOfLatest }).shown;
  const most = new Map(last.map((memory, i) => [memory.id, reserved[i]?.size]));
  const chosen = once([...last.filter((_, i) => reserved[i]), ...relevant, ...last]);
  let memories: Candidate[] = await withNewerFirst(context, chosen, known);
  const fenced = () => {
    const notes = memories.map((memory) => ({ ...note(memory), most: most.get(memory.id) }));
    return fenceIn(name, [...about, ...notes], room);
  };
  let { text, shown } = fenced();
  // An older memory is not given where there is no room for the one that may say what holds instead.
  for (;;) {
    const given = memories.filter((_, i) => shown[about.length + i] !== undefined);
    const alone = withoutNewer(memories, given);
    if (alone.size === 0) break;
    memories = memories.filter(({ id: memoryId }) => !alone.has(memoryId));
    ({ text, shown } = fenced());
  }
  const included = memories.flatMap((memory, i): ContextMemory[] => {
    const one = shown[about.length + i];
    if (one === undefined) return [];
    const { relevance } = matching.get(memory.id) ?? {};
    const { id: memoryId, revision } = memory;
    return [
      {
        id: memoryId,
        ...(relevance !== undefined && { relevance }),
        revision,
        ...(one.from !== undefined && { part: one.from }),
      },
    ];
  });
  const hadInPart = memories.filter(
    ({ id: memoryId }, i) => knownParts.has(memoryId) && !shown[about.length + i],
  ).length;
  return {
    text,
    size: room.measure(text),
    memories: included,
    omitted: memories.length - included.length - hadInPart,
    irrelevant: useful.filter(({ id: memoryId }) => !matching.has(memoryId)).length,
    known: matches.length - relevant.length + hadInPart,
  };
}

/** A memory that a context may have, and how it matches the query. */
type Candidate = Memory & Partial<Pick<FoundMemory, 'relevance' | 'terms' | 'insteadOf'>>;

/** Matches of each separate question. */
const maxApart = 5;

/** Each once, with its best relevance, the most relevant first; in the given order without a query. */
function bestOf(found: readonly Candidate[]): Candidate[] {
  return once(found.toSorted((a, b) => (b.relevance ?? 1) - (a.relevance ?? 1)));
}

function once<One extends Memory>(memories: readonly One[]): One[] {
  const seen = new Set<string>();
  return memories.filter(({ id }) => !seen.has(id) && seen.add(id));
}

async function usefulMemories(
  context: ReadingContext,
  characterId: string,
  query: string | undefined,
  wanted: Omit<Query, 'query'>,
): Promise<Candidate[]> {
  const { store, principal, now } = context;
  const { category, holding } = wanted;
  if (query === undefined && holding) {
    const filter = { category, holding, state: 'ACTIVE', sort: 'importance', page: 0, limit: considered } as const;
    return (await store.memories.list(principal, characterId, filter)).memories;
  }
  if (query === undefined) return store.memories.mostUseful(principal, characterId, considered, now(), category);
  return found(context, characterId, { ...wanted, query });
}

/** The matches in a character that was already looked up. */
async function found(context: ReadingContext, characterId: string, query: Query): Promise<FoundMemory[]> {
  return (await searchOne(context, characterId, await askedFor(context, query.query), { ...query, terms: true }))
    .memories;
}

async function latestMemories(
  { store, principal }: ReadingContext,
  characterId: string,
  wanted: Pick<Wanted, 'category' | 'holding'>,
): Promise<Memory[]> {
  const filter = { ...wanted, state: 'ACTIVE', page: 0, limit: latest } as const;
  return (await store.memories.list(principal, characterId, filter)).memories;
}

function profileNotes({ systemPrompt, personality, background, rules, customFields }: Profile): Note[] {
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

/** Between the instructions and the notes. */
const separator = '\n\n';

/**
 * A character's context for the beginning of a conversation: the profile and the most important memories, in at most
 * `room` code points. Empty without any.
 */
export async function recall(context: Context, reference: string, room: number): Promise<string> {
  const size = room - separator.length;
  const { text } = await assembleContext(
    context,
    reference,
    { size, measure: codePoints },
    { include: ['profile', 'memories'] },
  );
  return text === '' ? '' : `${separator}${text}`;
}
