import { partsOf, yieldToOthers } from '../base/pace.ts';
import { clipped, ServiceError } from '../domain/errors.ts';
import type { Author, ChangeOutcome, ChangeType, MemoryChange } from '../domain/memory.ts';
import { undoOf } from '../domain/memory-rules.ts';
import type { BatchedMemory, Change } from '../domain/stores/changes.ts';
import { isMachineStore } from '../domain/stores/store.ts';
import { dayMs, iso } from '../domain/text.ts';
import { isAnswer, undoId } from './batch-ids.ts';
import { readCharacter } from './characters.ts';
import type { Context } from './context.ts';
import { author, heldBack } from './memories.ts';
import { moveAsBatch, movesOfBatch } from './moving.ts';

/** The most memories that one unit changes, so that other calls and writers wait only briefly. */
const changedAtOnce = 20;
/** The most that one unit adds: memories, and UTF-16 units of their contents. */
export const addedAtOnce = { most: 100, size: 20_000 };
/** Of more that failed the first ones are named. */
const maxFailed = 500;
/** Of what an undo leaves the first ones are named, with so much of their texts (UTF-16 units). */
const [maxLeft, maxShown] = [10, 100];

/** Changes of one memory. */
export interface OfMemory {
  id: string;
  changes: MemoryChange[];
}

/**
 * Changes many memories of a character in short units, as one batch, which `undoBatch` undoes. The failure of one
 * change does not affect the others.
 */
export async function changeAsBatch(
  context: Context,
  characterId: string,
  memories: readonly OfMemory[],
  batchId = context.newId(),
) {
  const { changed, failed } = await changeInUnits(context, characterId, memories, batchId);
  return { changed, failed: failed.slice(0, maxFailed), ...(changed > 0 && { batchId }) };
}

async function changeInUnits(
  context: Context,
  characterId: string,
  memories: readonly OfMemory[],
  batchId: string,
): Promise<Pick<Undone, 'changed' | 'failed'>> {
  const { store, principal, progress, signal } = context;
  const by = { ...author(context), batch: batchId };
  const failed: Undone['failed'] = [];
  let changed = 0;
  for (let at = 0; at < memories.length && !signal?.aborted; at += changedAtOnce) {
    const some = memories.slice(at, at + changedAtOnce);
    const changes = some.flatMap(({ id, changes: of }) => of.map((change) => ({ id, change })));
    const outcomes = await store.memories.writeEach(
      principal,
      characterId,
      changes.map(({ change }) => change),
      by,
    );
    const faults = new Map<string, ServiceError>();
    const touched = new Set<string>();
    outcomes.forEach((outcome, i) => {
      const { id } = changes[i]!;
      if (outcome instanceof ServiceError) faults.set(id, faults.get(id) ?? outcome);
      else if (outcome.operation !== 'NONE') touched.add(id);
    });
    changed += [...touched].filter((id) => !faults.has(id)).length;
    for (const [id, { type, message }] of faults) failed.push({ id, error: { type, message } });
    progress?.(Math.min(at + changedAtOnce, memories.length), memories.length);
    await yieldToOthers();
  }
  return { changed, failed };
}

/** Changes memories in short units, each change by itself; each outcome is its result or the error of the change. */
export async function writeInUnits(
  { store, principal }: Pick<Context, 'store' | 'principal'>,
  characterId: string,
  changes: readonly MemoryChange[],
  by: Author,
): Promise<(ChangeOutcome | ServiceError)[]> {
  const outcomes: (ChangeOutcome | ServiceError)[] = [];
  for (const part of partsOf(heldBack(changes, by), addedAtOnce, contentLength)) {
    if (outcomes.length > 0) await yieldToOthers();
    outcomes.push(...(await store.memories.writeEach(principal, characterId, part, by)));
  }
  return outcomes;
}

function contentLength(change: MemoryChange): number {
  return change.kind === 'add' ? change.memory.content.length : 0;
}

/** Undoes a batch; memories that have changed since stay. NotFound; CharacterNotFound. */
export async function undoBatch(context: Context, characterId: string, batchId: string): Promise<Undone> {
  if (isAnswer(batchId)) return withdrawn(context, [characterId], batchId);
  const isJoin = await takeJoinBack(context, batchId, characterId);
  const memories = await context.store.changes.batch(context.principal, characterId, batchId);
  if (memories.length === 0 && isJoin) return { changed: 0, failed: [], changedSince: 0, left: [] };
  if (memories.length === 0) throw unknownBatch(batchId);
  const undoing = undoId(context.newId(), batchId);
  return undone(toItsEnd(context, memories.length), { characterId, batchId, memories }, undoing);
}

/** As `undoBatch`, in every active character that the caller may change. NotFound. */
export async function undoEverywhere(context: Context, batchId: string): Promise<Undone> {
  const { store, principal } = context;
  const isJoin = await takeJoinBack(context, batchId);
  const ids: string[] = [];
  for (const characterId of await store.changes.changedBy(principal, batchId)) {
    const { access, status } = await readCharacter(context, characterId);
    if (access === 'WRITE' && status === 'ACTIVE') ids.push(characterId);
  }
  if (isAnswer(batchId)) return withdrawn(context, ids, batchId);
  const parts: Part[] = [];
  for (const characterId of ids)
    parts.push({ characterId, batchId, memories: await store.changes.batch(principal, characterId, batchId) });
  if (parts.length === 0 && !isJoin) throw unknownBatch(batchId);
  // What has moved goes back from where it left.
  const left = new Set(parts.flatMap(({ memories }) => memories.filter(hasMovedAway)).map(({ memoryId }) => memoryId));
  const undoing = undoId(context.newId(), batchId);
  const whole = toItsEnd(
    context,
    parts.reduce((sum, { memories }) => sum + memories.length, 0),
  );
  const sum: Undone = { changed: 0, failed: [], changedSince: 0, left: [] };
  for (const part of parts) {
    const memories = part.memories.filter((one) => hasMovedAway(one) || !left.has(one.memoryId));
    const { changed, failed, changedSince, left: more } = await undone(whole, { ...part, memories }, undoing);
    sum.changed += changed;
    sum.changedSince += changedSince;
    sum.failed.push(...failed);
    sum.left.push(...more);
  }
  return {
    ...sum,
    failed: sum.failed.slice(0, maxFailed),
    left: sum.left.slice(0, maxLeft),
    ...(sum.changed > 0 && { batchId: undoing }),
  };
}

/** Asks again about the pairs of an answer by which both memories are right. */
async function withdrawn({ store, principal, now }: Context, ids: readonly string[], batchId: string): Promise<Undone> {
  let changed = 0;
  for (const id of ids) changed += await store.pairs.withdraw(principal, id, batchId, now());
  if (changed === 0) throw unknownBatch(batchId);
  return { changed, failed: [], changedSince: 0, left: [] };
}

/** Whether the batch was a join of characters that the caller may change, one of them `ofId`. */
async function takeJoinBack({ store, principal, now }: Context, batchId: string, ofId?: string): Promise<boolean> {
  return isMachineStore(store) && (await store.projects.unjoin(principal, batchId, ofId, now())) !== undefined;
}

const hasMovedAway = ({ moved, state }: BatchedMemory) => moved !== undefined && state === 'DELETED';

const unknownBatch = (batchId: string) => new ServiceError('NotFound', `There is no batch ${batchId}.`);

/** An undo goes on after its caller has left: half of one helps nobody. Its progress is that of all its parts. */
function toItsEnd(context: Context, total: number): Context {
  let before = 0;
  const progress = (done: number, of: number) => {
    context.progress?.(Math.min(before + done, total), total);
    if (done >= of) before += of;
  };
  return { ...context, progress, signal: undefined };
}

/** What a batch changed of one character. */
interface Part {
  characterId: string;
  batchId: string;
  memories: readonly BatchedMemory[];
}

/** A memory that an undo left as it is, with the change that it had since. */
interface Left extends Pick<ReturnType<typeof shownBy>, 'by' | 'createdAt'> {
  characterId: string;
  memoryId: string;
  content: string;
  changeType: ChangeType;
}

export const shownBy = ({ kind = 'system', name, client, at }: Pick<Change, 'kind' | 'name' | 'client' | 'at'>) => ({
  by: { kind, name, ...(client !== undefined && { client }) },
  createdAt: iso(at),
});

interface Undone {
  changed: number;
  failed: { id: string; error: Pick<ServiceError, 'type' | 'message'> }[];
  batchId?: string;
  changedSince: number;
  left: Left[];
}

async function undone(context: Context, { characterId, batchId, memories }: Part, undoing: string): Promise<Undone> {
  const categories = await context.store.categories.list(context.principal, characterId);
  const names = new Set(categories.map(({ name }) => name));
  const latest = memories.filter(({ isLatest }) => isLatest);
  const moved = await movesOfBatch(
    context,
    characterId,
    batchId,
    latest.filter(({ moved: other }) => other !== undefined),
  );
  const here = [...latest.filter(({ moved: other }) => other === undefined), ...moved.joined];
  // What was added goes first, then existing memories change: others can get their texts back.
  const turnOf = ({ state, before }: BatchedMemory) => (state === 'DELETED' ? 2 : Number(before !== undefined));
  const inOrder = here.toSorted((a, b) => turnOf(a) - turnOf(b));
  const changes = inOrder.map((one) => ({ id: one.memoryId, changes: undoOf(one, names) }));
  const parts = [await changeInUnits(context, characterId, changes, undoing)];
  for (const { way, moves } of moved.back) parts.push(await moveAsBatch(context, way, moves, undoing));
  const changed = parts.reduce((sum, part) => sum + part.changed, 0);
  const all = [moved, ...parts].flatMap(({ failed }) => failed);
  const late = all.length > 0 ? await changedSince(context, characterId, batchId) : new Set();
  const failed = all.filter(({ id }) => !late.has(id));
  return {
    changed,
    failed: failed.slice(0, maxFailed),
    ...(changed > 0 && { batchId: undoing }),
    changedSince: memories.length - latest.length + moved.changedSince + all.length - failed.length,
    left: memories
      .flatMap(({ memoryId, since }) => {
        if (!since) return [];
        const { content, changeType } = since;
        return [{ characterId, memoryId, content: clipped(content, maxShown), changeType, ...shownBy(since) }];
      })
      .slice(0, maxLeft),
  };
}

/** The ids of a batch's memories that have changed since; another undo of it may have run meanwhile. */
async function changedSince({ store, principal }: Context, characterId: string, batchId: string): Promise<Set<string>> {
  const memories = await store.changes.batch(principal, characterId, batchId);
  return new Set(memories.flatMap(({ memoryId, isLatest }) => (isLatest ? [] : [memoryId])));
}

/**
 * The start (ms) of the period in which a forgotten memory must not have been recalled. InvalidInput when recalls are
 * stored for a shorter time.
 */
export function unrecalledSince({ recalls, now }: Pick<Context, 'recalls' | 'now'>, days: number): number {
  const since = now() - days * dayMs;
  if (recalls && recalls.keptSince() <= since) return since;
  const recordedDays = recalls ? Math.round((now() - recalls.keptSince()) / dayMs) : 0;
  throw new ServiceError(
    'InvalidInput',
    `days: recalls are stored for ${recordedDays} days, so it is unknown which memories were not recalled in ${days}. SERVICE_RECALL_LOG_DAYS stores them longer.`,
  );
}
