import { dayAt, daysAfter, machineTimeZone, startOfDay } from '../../base/days.ts';
import type { Character } from '../../domain/character.ts';
import { fenceIn, type Room } from '../../domain/fence.ts';
import type { Memory } from '../../domain/memory.ts';
import { codePoints, contentIdentity } from '../../domain/text.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { readCharacter } from '../characters.ts';
import type { Context, ReadingContext } from '../context.ts';
import {
  type Candidate,
  contextParts,
  heldBy,
  type Layer,
  latest,
  layerOf,
  profileNotes,
  type Wanted,
} from './candidates.ts';
import { doubtSince } from './holding.ts';
import { beforeOf, withNewerFirst, withoutNewer } from './newer-first.ts';
import { notesOf, remembering } from './notes.ts';
import { ownWordFirst } from './own-word.ts';
import { headingOn, withoutRepetitions } from './page.ts';

/** A memory of a context, with its relevance to the query where that found it. */
export interface ContextMemory {
  id: string;
  /** Of a context of several characters. */
  characterId?: string;
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
  /** How many memories did not fit, or nearly repeat others of a page. */
  omitted: number;
  /** The number of matches that were left out for too little relevance. */
  irrelevant: number;
  /** Matches that were left out, because the reader has them. */
  known: ContextMemory[];
  /** Matches that were held back, because they read as orders to the agent. */
  held: ContextMemory[];
  /** The ids of all matches that fit the query, given or not. */
  fitting: ReadonlySet<string>;
}

/** The share of the limit for the latest memories: important ones come first. */
const shareOfLatest = 0.25;
/** The same for the user's own memories beside a project's, without a query. */
const shareOfOwn = 0.25;
/** How much more a match of the project counts than one of the user's own: its word decides here. */
const leadOfProject = 1.25;

/** A limit of tokens, by estimate. */
export function tokenRoom(size: number): Room {
  return { size, measure: estimateTokens };
}

/**
 * A context, as notes for a model, within the limit: the profile, relevant (or the most important) memories and the
 * latest ones, each once, with its origin and day; of one that is too long its best part, and where the rest is. Without a
 * query it is a page: near-equal memories once, under headings.
 * @param references a character; or a project's, whose word counts more, and the user's own. CharacterNotFound,
 * CategoryNotConfigured.
 */
export async function assembleContext(
  context: ReadingContext,
  references: string | readonly string[],
  given: Room,
  wanted: Wanted,
): Promise<AssembledContext> {
  const { query, include = contextParts, least = 0, most = Number.POSITIVE_INFINITY, known = new Set() } = wanted;
  const { timeZone = machineTimeZone(), among = (ranked) => [...ranked] } = wanted;
  const now = context.now();
  const room = { ...given, measure: remembering(given.measure) };
  // Days are shown; and a project's files change without a write.
  context.validity?.endsAt(context.anchoring ? now : startOfDay(daysAfter(dayAt(now, timeZone), 1), timeZone));
  const characters = new Map<string, Character>();
  for (const reference of [references].flat()) {
    const found = await readCharacter(context, reference);
    characters.set(found.id, found);
  }
  const layers = await Promise.all([...characters.values()].map((one) => layerOf(context, one, wanted)));
  const [first, ...others] = layers as [Layer, ...Layer[]];
  const said = new Set(others.length === 0 ? [] : contentsOf(first));
  const once = (memories: readonly Candidate[]) => onceOf(memories, first.id, said);
  const own = wanted.own ?? (await context.layers?.mine());
  const ofUser = layers.filter((one) => one !== first || one.id === own);
  const nameOf = new Map(ofUser.map((one) => [one.id, one.id === own ? 'the user' : `the user (${one.name})`]));
  const name = nameOf.get(first.id) ?? first.name;
  const ownerOf = (characterId: string) => (characters.get(characterId) ?? characters.get(first.id))!;
  const about = new Set(include).has('profile')
    ? layers.flatMap(({ id, profile }) => profileNotes(profile).map((note) => ({ ...note, of: nameOf.get(id) })))
    : [];
  const useful = layers.flatMap((one) => one.useful);
  const recent = once(layers.length === 1 ? first.recent : latestOf(layers));

  const isNew = ({ id: memoryId }: Memory) => !known.has(memoryId);
  const further = layers.flatMap((one) => one.further);
  const weight = ({ characterId, relevance = 1 }: Candidate) =>
    relevance * (others.length > 0 && characterId === first.id ? leadOfProject : 1);
  const relevantOnes = [...useful.filter(({ relevance = 1 }) => relevance >= least), ...further];
  const sorted = once(relevantOnes.toSorted((a, b) => weight(b) - weight(a)));
  const isAnswer = ({ id: memoryId }: Memory) => wanted.answers?.has(memoryId) === true;
  const ranked = [...sorted.filter(isAnswer), ...among(sorted.filter((one) => !isAnswer(one)))];
  const matches = ownWordFirst(
    ranked,
    context.principal,
    (one) => one,
    others.map((one) => one.name),
  ).filter((one, i, [first]) => i < most || isFurtherTurn(one, i / most, first));
  const matching = new Map(matches.map((match) => [match.id, match]));
  const relevant = matches.filter(isNew);
  // Reserves a part of the limit for the latest.
  const last = recent.filter(isNew).map((memory) => matching.get(memory.id) ?? memory);
  const marks = new Map<string, string[]>();
  const { note, knownParts } = notesOf({ nameOf, known, marks, now, timeZone, measure: room.measure });
  const within = (share: number, ones: readonly Candidate[]) =>
    fenceIn(name, ones.map(note), { ...room, size: room.size * share }).shown;
  const reserved = within(shareOfLatest, last);
  const mostOf = new Map(last.map((memory, i) => [memory.id, reserved[i]?.size]));
  // Without a query the user's own memories have a short part; the project's come first in the rest.
  const ownOnes = query === undefined ? relevant.filter(({ characterId }) => characterId !== first.id) : [];
  const short = within(shareOfOwn, ownOnes);
  const chosen = once([
    ...last.filter((_, i) => reserved[i]),
    ...ownOnes.filter((_, i) => others.length > 0 && short[i]),
    ...relevant,
    ...last,
  ]);
  const isPage = query === undefined && new Set(include).has('memories');
  const unlike = isPage ? withoutRepetitions(chosen) : chosen;
  const isHeld = heldBy(wanted);
  const mayGive = (one: Memory) => wanted.without?.has(one.id) !== true && !isHeld(one);
  const { newest, doubts, ...ordered } = await withNewerFirst(context, unlike, known, mayGive, query);
  let memories: Candidate[] = ordered.memories;
  // What says what holds now may be of a character that is not read.
  for (const characterId of new Set(memories.map((one) => one.characterId)))
    if (!characters.has(characterId) && !nameOf.has(characterId))
      nameOf.set(characterId, (await context.store.characters.find(context.principal, characterId))?.name ?? name);
  const lost = await context.anchoring?.lostBy(memories);
  for (const one of memories) {
    const doubted = (doubts.get(one.id) ?? []).map((newer) => doubtSince(one, newer, timeZone));
    const what = lost?.get(one.id);
    const before = beforeOf(context, one, wanted.without);
    const about = [...doubted, ...(what === undefined ? [] : [what]), ...(before === undefined ? [] : [before])];
    if (about.length > 0) marks.set(one.id, about);
  }
  const fenced = () => {
    const notes = memories.map((memory) => ({
      ...note(memory),
      most: mostOf.get(memory.id),
      heading: isPage ? headingOn(memory, ownerOf(memory.characterId)) : undefined,
    }));
    return fenceIn(name, [...about, ...notes], room);
  };
  let { text, shown } = fenced();
  // An older memory is not given where there is no room for the one that may say what holds instead.
  for (;;) {
    const given = memories.filter((_, i) => shown[about.length + i] !== undefined);
    const alone = withoutNewer(memories, given, newest);
    if (alone.size === 0) break;
    memories = memories.filter(({ id }) => !alone.has(id));
    ({ text, shown } = fenced());
  }
  const named = ({ id: memoryId, characterId, revision }: Memory, relevance?: number): ContextMemory => ({
    id: memoryId,
    ...(others.length > 0 && { characterId }),
    ...(relevance !== undefined && { relevance }),
    revision,
  });
  const included = memories.flatMap((memory, i): ContextMemory[] => {
    const one = shown[about.length + i];
    if (one === undefined) return [];
    const { relevance } = matching.get(memory.id) ?? {};
    return [{ ...named(memory, relevance), ...(one.from !== undefined && { part: one.from }) }];
  });
  const hadInPart = memories.filter(({ id: memoryId }, i) => knownParts.has(memoryId) && !shown[about.length + i]);
  return {
    text,
    size: room.measure(text),
    memories: included,
    omitted: memories.length - included.length - hadInPart.length + (chosen.length - unlike.length),
    irrelevant: useful.filter(({ id: memoryId }) => !matching.has(memoryId)).length,
    known: [...matches.filter((one) => !isNew(one)), ...hadInPart].map((one) => named(one, one.relevance)),
    held: layers.flatMap((one) => one.held.map((memory) => named(memory, memory.relevance))),
    fitting: new Set(ranked.map(({ id: memoryId }) => memoryId)),
  };
}

/** So many times more turns of conversations are given than notes, which say a thing at once; and how relevant they must be. */
const ofTurns = { most: 1.6, share: 0.5 };

function isFurtherTurn({ sessionId, relevance = 1 }: Candidate, place: number, first: Candidate | undefined): boolean {
  return sessionId !== undefined && place < ofTurns.most && relevance >= ofTurns.share * (first?.relevance ?? 1);
}

function contentsOf({ useful, recent, further }: Layer): string[] {
  return [...useful, ...recent, ...further].map(({ content }) => contentIdentity(content));
}

/** Each memory once; of what several characters say in the same words, that of the first. */
function onceOf(memories: readonly Candidate[], firstId: string, said: ReadonlySet<string>): Candidate[] {
  const seen = new Set<string>();
  return memories.filter(({ id, characterId, content }) => {
    if (seen.has(id) || (characterId !== firstId && said.has(contentIdentity(content)))) return false;
    return seen.add(id);
  });
}

/** The latest of several characters. */
function latestOf(layers: readonly Layer[]): Candidate[] {
  const time = ({ occurredAt, createdAt }: Memory) => Date.parse(occurredAt ?? createdAt);
  return layers
    .flatMap(({ recent }) => recent)
    .toSorted((a, b) => time(b) - time(a))
    .slice(0, latest);
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
