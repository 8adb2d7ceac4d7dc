import type { Memory, Revision } from '../../client/api.ts';
import { Failure, type Input } from '../../client/client.ts';
import type { Shared } from '../../shell/shared.ts';
import { counted, shortened } from '../format.ts';
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

  /** Moves or deletes many of one character; what failed is reported, the rest is taken back together. */
  async changeMany(memories: readonly Memory[], change: { category: string } | { state: 'DELETED' }): Promise<void> {
    const { toasts } = this.#shared;
    const failed = await this.#batch(memories, change);
    this.#shared.changed();
    const changed = memories.filter(({ id }) => !failed.has(id));
    const done = 'category' in change ? 'Moved' : 'Deleted';
    if (changed.length > 0) {
      toasts.show(`${done} ${counted(changed.length, 'memory', 'memories')}`, async () => {
        if ('state' in change) await this.#batch(changed, { state: 'ACTIVE' });
        else {
          for (const category of new Set(changed.map((one) => one.category))) {
            const from = changed.filter((one) => one.category === category);
            await this.#batch(from, { category });
          }
        }
        this.#shared.changed();
      });
    }
    const [first] = failed.values();
    if (first !== undefined) toasts.fail(`${counted(failed.size, 'memory', 'memories')} not changed: ${first}`);
  }

  /** Why memories could not be changed, by id. */
  async #batch(memories: readonly Memory[], change: Input<'changeMemories'>['change']): Promise<Map<string, string>> {
    const failures = new Map<string, string>();
    const characterId = memories[0]?.characterId ?? '';
    for (let at = 0; at < memories.length; at += mostAtOnce) {
      const ids = memories.slice(at, at + mostAtOnce).map(({ id }) => id);
      const { failed } = await this.#shared.client.call('changeMemories', { characterId, ids, change });
      for (const { id, error } of failed) failures.set(id, error.message);
    }
    return failures;
  }
}
