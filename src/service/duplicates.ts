import { setImmediate as turn } from 'node:timers/promises';
import { ServiceError } from '../domain/errors.ts';
import type { Memory } from '../domain/memory.ts';
import { type Likeness, likenessOf } from '../search/likeness.ts';
import { saysNothing } from '../text/small-talk.ts';
import { cursorOf, placeOf } from './answer-size.ts';
import type { Context } from './context.ts';
import { findFor } from './extraction/ask-extractor.ts';

export interface Pair extends Likeness {
  /** The newer one first. */
  memories: [Memory, Memory];
}

/**
 * Pairs of memories that say about the same, found by the index: each of the next `count` memories, newest first, is
 * compared with those that a search for its text finds. InvalidInput for a malformed cursor.
 */
export async function findPairs(context: Context, characterId: string, count: number, cursor: string | undefined) {
  const { store, principal, signal, progress } = context;
  const [page = 0, size = count] = cursor === undefined ? [] : placeOf(cursor, 2);
  if (size !== count) throw new ServiceError('InvalidInput', `cursor: it is of pages of ${size} memories.`);
  const { memories, total } = await store.memories.list(principal, characterId, {
    state: 'ACTIVE',
    page,
    limit: count,
  });
  const pairs: Pair[] = [];
  let looked = 0;
  for (const memory of memories) {
    if (signal?.aborted) break;
    // Thanks and greetings of a chat are alike, and nobody wants one of them to go.
    const others = saysNothing(memory.content) ? [] : await findFor(context, characterId, [memory.content]);
    for (const other of others) {
      const likeness = other.id === memory.id ? undefined : likenessOf(memory.content, other.content);
      const found = likeness && (await stored(context, characterId, other.id));
      if (found && isOlder(found, memory)) pairs.push({ ...likeness, memories: [memory, found] });
    }
    looked++;
    progress?.(page * count + looked, total);
    // Other calls come in between.
    await turn();
  }
  const isMore = (page + 1) * count < total;
  return { pairs, looked, total, ...(isMore && { nextCursor: cursorOf([page + 1, count]) }) };
}

/** Each pair is found from one side alone. */
function isOlder(other: Pick<Memory, 'id' | 'createdAt'>, memory: Pick<Memory, 'id' | 'createdAt'>): boolean {
  return other.createdAt < memory.createdAt || (other.createdAt === memory.createdAt && other.id < memory.id);
}

async function stored({ store, principal }: Context, characterId: string, id: string): Promise<Memory | undefined> {
  return store.memories.get(principal, characterId, id).catch(() => undefined);
}
