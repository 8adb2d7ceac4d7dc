import { replacedAt } from '../../domain/holding.ts';
import type { Memory } from '../../domain/memory.ts';
import { dayOf, lastDay, shownEnd, timeOf, zoneOf } from '../../domain/zone.ts';
import { changedIn } from '../../search/judge/held.ts';
import { asksForRest } from '../../search/judge/parts.ts';
import type { ReadingContext } from '../context.ts';

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

type Placed = Pick<Memory, 'id' | 'characterId' | 'supersededBy' | 'mayBeOutdatedBy'>;

const newerOf = ({ supersededBy, mayBeOutdatedBy }: Placed) => supersededBy ?? mayBeOutdatedBy;

/**
 * What has replaced memories, each chain to its end, read level by level: by the id of the memory, in order.
 * @param next the id of the memory that comes after one
 */
async function successorsOf(
  context: ReadingContext,
  memories: readonly Placed[],
  next = ({ supersededBy }: Placed) => supersededBy,
): Promise<ReadonlyMap<string, readonly Memory[]>> {
  const known = new Map<string, Memory>();
  let level: readonly Placed[] = memories;
  for (let steps = 0; steps < maxChain && level.length > 0; steps++) {
    const characters = [...new Set(level.map(({ characterId }) => characterId))];
    const found = characters.map(async (characterId) => {
      const named = level.flatMap((one) => (one.characterId === characterId ? (next(one) ?? []) : []));
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
      for (let id = next(memory); id !== undefined && id !== memory.id && !chain.has(id); ) {
        const newer = known.get(id);
        if (newer) chain.set(id, newer);
        id = newer && next(newer);
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
  const [successors, newer, lostBy] = await Promise.all([
    successorsOf(context, memories),
    newerThan(context, memories),
    context.anchoring?.lostBy(memories),
  ]);
  return memories.map((given) => {
    const lost = lostBy?.get(given.id);
    const memory = lost === undefined ? given : { ...given, lost };
    const { validUntil } = memory;
    if (!hasEnded(memory, context)) {
      const instead = newer.get(memory.id);
      return {
        ...memory,
        ...(instead && { doubt: `${doubtSince(memory, instead, zone)}: ${instead.content}` }),
        ...(validUntil !== undefined && { holdsUntil: shownEnd(Date.parse(validUntil), zone) }),
      };
    }
    const chain = successors.get(memory.id) ?? [];
    const [first, last] = [chain[0], chain.at(-1)];
    const until = validUntil === undefined ? Number.POSITIVE_INFINITY : Date.parse(validUntil);
    // The caller may not see what replaced it.
    const unseen = memory.supersededBy === undefined ? Number.POSITIVE_INFINITY : timesOf(memory).updatedAt;
    const replaced = first ? replacedAt(timesOf(memory), timesOf(first)) : unseen;
    const day = until <= replaced ? lastDay(until, zone) : dayOf(replaced, zone);
    const holds = last && !hasEnded(last, context);
    return { ...memory, ended: `ended ${day}${holds ? `, now: ${last.content}` : ''}` };
  });
}

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
  const successors = await successorsOf(
    context,
    touched.map(({ memory }) => memory),
    newerOf,
  );
  const found = new Map(results.map((one) => [one.memory.id, one]));
  const lifted = new Map<string, One>();
  for (const { memory, relevance } of touched) {
    const share = hasEnded(memory, context) ? shareOfSuccessor : 1;
    const newest = (successors.get(memory.id) ?? []).filter((one) => !hasEnded(one, context)).toReversed();
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
function holdsAsAsked(context: ReadingContext, query: string, newer: Memory, older: Memory): boolean {
  return !hasEnded(older, context) && asksForRest(query, newer.content, older.content);
}

/** The newest memory that holds and may say what holds instead, by the id of each memory that it may outdate. */
async function newerThan(context: ReadingContext, memories: readonly Memory[]): Promise<ReadonlyMap<string, Memory>> {
  const doubted = memories.filter((one) => one.mayBeOutdatedBy !== undefined);
  const chains = await successorsOf(context, doubted, newerOf);
  return new Map(
    doubted.flatMap(({ id }) => {
      const newest = chains.get(id)?.findLast((newer) => !hasEnded(newer, context));
      return newest ? [[id, newest] as const] : [];
    }),
  );
}

/**
 * Memories with the newest one above each that it may outdate, also where they lack it, and `newest` as `newerThan`. The
 * reader may have it. Where the query asks for a part in which it changes nothing, it stands below.
 * @param known ids of memories that the reader has
 */
export async function withNewerFirst<One extends Memory>(
  context: ReadingContext,
  memories: readonly One[],
  known: ReadonlySet<string>,
  query?: string,
): Promise<{ memories: (One | Memory)[]; newest: ReadonlyMap<string, Memory> }> {
  const newest = await newerThan(context, memories);
  const given = new Map<string, One | Memory>(memories.map((one) => [one.id, one]));
  const ordered = new Map<string, One | Memory>();
  for (const one of memories) {
    const last = newest.get(one.id);
    if (last && query !== undefined && holdsAsAsked(context, query, last, one)) ordered.set(one.id, one);
    if (last && !known.has(last.id)) ordered.set(last.id, given.get(last.id) ?? last);
    ordered.set(one.id, one);
  }
  return { memories: [...ordered.values()], newest };
}

/**
 * The ids of shown memories whose newest one is present and not shown.
 * @param newest as `withNewerFirst` answers
 */
export function withoutNewer(
  present: readonly Memory[],
  shown: readonly Memory[],
  newest: ReadonlyMap<string, Memory>,
): ReadonlySet<string> {
  const [all, some] = [present, shown].map((list) => new Set(list.map(({ id }) => id))) as [Set<string>, Set<string>];
  const lacks = (newer?: Memory) => newer !== undefined && all.has(newer.id) && !some.has(newer.id);
  return new Set(shown.flatMap(({ id }) => (lacks(newest.get(id)) ? [id] : [])));
}
