import type { Memory } from '../client/api.ts';
import type { Input } from '../client/client.ts';
import type { Dashboard } from '../shell/dashboard.ts';
import { counted, shortened } from './format.ts';

type Fields = Omit<Input<'updateMemory'>, 'characterId' | 'memoryId'>;

/** What a memory is found by. */
export type Reference = Pick<Memory, 'id' | 'characterId'>;

/** Changes of memories, each with its way back. They throw Failures. */
export class Edits {
  readonly #dashboard: Dashboard;

  constructor(dashboard: Dashboard) {
    this.#dashboard = dashboard;
  }

  async remove({ id, characterId, content }: Reference & Pick<Memory, 'content'>): Promise<void> {
    const { client, toasts } = this.#dashboard;
    const of = { characterId, memoryId: id };
    await client.call('deleteMemory', of);
    this.#dashboard.changed();
    toasts.show(`Deleted “${shortened(content, 40)}”`, async () => {
      await client.call('restoreMemory', of);
      this.#dashboard.changed();
    });
  }

  async restore({ id, characterId }: Reference): Promise<void> {
    const { client, toasts } = this.#dashboard;
    const of = { characterId, memoryId: id };
    const { content } = await client.call('restoreMemory', of);
    this.#dashboard.changed();
    toasts.show(`Restored “${shortened(content, 40)}”`, async () => {
      await client.call('deleteMemory', of);
      this.#dashboard.changed();
    });
  }

  /** @param before as it was read; when it was changed since, a Failure `ConflictUnresolved` says so */
  async update(before: Memory, fields: Fields, done = 'Saved'): Promise<Memory> {
    const { client, toasts } = this.#dashboard;
    const of = { characterId: before.characterId, memoryId: before.id };
    const after = await client.call('updateMemory', { ...of, expectedRevision: before.revision, ...fields });
    this.#dashboard.changed();
    if (after.revision === before.revision) return after;
    const { content, category, importance, salience } = before;
    toasts.show(done, async () => {
      const back = { content, category, importance, salience, allowSecret: true };
      await client.call('updateMemory', { ...of, ...back, expectedRevision: after.revision });
      this.#dashboard.changed();
    });
    return after;
  }

  /** Does the same to many, one after the other; what failed is told, the rest is taken back together. */
  async each(
    memories: readonly Memory[],
    done: string,
    run: (one: Memory) => Promise<unknown>,
    back: (one: Memory) => Promise<unknown>,
  ): Promise<void> {
    const { toasts } = this.#dashboard;
    const changed: Memory[] = [];
    let failure: unknown;
    for (const memory of memories) {
      try {
        await run(memory);
        changed.push(memory);
      } catch (error) {
        failure = error;
      }
    }
    this.#dashboard.changed();
    if (changed.length > 0) {
      toasts.show(`${done} ${counted(changed.length, 'memory', 'memories')}`, async () => {
        for (const memory of changed) await back(memory);
        this.#dashboard.changed();
      });
    }
    if (failure !== undefined) toasts.fail(failure);
  }
}
