import type { Memory } from '../../domain/memory.ts';
import { dayOf, lastDay, shownEnd, timeOf, zoneOf } from '../../domain/zone.ts';
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

export function hasEnded({ validUntil, supersededBy }: Ending, now: number): boolean {
  return supersededBy !== undefined || (validUntil !== undefined && Date.parse(validUntil) <= now);
}

/** The most memories of a chain of replacements that are followed. */
const maxChain = 20;

/** The memory that holds in place of one, or the last that replaced it. */
export async function lastSuccessor(
  { store, principal }: ReadingContext,
  characterId: string,
  { supersededBy }: Ending,
): Promise<Memory | undefined> {
  let last: Memory | undefined;
  for (let next = supersededBy, steps = 0; next !== undefined && steps < maxChain; steps++) {
    const newer = await store.memories.get(principal, characterId, next).catch(() => undefined);
    last = newer ?? last;
    next = newer?.supersededBy;
  }
  return last;
}

/** A memory with `holdsUntil` where it will end. InvalidInput for an unknown time zone. */
export function withEnd<One extends Partial<Pick<Memory, 'validUntil'>>>(
  memory: One,
  timeZone: string | undefined,
): One & { holdsUntil?: string } {
  const zone = zoneOf(timeZone);
  const { validUntil } = memory;
  return validUntil === undefined ? memory : { ...memory, holdsUntil: shownEnd(Date.parse(validUntil), zone) };
}

/**
 * Each memory with `ended` in words where it no longer holds, or with `holdsUntil` where it will end: "ended 2026-11-23,
 * now: I moved to Lisbon." InvalidInput for an unknown time zone.
 */
export async function withEnds<One extends Memory>(
  context: ReadingContext,
  memories: readonly One[],
  timeZone: string | undefined,
): Promise<(One & { ended?: string; holdsUntil?: string })[]> {
  const zone = zoneOf(timeZone);
  const now = context.now();
  return Promise.all(
    memories.map(async (memory) => {
      if (!hasEnded(memory, now)) return withEnd(memory, zone);
      const newer = await lastSuccessor(context, memory.characterId, memory);
      const { validUntil } = memory;
      const until = validUntil === undefined ? Number.POSITIVE_INFINITY : Date.parse(validUntil);
      const replaced = newer ? Date.parse(newer.occurredAt ?? newer.createdAt) : Number.POSITIVE_INFINITY;
      const day = until <= replaced ? lastDay(until, zone) : dayOf(replaced, zone);
      return { ...memory, ended: `ended ${day}${newer ? `, now: ${newer.content}` : ''}` };
    }),
  );
}

/** An ended memory has this share of its relevance. */
const shareOfEnded = 0.5;

interface Ranked {
  memory: Memory;
  relevance: number;
}

/**
 * Results with those below that no longer hold. What replaced one stands above it, also where the query did not find it;
 * and so does a newer memory that may say what holds instead.
 * @param made a result for a memory that the query did not find
 */
export async function putEndedBelow<One extends Ranked>(
  context: ReadingContext,
  results: readonly One[],
  made: (memory: Memory, relevance: number) => One,
): Promise<One[]> {
  const now = context.now();
  const isTouched = ({ memory }: One) => hasEnded(memory, now) || memory.mayBeOutdatedBy !== undefined;
  if (!results.some(isTouched)) return [...results];
  const found = new Map(results.map((one) => [one.memory.id, one]));
  const lifted = new Map<string, One>();
  for (const one of results.filter(isTouched)) {
    const { memory, relevance } = one;
    const newer = await lastSuccessor(context, memory.characterId, {
      ...memory,
      supersededBy: memory.supersededBy ?? memory.mayBeOutdatedBy,
    });
    if (!newer || newer.id === memory.id) continue;
    const before = lifted.get(newer.id) ?? found.get(newer.id);
    const higher = Math.max(before?.relevance ?? 0, relevance);
    lifted.set(newer.id, before ? { ...before, relevance: higher } : made(newer, higher));
  }
  const rest = results.filter(({ memory }) => !lifted.has(memory.id));
  return [...lifted.values(), ...rest]
    .map((one) => (hasEnded(one.memory, now) ? { ...one, relevance: one.relevance * shareOfEnded } : one))
    .toSorted((a, b) => b.relevance - a.relevance);
}
