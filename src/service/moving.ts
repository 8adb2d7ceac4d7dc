import { yieldToOthers } from '../base/pace.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Memory, Revision } from '../domain/memory.ts';
import type { BatchedMemory } from '../domain/stores/changes.ts';
import type { Move } from '../domain/stores/memories.ts';
import type { Context } from './context.ts';
import { author } from './memories.ts';

/** The most memories that one unit moves: it holds both characters. */
const movedAtOnce = 20;
/** The most of each list in an answer. */
const maxListed = 500;

/** From one character to another, by their ids. */
interface Way {
  from: string;
  to: string;
}

/** What a move has done. */
interface Moving {
  changed: number;
  failed: { id: string; error: Pick<ServiceError, 'type' | 'message'> }[];
  batchId?: string;
  /** Memories whose text stood there already, under which id. */
  joined?: { id: string; into: string }[];
  /** Memories whose category is missing there, and in which they are now. */
  recategorized?: { id: string; category: string }[];
}

/** Moves memories to another character in short units, as one batch; the failure of one does not affect the others. */
export async function moveAsBatch(
  context: Context,
  { from, to }: Way,
  moves: readonly Move[],
  batchId = context.newId(),
): Promise<Moving> {
  const { store, principal, progress, signal } = context;
  if (from === to) throw new ServiceError('InvalidInput', 'moveTo: the memories are of this character already.');
  const by = { ...author(context), batch: batchId };
  const done: Required<Omit<Moving, 'batchId'>> = { changed: 0, failed: [], joined: [], recategorized: [] };
  for (let at = 0; at < moves.length && !signal?.aborted; at += movedAtOnce) {
    const some = moves.slice(at, at + movedAtOnce);
    const outcomes = await store.memories.reassign(principal, from, to, some, by);
    outcomes.forEach((outcome, i) => {
      const { memoryId: id, category } = some[i]!;
      if (outcome instanceof ServiceError) {
        const { type, message } = outcome;
        done.failed.push({ id, error: { type, message } });
        return;
      }
      done.changed += 1;
      const { memory, isJoined, category: before } = outcome;
      if (isJoined) done.joined.push({ id, into: memory.id });
      else if (memory.category !== (category ?? before)) done.recategorized.push({ id, category: memory.category });
    });
    progress?.(Math.min(at + movedAtOnce, moves.length), moves.length);
    await yieldToOthers();
  }
  return {
    changed: done.changed,
    failed: done.failed.slice(0, maxListed),
    ...(done.changed > 0 && { batchId }),
    ...(done.joined.length > 0 && { joined: done.joined.slice(0, maxListed) }),
    ...(done.recategorized.length > 0 && { recategorized: done.recategorized.slice(0, maxListed) }),
  };
}

/** These memories of a character and those that have replaced each other with them: one thing at different times. */
export async function withReplaced(context: Context, characterId: string, ids: readonly string[]): Promise<string[]> {
  const { store, principal } = context;
  const all = new Set(ids);
  for (let next = [...ids]; next.length > 0; ) {
    const { memories } = await store.memories.forExport(principal, characterId, { state: 'ACTIVE' }, { ids: next });
    const linked = memories.flatMap(({ supersedes = [], supersededBy = [] }) => [supersedes, supersededBy].flat());
    next = [...new Set(linked)].filter((id) => !all.has(id));
    for (const id of next) all.add(id);
  }
  return [...all];
}

/** What of a batch is a move. */
interface MovesOfBatch {
  /** Those that go back, each with the category that it had. */
  back: { way: Way; moves: Move[] }[];
  /** Those that became one with a memory there: they are restored here. */
  joined: BatchedMemory[];
  /** How many have changed since where they are. */
  changedSince: number;
  /** Those of another character that the caller may not change. */
  failed: Moving['failed'];
}

/** The other character is not named: the caller may not know of it. */
const closed = {
  type: 'AccessDenied',
  message: 'It has moved from or to a character that you may not change.',
} as const;

/** The moves of a batch that an undo takes back. */
export async function movesOfBatch(
  { store, principal }: Context,
  characterId: string,
  batchId: string,
  memories: readonly BatchedMemory[],
): Promise<MovesOfBatch> {
  const found: MovesOfBatch = { back: [], joined: [], changedSince: 0, failed: [] };
  for (const other of new Set(memories.flatMap(({ moved }) => moved ?? []))) {
    const ofOther = memories.filter(({ moved }) => moved === other);
    const character = await store.characters.find(principal, other);
    if (character?.access !== 'WRITE' || character.status !== 'ACTIVE') {
      found.failed.push(...ofOther.map(({ memoryId: id }) => ({ id, error: closed })));
      continue;
    }
    const there = new Map(
      (await store.changes.batch(principal, other, batchId)).map((one) => [one.memoryId, one] as const),
    );
    const [home, away]: [Move[], Move[]] = [[], []];
    for (const one of ofOther) {
      const { memoryId, before, state } = one;
      const move = { memoryId, category: before?.category };
      const arrived = there.get(memoryId);
      if (state !== 'DELETED') away.push(move);
      else if (!arrived) found.joined.push(one);
      else if (arrived.isLatest && arrived.state === 'ACTIVE') home.push(move);
      else found.changedSince += 1;
    }
    found.back.push({ way: { from: other, to: characterId }, moves: home });
    found.back.push({ way: { from: characterId, to: other }, moves: away });
  }
  return found;
}

/** The character where a memory of this one stands, or stood last, wherever it has moved. */
export async function placeAfterMoves(
  { store, principal }: Pick<Context, 'store' | 'principal'>,
  characterId: string,
  memoryId: string,
): Promise<string> {
  const passed = new Set<string>();
  let [at, next]: [string, string | undefined] = [characterId, characterId];
  while (next !== undefined && !passed.has(next)) {
    const history: Revision[] = await store.memories.history(principal, next, memoryId).catch((error) => {
      // Where its text stood already it has another id there.
      if (error instanceof ServiceError) return [];
      throw error;
    });
    const last = history.at(-1);
    passed.add(next);
    if (last) at = next;
    next = last?.changeType === 'DELETED' ? last.moved : undefined;
  }
  return at;
}

/**
 * Brings back a memory that has moved to another character and still stands there; undefined: it has not, or is not the
 * caller's to move.
 */
export async function broughtBack(
  context: Context,
  characterId: string,
  memoryId: string,
): Promise<Memory | undefined> {
  const { store, principal } = context;
  const last = (await store.memories.history(principal, characterId, memoryId)).at(-1);
  if (last?.changeType !== 'DELETED' || last.moved === undefined) return undefined;
  try {
    const moves = [{ memoryId, category: last.category }];
    const [moved] = await store.memories.reassign(principal, last.moved, characterId, moves, author(context));
    return moved instanceof ServiceError ? undefined : moved?.memory;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
