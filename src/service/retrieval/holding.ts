import { replacedAt } from '../../domain/holding.ts';
import type { Memory } from '../../domain/memory.ts';
import { dayOf, lastDay, shownEnd, timeOf, zoneOf } from '../../domain/zone.ts';
import { changedIn } from '../../search/judge/held.ts';
import { countShared } from '../../search/judge/news.ts';
import { asksForRest } from '../../search/judge/parts.ts';
import { profileOf } from '../../search/judge/profile.ts';
import type { ReadingContext } from '../context.ts';
import { saysMany } from '../placed.ts';
import { mayTakeOver } from './held.ts';
import { withSeenLinks } from './seen-links.ts';

/** The fields of a question about what holds, or held. */
export interface HoldingAsked {
  holds?: 'true' | 'false' | 'any' | undefined;
  /** A day or an instant. */
  asOf?: string | undefined;
  timeZone?: string | undefined;
}

/** As the store takes it; undefined: memories that have ended too. A past time asks by itself what held then. InvalidInput. */
export function holdingOf(now: number, { holds, asOf, timeZone }: HoldingAsked) {
  const zone = zoneOf(timeZone);
  if (asOf !== undefined) {
    const at = timeOf(asOf, zone, 'asOf');
    // The end of a day is the beginning of the next one.
    const last = asOf.length === 10 ? at - 1 : at;
    return holds === 'any' ? undefined : { at: last, holds: holds !== 'false', isPast: true };
  }
  return holds === undefined || holds === 'any' ? undefined : { at: now, holds: holds === 'true', isPast: false };
}

type Ending = Pick<Memory, 'validUntil' | 'supersededBy'>;

export function hasEnded(
  { validUntil, supersededBy }: Ending,
  { now, validity }: Pick<ReadingContext, 'now' | 'validity'>,
): boolean {
  if (supersededBy !== undefined) return true;
  if (validUntil === undefined) return false;
  const end = Date.parse(validUntil);
  const isOver = end <= now();
  if (!isOver) validity?.endsAt(end);
  return isOver;
}

/** Active memories by their ids: of a character, and those of others that the caller sees. */
export async function memoriesNamed(
  { store, principal }: Pick<ReadingContext, 'store' | 'principal'>,
  characterId: string,
  ids: readonly string[],
): Promise<Memory[]> {
  if (ids.length === 0) return [];
  const { memories } = await store.memories.forExport(principal, characterId, { state: 'ACTIVE' }, { ids });
  if (memories.length === ids.length) return memories;
  // Layers of one owner replace each other's memories.
  const known = new Set(memories.map(({ id }) => id));
  const others = await store.memories.byIds(
    principal,
    ids.filter((id) => !known.has(id)),
  );
  return [...memories, ...others.filter(({ id }) => !known.has(id))];
}

/** The most memories of a chain of replacements that are followed. */
const maxChain = 20;

type Placed = Pick<Memory, 'id' | 'characterId' | 'content' | 'supersededBy' | 'mayBeOutdatedBy'>;

const newerOf = ({ supersededBy, mayBeOutdatedBy }: Placed) => supersededBy ?? mayBeOutdatedBy;

/** What has replaced memories or may have, each chain to its end, read level by level: by the id of the memory, in order. */
async function successorsOf(
  context: ReadingContext,
  memories: readonly Placed[],
): Promise<ReadonlyMap<string, readonly Memory[]>> {
  const known = new Map<string, Memory>();
  let level: readonly Placed[] = memories;
  for (let steps = 0; steps < maxChain && level.length > 0; steps++) {
    const characters = [...new Set(level.map(({ characterId }) => characterId))];
    const found = characters.map(async (characterId) => {
      const named = level.flatMap((one) => (one.characterId === characterId ? (newerOf(one) ?? []) : []));
      return memoriesNamed(
        context,
        characterId,
        [...new Set(named)].filter((id) => !known.has(id)),
      );
    });
    const newer = (await Promise.all(found)).flat();
    for (const memory of newer) known.set(memory.id, memory);
    level = newer;
  }
  return new Map(
    memories.map((memory) => {
      const chain = new Map<string, Memory>();
      for (let id = newerOf(memory); id !== undefined && id !== memory.id && !chain.has(id); ) {
        const newer = known.get(id);
        const last = [...chain.values()].at(-1);
        // What changes only another part of the last one says nothing of this memory.
        if (newer && last && !last.supersededBy && asksForRest(memory.content, newer.content, last.content)) break;
        if (newer) chain.set(id, newer);
        id = newer && newerOf(newer);
      }
      return [memory.id, [...chain.values()]];
    }),
  );
}

/** When a memory ends, why it has ended or may have, and what its project no longer has, in words. */
export interface ShownEnds {
  ended?: string;
  doubt?: string;
  holdsUntil?: string;
  lost?: string;
}

/** The parts that are there. */
export function endsOf({ ended, doubt, holdsUntil, lost }: ShownEnds): ShownEnds {
  return {
    ...(ended !== undefined && { ended }),
    ...(doubt !== undefined && { doubt }),
    ...(holdsUntil !== undefined && { holdsUntil }),
    ...(lost !== undefined && { lost }),
  };
}

/** As `withEnds`, for one. */
export async function withEnd<One extends Memory>(
  context: ReadingContext,
  memory: One,
  timeZone: string | undefined,
): Promise<One & ShownEnds> {
  const [shown] = await withEnds(context, [memory], timeZone);
  return shown ?? memory;
}

/**
 * Each memory with `ended`, `doubt`, `holdsUntil` and `lost` as `shownEnds` has them: "ended 2026-11-23, now: I moved to
 * Lisbon.". InvalidInput for an unknown time zone.
 */
export async function withEnds<One extends Memory>(
  context: ReadingContext,
  memories: readonly One[],
  timeZone: string | undefined,
): Promise<(One & ShownEnds)[]> {
  const zone = zoneOf(timeZone);
  // A project's files change without a write.
  if (context.anchoring) context.validity?.endsAt(context.now());
  const successors = await successorsOf(context, memories);
  const [newer, lostBy, shown] = await Promise.all([
    newerThan(context, memories, successors),
    context.anchoring?.lostBy(memories),
    withSeenLinks(context, memories),
  ]);
  return memories.map((given, at) => {
    const [seen, lost] = [shown[at] ?? given, lostBy?.get(given.id)];
    const memory = lost === undefined ? seen : { ...seen, lost };
    const { validUntil } = memory;
    if (!hasEnded(given, context)) {
      const instead = newer.get(memory.id)?.map((one) => doubtSince(memory, one, zone) + quoted(': ', one));
      return {
        ...memory,
        ...(instead && { doubt: instead.join('; ') }),
        ...(validUntil !== undefined && { holdsUntil: shownEnd(Date.parse(validUntil), zone) }),
      };
    }
    const chain = given.supersededBy === undefined ? [] : (successors.get(memory.id) ?? []);
    // What may outdate the last one has not replaced it.
    const [first, last] = [chain[0], chain.find((one) => one.supersededBy === undefined) ?? chain.at(-1)];
    const until = validUntil === undefined ? Number.POSITIVE_INFINITY : Date.parse(validUntil);
    // The caller may not see what replaced it.
    const unseen = given.supersededBy === undefined ? Number.POSITIVE_INFINITY : timesOf(memory).updatedAt;
    const replaced = first ? replacedAt(timesOf(memory), timesOf(first)) : unseen;
    const day = until <= replaced ? lastDay(until, zone) : dayOf(replaced, zone);
    const holds = last && !hasEnded(last, context);
    return { ...memory, ended: `ended ${day}${holds ? quoted(', now: ', last) : ''}` };
  });
}

/** A memory beside another one that was asked for: nobody asked for what could take over a model. */
const quoted = (before: string, memory: Memory) => (mayTakeOver(memory) ? '' : before + memory.content);

/** That a memory may be outdated, from which day on, and in which part of what it says. */
export function doubtSince(older: Memory, newer: Memory, zone: string | undefined): string {
  const part = changedIn(newer.content, older.content);
  const since = `may be outdated since ${dayOf(replacedAt(timesOf(older), timesOf(newer)), zone)}`;
  return part === undefined ? since : `${since} in “${part}”`;
}

function timesOf({ occurredAt, createdAt, updatedAt }: Memory) {
  return { occurredAt: Date.parse(occurredAt ?? createdAt), updatedAt: Date.parse(updatedAt) };
}

/** An ended memory has this share of its relevance; what replaced it, found by the words of the ended one, this. */
const [shareOfEnded, shareOfSuccessor] = [0.5, 0.9];

interface Ranked {
  memory: Memory;
  relevance: number;
  /** The memories for which it stands here. */
  insteadOf?: readonly Memory[] | undefined;
}

/**
 * Results with those below that no longer hold. What replaced one stands above it, also where only the words of the
 * older one were found; and so does a newer memory that may say what holds instead, if the query asks for that.
 * @param made a result for a memory that the query did not find
 */
export async function putEndedBelow<One extends Ranked>(
  context: ReadingContext,
  query: string,
  results: readonly One[],
  made: (memory: Memory, relevance: number) => One,
): Promise<One[]> {
  const touched = results.filter(({ memory }) => hasEnded(memory, context) || memory.mayBeOutdatedBy !== undefined);
  if (touched.length === 0) return [...results];
  const memories = touched.map(({ memory }) => memory);
  const successors = await successorsOf(context, memories);
  const doubts = await newerThan(context, memories, successors);
  const found = new Map(results.map((one) => [one.memory.id, one]));
  const lifted = new Map<string, One>();
  for (const { memory, relevance } of touched) {
    const share = hasEnded(memory, context) ? shareOfSuccessor : 1;
    const chain = (successors.get(memory.id) ?? []).filter((one) => !hasEnded(one, context)).toReversed();
    const ofNote = doubts.get(memory.id) ?? [];
    const instead = ofNote.length > 1 ? asAsked(query, memory, ofNote) : undefined;
    const newest = instead ? [instead] : chain;
    if (newest[0] && holdsAsAsked(context, query, newest[0], memory)) continue;
    // The last of a chain stands above all others of it.
    for (const newer of newest.filter((one, i) => i === 0 || found.has(one.id))) {
      const before = lifted.get(newer.id) ?? found.get(newer.id) ?? made(newer, 0);
      const higher = Math.max(before.relevance, share * relevance);
      lifted.set(newer.id, { ...before, relevance: higher, insteadOf: [...(before.insteadOf ?? []), memory] });
    }
  }
  const rest = results.filter(({ memory }) => !lifted.has(memory.id));
  return [...lifted.values(), ...rest]
    .map((one) => (hasEnded(one.memory, context) ? { ...one, relevance: one.relevance * shareOfEnded } : one))
    .toSorted((a, b) => b.relevance - a.relevance);
}

/** Whether a query asks for a part of an older memory in which a newer one, that may outdate it, changes nothing. */
export function holdsAsAsked(context: ReadingContext, query: string, newer: Memory, older: Memory): boolean {
  return !hasEnded(older, context) && asksForRest(query, newer.content, older.content);
}

/** The most statements that a mark tells of. */
const maxDoubts = 8;

/**
 * What holds and may say what holds instead, by the id of each memory that it may outdate, the newest first; of a note, of
 * each part.
 * @param known what has replaced the memories or may have, where it is read already
 */
export async function newerThan(
  context: ReadingContext,
  memories: readonly Memory[],
  known?: ReadonlyMap<string, readonly Memory[]>,
): Promise<ReadonlyMap<string, readonly Memory[]>> {
  const { store, principal } = context;
  const doubted = memories.filter((one) => one.mayBeOutdatedBy !== undefined);
  const chains = known ?? (await successorsOf(context, doubted));
  const found = doubted.map(async (older) => {
    const newest = chains.get(older.id)?.findLast((newer) => !hasEnded(newer, context));
    if (newest === undefined || !saysMany(older)) return [older.id, newest ? [newest] : []] as const;
    const asked = { of: older.id, limit: maxDoubts };
    const links = await store.pairs.links(principal, older.characterId, asked);
    const others = links.filter((one) => one.older.id === older.id && !hasEnded(one.newer, context));
    const all = new Map([newest, ...others.map(({ newer }) => newer)].map((one) => [one.id, one]));
    return [older.id, [...all.values()].slice(0, maxDoubts)] as const;
  });
  return new Map((await Promise.all(found)).filter(([, newer]) => newer.length > 0));
}

/**
 * Of what may outdate a memory, what a query asks for: it shares most words with the query, and of those equal in that, it
 * changes the part that the query asks for; else the newest.
 */
export function asAsked(query: string | undefined, older: Memory, newer: readonly Memory[]): Memory | undefined {
  if (query === undefined || newer.length < 2) return newer[0];
  const asked = profileOf(query);
  const scored = newer.map((one) => {
    const isAsked = !asksForRest(query, one.content, older.content);
    return { one, score: countShared(asked, profileOf(one.content)) + (isAsked ? 0.5 : 0) };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.one;
}
