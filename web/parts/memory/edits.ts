import type { Memory, Revision } from '../../client/api.ts';
import { Failure, type Input } from '../../client/client.ts';
import { t, tn } from '../../languages/translate.ts';
import type { Shared } from '../../shell/shared.ts';
import { groupedBy } from '../format.ts';
import { once } from '../use-action.ts';
import { type Change, isKeeping } from './change.ts';
import { shortText } from './marking.ts';

type Fields = Omit<Input<'updateMemory'>, 'characterId' | 'memoryId'>;

/** Changes that brought a memory: without them it is not there. */
const isNew: ReadonlySet<Change['changeType']> = new Set(['CREATED', 'PROPOSED', 'RESTORED']);

/** Changes that took a memory away. */
const isGone: ReadonlySet<Change['changeType']> = new Set(['DELETED', 'REJECTED']);

/** The API's batch size. */
const maxAtOnce = 500;

/** How many memories become one. */
export const maxMerged = 10;

/** The ids of a memory. */
type Reference = Pick<Memory, 'id' | 'characterId'>;

/** Changes of memories, each with its undo. They throw Failures. */
export class Edits {
  readonly #shared: Shared;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  async remove({ id, characterId, content }: Reference & Pick<Memory, 'content'>): Promise<void> {
    const { client, toasts } = this.#shared;
    const of = { characterId, memoryId: id };
    if (!(await once(`delete ${id}`, () => client.call('deleteMemory', of)))) return;
    this.#shared.changed();
    toasts.show(t('Deleted “{content}”', { content: shortText(content, 40) }), async () => {
      await client.call('restoreMemory', of);
      this.#shared.changed();
    });
  }

  async restore({ id, characterId }: Reference): Promise<void> {
    const { client, toasts } = this.#shared;
    const of = { characterId, memoryId: id };
    const restored = await once(`restore ${id}`, () => client.call('restoreMemory', of));
    if (!restored) return;
    this.#shared.changed();
    toasts.show(t('Restored “{content}”', { content: shortText(restored.content, 40) }), async () => {
      await client.call('deleteMemory', of);
      this.#shared.changed();
    });
  }

  /** @param before as it was read. @throws Failure `ConflictUnresolved` when it has changed since */
  async update(before: Memory, fields: Fields, done?: string): Promise<Memory> {
    const { client, toasts } = this.#shared;
    const of = { characterId: before.characterId, memoryId: before.id };
    const after = await client.call('updateMemory', { ...of, expectedRevision: before.revision, ...fields });
    this.#shared.changed();
    if (after.revision === before.revision) return after;
    const { content, category, importance, salience } = before;
    toasts.show(done ?? t('Saved “{content}”', { content: shortText(after.content, 40) }), async () => {
      const back = { content, category, importance, salience, allowSecret: true };
      await client.call('updateMemory', { ...of, ...back, expectedRevision: after.revision });
      this.#shared.changed();
    });
    return after;
  }

  /** Ends a memory, or lets it hold again: `now` or `never`. */
  async end({ id, characterId, content, revision }: Memory, validUntil: 'now' | 'never'): Promise<void> {
    const { client, toasts } = this.#shared;
    const of = { characterId, memoryId: id };
    const change = { ...of, validUntil, expectedRevision: revision };
    if (!(await once(`end ${id}`, () => client.call('updateMemory', change)))) return;
    this.#shared.changed();
    const said = { content: shortText(content, 40) };
    toasts.show(validUntil === 'now' ? t('Ended “{content}”', said) : t('Holds again: “{content}”', said), async () => {
      await client.call('revertMemory', { ...of, revision });
      this.#shared.changed();
    });
  }

  /** Restores a revision. @param before the present state; for a deleted memory, its last revision */
  async revert(before: Reference, to: Revision, isDeleted: boolean): Promise<void> {
    const { client, toasts } = this.#shared;
    const of = { characterId: before.characterId, memoryId: before.id };
    const after = await once(`revert ${before.id}`, () =>
      client.call('revertMemory', { ...of, revision: to.revision }),
    );
    if (!after) return;
    this.#shared.changed();
    toasts.show(t('Restored'), async () => {
      if (isDeleted) await client.call('deleteMemory', of);
      else await client.call('revertMemory', { ...of, revision: after.revision - 1 });
      this.#shared.changed();
    });
  }

  /**
   * Undoes one change. @throws Failure `ConflictUnresolved` when the memory has changed since: no later change is lost.
   * @param isModels the change was by a model: the verdict is stored
   * @param earlier changes of the same memory that are undone with it, the latest first
   */
  async undo(change: Change, isModels: boolean, earlier: readonly Change[] = []): Promise<void> {
    await this.#undo([[change, ...earlier]], isModels, t('Undone'));
  }

  /** As `undo`, each of several memories, with one message. */
  async undoEach(changes: readonly Change[], isModels: boolean): Promise<void> {
    const each = changes.map((change): [Change] => [change]);
    await this.#undo(each, isModels);
  }

  /** What was undone before a failure can be done again. */
  async #undo(memories: readonly [Change, ...Change[]][], isModels: boolean, said?: string): Promise<void> {
    const { client, toasts } = this.#shared;
    const review = async (all: readonly Change[], verdict: 'undone' | 'kept') => {
      if (!isModels) return;
      for (const { id: changeId } of all) await client.call('reviewChange', { changeId, verdict });
    };
    const undone: [Change, ...Change[]][] = [];
    const redo = async () => {
      for (const all of undone.toReversed()) {
        await this.#redo(all[0]);
        await review(all, 'kept');
      }
      this.#shared.changed();
    };
    try {
      for (const all of memories) {
        const [change, ...earlier] = all;
        await this.takeBack(change, earlier);
        undone.push(all);
        await review(all, 'undone');
      }
    } finally {
      this.#shared.changed();
      const { length: n } = undone;
      const what = said ?? tn(n, 'Undone: {n} memory', 'Undone: {n} memories');
      if (n > 0) toasts.undone(what, tn(n, 'Done again: {n} memory', 'Done again: {n} memories'), redo);
    }
  }

  /** Keeps or rejects again what waits again since that was taken back. */
  async decideAgain(changes: readonly Change[]): Promise<void> {
    const { client, toasts } = this.#shared;
    const each = async (asProposal: boolean) => {
      for (const { characterId, memoryId, changeType } of changes) {
        const of = { characterId, memoryId };
        if (asProposal || !isGone.has(changeType)) await client.call('restoreMemory', { ...of, asProposal });
        else await client.call('deleteMemory', of);
      }
      this.#shared.changed();
    };
    await each(false);
    const n = changes.length;
    toasts.show(tn(n, 'Done again: {n} memory', 'Done again: {n} memories'), () => each(true));
  }

  async #redo({ characterId, memoryId, revision, changeType }: Change): Promise<void> {
    const { client } = this.#shared;
    const of = { characterId, memoryId };
    if (isGone.has(changeType)) await client.call('deleteMemory', of);
    else if (changeType === 'PROPOSED') await client.call('restoreMemory', { ...of, asProposal: true });
    else await client.call('revertMemory', { ...of, revision });
  }

  /** As `undo`, without a verdict or a message. */
  async takeBack(change: Change, earlier: readonly Change[] = []): Promise<void> {
    const { characterId, memoryId, revision, changeType } = change;
    const { client } = this.#shared;
    const of = { characterId, memoryId };
    const before = (earlier.at(-1)?.revision ?? revision) - 1;
    const { revisions } = await client.call('getMemoryHistory', of);
    if (revisions.at(-1)?.revision !== revision) {
      const message = t('This memory was changed again since. Its history has every text, each with Restore.');
      throw new Failure('ConflictUnresolved', message, { status: 409 });
    }
    if (changeType === 'REJECTED' || isKeeping(change)) await client.call('restoreMemory', { ...of, asProposal: true });
    else if (!isNew.has(changeType)) await client.call('revertMemory', { ...of, revision: before });
    else await client.call('deleteMemory', of);
  }

  /**
   * Changes many memories as one batch with one undo; failures are reported.
   * @param parts the memories, by ids or by a filter, in parts of the API's batch size
   * @param send changes a part; after an abort the changed parts can be undone
   * @param done what is said of so many changed ones
   */
  async changeMany(
    parts: readonly Batch[],
    change: BatchChange,
    send = (part: Input<'changeMemories'>) => this.#shared.client.call('changeMemories', part),
    done = (count: number) => doneBy(change, count),
  ): Promise<void> {
    const { toasts } = this.#shared;
    let batchId: string | undefined;
    const failures: string[] = [];
    let count = 0;
    let stopped: unknown;
    for (const part of parts) {
      const answer = await send({ ...part, change, batchId }).catch((error) => {
        stopped = error;
      });
      if (!answer) break;
      count += answer.changed;
      failures.push(...answer.failed.map(({ error }) => error.message));
      batchId ??= answer.batchId;
    }
    this.#shared.changed();
    if (count > 0 && batchId !== undefined) {
      const batches = [{ batchId }];
      toasts.show(done(count), () => this.undoBatches(batches), batchId);
    } else if (failures.length === 0 && stopped === undefined) toasts.show(t('Nothing was to be changed.'));
    const [first] = failures;
    if (first !== undefined)
      toasts.fail(
        tn(failures.length, '{n} memory not changed: {first}', '{n} memories not changed: {first}', { first }),
      );
    if (stopped !== undefined) throw stopped;
  }

  /** Undoes batches in all their characters, the last one first; memories that have changed since stay, and are counted. */
  async undoBatches(batches: readonly { batchId: string }[]): Promise<void> {
    await this.takeBatchesBack(batches);
  }

  /** As `undoBatches`. Returns the undos, which are batches too, and how many memories changed. */
  async takeBatchesBack(
    batches: readonly { batchId: string }[],
  ): Promise<{ undos: { batchId: string }[]; changed: number }> {
    const { client, toasts } = this.#shared;
    const undos: { batchId: string }[] = [];
    let [since, changed] = [0, 0];
    for (const { batchId } of batches.toReversed()) {
      const undone = await client.call('undoEverywhere', { batchId });
      since += undone.changedSince;
      changed += undone.changed;
      if (undone.batchId !== undefined) undos.push({ batchId: undone.batchId });
      toasts.settle(batchId);
    }
    this.#shared.changed();
    if (since > 0)
      toasts.show(
        tn(
          since,
          '{n} memory changed again since: left as it is.',
          '{n} memories changed again since: left as they are.',
        ),
      );
    return { undos, changed };
  }
}

/** A batch of memories of one character. */
export type Batch = Pick<Input<'changeMemories'>, 'characterId' | 'ids' | 'filter'>;

/** One change of many memories. */
export type BatchChange =
  | { category: string }
  | { importance: Memory['importance'] }
  | { state: 'DELETED' | 'ACTIVE' }
  | { moveTo: string };

/** Divides memories into parts of the API's batch size, each of one character. */
export function batchesOf(memories: readonly Reference[]): Batch[] {
  return groupedBy(memories, (one) => one.characterId).flatMap(([characterId, of]) => {
    const ids = of.map(({ id }) => id);
    const starts = Array.from({ length: Math.ceil(ids.length / maxAtOnce) }, (_, part) => part * maxAtOnce);
    return starts.map((at) => ({ characterId, ids: ids.slice(at, at + maxAtOnce) }));
  });
}

function doneBy(change: BatchChange, count: number): string {
  if ('category' in change || 'moveTo' in change) return tn(count, 'Moved {n} memory', 'Moved {n} memories');
  if ('importance' in change) return tn(count, 'Changed {n} memory', 'Changed {n} memories');
  return change.state === 'DELETED'
    ? tn(count, 'Deleted {n} memory', 'Deleted {n} memories')
    : tn(count, 'Restored {n} memory', 'Restored {n} memories');
}
