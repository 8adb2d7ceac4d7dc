import { clipped } from '../../domain/errors.ts';
import type { Memory } from '../../domain/memory.ts';
import { saysChange } from '../../search/judge/candidates.ts';
import { saysMoreThan } from '../../search/judge/news.ts';
import { profileOf } from '../../search/judge/profile.ts';
import type { ReadingContext } from '../context.ts';
import { placeOf } from '../placed.ts';
import type { FoundMemory } from './found.ts';
import { isHeldFromHooks } from './held.ts';
import { asAsked, hasEnded, holdsAsAsked, newerThan } from './holding.ts';

/**
 * Memories with the newest one above each that it may outdate, also where they lack it, `newest`, and all `doubts`. The
 * reader may have it. Where the query asks for a part in which it changes nothing, it stands below.
 * @param known ids of memories that the reader has
 * @param mayGive whether one that is not among the memories may be
 */
export async function withNewerFirst<One extends Memory>(
  context: ReadingContext,
  memories: readonly One[],
  known: ReadonlySet<string>,
  mayGive: (memory: Memory) => boolean,
  query?: string,
): Promise<{
  memories: (One | Memory)[];
  newest: ReadonlyMap<string, Memory>;
  doubts: ReadonlyMap<string, readonly Memory[]>;
}> {
  const doubts = await newerThan(context, memories);
  const newest = new Map(
    memories.flatMap((one) => {
      const newer = asAsked(query, one, (doubts.get(one.id) ?? []).filter(mayGive));
      return newer ? [[one.id, newer] as const] : [];
    }),
  );
  const given = new Map<string, One | Memory>(memories.map((one) => [one.id, one]));
  const ordered = new Map<string, One | Memory>();
  for (const one of memories) {
    const last = newest.get(one.id);
    if (last && query !== undefined && holdsAsAsked(context, query, last, one)) ordered.set(one.id, one);
    if (last && !known.has(last.id)) ordered.set(last.id, given.get(last.id) ?? last);
    ordered.set(one.id, one);
  }
  return { memories: [...ordered.values()], newest, doubts };
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

/** UTF-16 units of a text of before. */
const maxBefore = 200;

/**
 * Of what a memory stands for, the first state that has ended and said more than what has changed: "before: Class is on
 * Tuesdays at 7 pm in room 4". @param without ids of memories that are left out
 */
export function beforeOf(
  context: ReadingContext,
  newer: Memory & Partial<Pick<FoundMemory, 'insteadOf'>>,
  without: ReadonlySet<string> = new Set(),
): string | undefined {
  const isGiven = (one: Memory) => hasEnded(one, context) && !without.has(one.id) && !isHeldFromHooks(one);
  const said = profileOf(placeOf(newer).body);
  const before = newer.insteadOf?.filter(isGiven).find((one) => {
    const { body } = placeOf(one);
    return !saysChange(body) && saysMoreThan(said, profileOf(body));
  });
  return before && `before: ${clipped(before.content, maxBefore)}`;
}
