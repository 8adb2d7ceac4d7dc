import { setImmediate as turn } from 'node:timers/promises';
import type { Memory } from '../domain/memory.ts';
import type { MemoryPlace } from '../domain/stores/pairs.ts';
import { type Likeness, likenessOf } from '../search/likeness.ts';
import { saysNothing } from '../text/small-talk.ts';
import { cursorOf, placeOf } from './answer-size.ts';
import { largestCharacters } from './characters.ts';
import type { Context } from './context.ts';
import { findFor } from './extraction/ask-extractor.ts';
import { hasEnded } from './retrieval/holding.ts';

export interface Pair extends Likeness {
  /** The newer one first. */
  memories: [Memory, Memory];
}

interface PairsAsked {
  /** How many memories are compared. */
  limit: number;
  cursor?: string | undefined;
  /** Pairs that a person judged to be both right, instead of the others. */
  kept?: boolean | undefined;
}

/**
 * Pairs of memories that say about the same, found by the index: each of the next `limit` memories, newest first, is
 * compared with those that a search for its text finds. InvalidInput for a malformed cursor.
 */
export async function findPairs(context: Context, characterId: string | undefined, asked: PairsAsked) {
  const { store, principal, signal, progress, now } = context;
  const { limit, cursor, kept = false } = asked;
  const [before, start] = cursor === undefined ? [] : pairPlace(cursor);
  const { memories, total } = await store.pairs.newest(principal, { characterId, before, limit });
  const found: Pair[] = [];
  let looked = 0;
  for (const { place, ...memory } of memories) {
    if (signal?.aborted) break;
    // Thanks and greetings of a chat are similar, but no duplicates. Of what has ended somebody has decided.
    const isSkipped = saysNothing(memory.content) || (!kept && hasEnded(memory, { now }));
    const others = isSkipped ? [] : await findFor(context, memory.characterId, [memory.content]);
    for (const other of others) {
      const likeness = other.id === memory.id ? undefined : likenessOf(memory.content, other.content);
      const older = likeness && (await stored(context, memory.characterId, other.id));
      if (!older || !isOlder(older, memory)) continue;
      if (kept || isUndecided(memory, older, now())) found.push({ ...likeness, memories: [memory, older] });
    }
    looked++;
    progress?.((start ?? 0) + looked, total);
    // Other calls come in between.
    await turn();
  }
  const areKept = await store.pairs.areKept(
    principal,
    found.map(({ memories: [one, other] }) => ({ characterId: one.characterId, texts: [one.content, other.content] })),
  );
  const last = memories[looked - 1]?.place;
  const more = memories.length === limit && last && { nextCursor: pairCursor(last, (start ?? 0) + looked) };
  return { pairs: found.filter((_, i) => areKept[i] === kept), looked, total, ...more };
}

/** The most links in one answer. */
const maxLinks = 50;

/** Pairs of which the newer memory may say what holds instead, newest first, in the form of the others. */
export async function linkedPairs(context: Context, characterId: string | undefined) {
  const { store, principal } = context;
  const ids = characterId === undefined ? await largestCharacters(context) : [characterId];
  const links = (await Promise.all(ids.map((id) => store.pairs.links(principal, id, maxLinks)))).flat();
  return links
    .toSorted((a, b) => b.at - a.at)
    .slice(0, maxLinks)
    .map(({ newer, older }) => ({ kind: 'outdated' as const, likeness: 1, shared: [], memories: [newer, older] }));
}

/** Times before 1970 are negative, and numbers of a cursor are not. */
function pairCursor({ at, character, memory }: MemoryPlace, looked: number): string {
  return cursorOf([at < 0 ? 1 : 0, Math.abs(at), character, memory, looked]);
}

function pairPlace(cursor: string): [before: MemoryPlace, looked: number] {
  const [sign, at = 0, character = 0, memory = 0, looked = 0] = placeOf(cursor, 5);
  return [{ at: sign === 1 ? -at : at, character, memory }, looked];
}

/** Whether nothing says yet which of two memories holds, and no link asks it. */
function isUndecided(one: Memory, other: Memory, now: number): boolean {
  return !hasEnded(other, { now: () => now }) && one.mayBeOutdatedBy !== other.id && other.mayBeOutdatedBy !== one.id;
}

/** Finds each pair only from one side. */
function isOlder(other: Pick<Memory, 'id' | 'createdAt'>, memory: Pick<Memory, 'id' | 'createdAt'>): boolean {
  return other.createdAt < memory.createdAt || (other.createdAt === memory.createdAt && other.id < memory.id);
}

async function stored({ store, principal }: Context, characterId: string, id: string): Promise<Memory | undefined> {
  return store.memories.get(principal, characterId, id).catch(() => undefined);
}
