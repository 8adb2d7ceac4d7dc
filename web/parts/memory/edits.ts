import type { Memory, Revision } from '../../client/api.ts';
import { Failure, type Input } from '../../client/client.ts';
import type { Shared } from '../../shell/shared.ts';
import { counted, groupedBy, shortened } from '../format.ts';
import type { Change } from './change.ts';

type Fields = Omit<Input<'updateMemory'>, 'characterId' | 'memoryId'>;

/** How many the interface changes at once. */
const mostAtOnce = 500;

/** What a memory is found by. */
type Reference = Pick<Memory, 'id' | 'characterId'>;

/** Changes of memories, each with its way back. They throw Failures. */
export class Edits {
  readonly #shared: Shared;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  async remove({ id, characterId, content }: Reference & Pick<Memory, 'content'>): Promise<void> {
    const { client, toasts } = this.#shared;
    const of = { characterId, memoryId: id };
    await client.call('deleteMemory', of);
    this.#shared.changed();
    toasts.show(`Deleted “${shortened(content, 40)}”`, async () => {
      await client.call('restoreMemory', of);
      this.#shared.changed();
    });
  }

  async restore({ id, characterId }: Reference): Promise<void> {
    const { client, toasts } = this.#shared;
    const of = { characterId, memoryId: id };
    const { content } = await client.call('restoreMemory', of);
    this.#shared.changed();
    toasts.show(`Restored “${shortened(content, 40)}”`, async () => {
      await client.call('deleteMemory', of);
      this.#shared.changed();
    });
  }

  /** @param before as it was read; when it was changed since, a Failure `ConflictUnresolved` says so */
  async update(before: Memory, fields: Fields, done = 'Saved'): Promise<Memory> {
    const { client, toasts } = this.#shared;
    const of = { characterId: before.characterId, memoryId: before.id };
    const after = await client.call('updateMemory', { ...of, expectedRevision: before.revision, ...fields });
    this.#shared.changed();
    if (after.revision === before.revision) return after;
    const { content, category, importance, salience } = before;
    toasts.show(done, async () => {
      const back = { content, category, importance, salience, allowSecret: true };
      await client.call('updateMemory', { ...of, ...back, expectedRevision: after.revision });
      this.#shared.changed();
    });
    return after;
  }

  /** Back to what a revision says. @param before as it is now; for a deleted memory, its last revision */
  async revert(before: Reference, to: Revision, isDeleted: boolean): Promise<void> {
    const { client, toasts } = this.#shared;
    const of = { characterId: before.characterId, memoryId: before.id };
    const after = await client.call('revertMemory', { ...of, revision: to.revision });
    this.#shared.changed();
    toasts.show('Restored', async () => {
      if (isDeleted) await client.call('deleteMemory', of);
      else await client.call('revertMemory', { ...of, revision: after.revision - 1 });
      this.#shared.changed();
    });
  }

  /**
   * Takes back one change. A Failure `ConflictUnresolved` says that the memory was changed again since: what came later
   * must not be lost.
   * @param isModels it was to be looked through: that it was undone is kept
   */
  async undo({ id, characterId, memoryId, revision, changeType }: Change, isModels: boolean): Promise<void> {
    const { client, toasts } = this.#shared;
    const of = { characterId, memoryId };
    const { revisions } = await client.call('getMemoryHistory', of);
    if (revisions.at(-1)?.revision !== revision) {
      const message = 'This memory was changed again since. Its history has every text, each with Restore.';
      throw new Failure(message, { type: 'ConflictUnresolved', status: 409 });
    }
    const hasEarlier = changeType === 'UPDATED' || changeType === 'DELETED';
    if (hasEarlier) await client.call('revertMemory', { ...of, revision: revision - 1 });
    else await client.call('deleteMemory', of);
    if (isModels) await client.call('reviewChange', { changeId: id, verdict: 'undone' });
    this.#shared.changed();
    toasts.show('Undone', async () => {
      if (changeType === 'DELETED') await client.call('deleteMemory', of);
      else await client.call('revertMemory', { ...of, revision });
      if (isModels) await client.call('reviewChange', { changeId: id, verdict: 'kept' });
      this.#shared.changed();
    });
  }

  /**
   * Changes many as one: what failed is reported, the rest is taken back together, each to what it was.
   * @param tell called with how many have been changed; when it is aborted, what is changed stays and can be taken back
   */
  async changeMany(
    memories: readonly Batched[],
    change: BatchChange,
    tell?: (done: number) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { toasts } = this.#shared;
    const wanted = memories.filter((one) => differs(one, change));
    const { changed, failures } = await this.#batch(wanted, change, tell, signal);
    this.#shared.changed();
    if (changed.length > 0) {
      toasts.show(`${doneBy(change)} ${counted(changed.length, 'memory', 'memories')}`, async () => {
        for (const [back, group] of waysBack(changed, change)) await this.#batch(group, back);
        this.#shared.changed();
      });
    } else if (failures.length === 0) toasts.show('Nothing was to be changed.');
    const [first] = failures;
    if (first !== undefined) toasts.fail(`${counted(failures.length, 'memory', 'memories')} not changed: ${first}`);
  }

  /** In parts as large as the interface takes, each of one character. @returns those that were changed, and why others were not */
  async #batch(
    memories: readonly Batched[],
    change: BatchChange,
    tell?: (done: number) => void,
    signal?: AbortSignal,
  ): Promise<{ changed: Batched[]; failures: string[] }> {
    const changed: Batched[] = [];
    const failures: string[] = [];
    let done = 0;
    for (const [characterId, of] of groupedBy(memories, (one) => one.characterId)) {
      for (let at = 0; at < of.length && !signal?.aborted; at += mostAtOnce) {
        const part = of.slice(at, at + mostAtOnce);
        const ids = part.map(({ id }) => id);
        const { failed } = await this.#shared.client.call('changeMemories', { characterId, ids, change });
        const refused = new Set(failed.map(({ id }) => id));
        changed.push(...part.filter(({ id }) => !refused.has(id)));
        failures.push(...failed.map(({ error }) => error.message));
        done += part.length;
        tell?.(done);
      }
    }
    return { changed, failures };
  }
}

type Batched = Reference & Pick<Memory, 'category' | 'importance' | 'state'>;

/** One change of many memories. */
export type BatchChange = { category: string } | { importance: Memory['importance'] } | { state: 'DELETED' | 'ACTIVE' };

function differs(memory: Batched, change: BatchChange): boolean {
  return Object.entries(change).some(([field, value]) => memory[field as keyof Batched] !== value);
}

function doneBy(change: BatchChange): string {
  if ('category' in change) return 'Moved';
  if ('importance' in change) return 'Changed';
  return change.state === 'DELETED' ? 'Deleted' : 'Restored';
}

/** What brings each memory back to what it was, by what that is. */
function waysBack(memories: readonly Batched[], change: BatchChange): [BatchChange, Batched[]][] {
  if ('state' in change) return [[{ state: change.state === 'DELETED' ? 'ACTIVE' : 'DELETED' }, [...memories]]];
  const field = 'category' in change ? 'category' : 'importance';
  return groupedBy(memories, (one) => one[field]).map(([value, group]) => [{ [field]: value } as BatchChange, group]);
}
