import type { Memory } from '../../client/api.ts';
import type { Output } from '../../client/client.ts';
import type { Dashboard } from '../../shell/dashboard.ts';
import type { Shared } from '../../shell/shared.ts';
import { Edits } from '../memory/edits.ts';
import { type OfTwo, twoOf } from './items.ts';
import type { Linked } from './links.ts';

/** What a person says of two memories: which one stays. */
export type Answer = 'newer' | 'both' | 'none' | 'older';

/** The user's own memory, where the newer memory of a card moves if it is kept: an older one is there. */
export function movesTo({ me }: Pick<Dashboard, 'me'>, item: OfTwo): string | undefined {
  const own = me.value?.ownCharacter;
  const moves = ({ newer, older }: Linked) => older.characterId === own && newer.characterId !== own;
  return item.kind === 'changed' && item.links.some(moves) ? own : undefined;
}

/** What a person adds to an answer. */
export interface Given {
  /** The batch that the answer joins. */
  batchId?: string | undefined;
  /** What stays of older ones, by their ids; empty: nothing. */
  remains?: ReadonlyMap<string, string> | undefined;
  /** Of several older ones the ids of those that still hold beside the newer one. */
  holding?: readonly string[] | undefined;
}

/** An answer about the memories of a card, and what takes it back. */
export class Answering {
  readonly #shared: Shared;
  readonly #newer: Memory;
  readonly #olders: readonly Memory[];
  /** Whether the newer one may say what holds instead: then the older one ends, in place of being deleted. */
  readonly #isLinked: boolean;
  #batches: { batchId: string }[] = [];

  constructor(shared: Shared, item: OfTwo) {
    this.#shared = shared;
    const [newer, older] = twoOf(item);
    this.#newer = newer;
    this.#isLinked = item.kind === 'changed';
    this.#olders = item.kind === 'changed' ? item.links.map((one) => one.older) : [older];
  }

  /** Returns the batch of the answer. Throws Failures; what was answered before one can be taken back. */
  async give(answer: Answer, { holding = [], batchId, remains }: Given = {}): Promise<string | undefined> {
    this.#batches = [];
    if (answer === 'both') return this.#say('both', this.#olders, { batchId });
    const ending = this.#olders.filter(({ id }) => !holding.includes(id));
    if (answer === 'older' || (answer === 'none' && ending.length === 0)) return this.#remove([this.#newer]);
    if (answer === 'none') return this.#say('neither', ending, {});
    if (!this.#isLinked) return this.#remove(ending);
    const held = this.#olders.filter(({ id }) => holding.includes(id));
    await this.#say('both', held, {});
    return this.#say('changed', ending, { remains, batchId });
  }

  async takeBack(): Promise<void> {
    if (this.#batches.length > 0) await new Edits(this.#shared).undoBatches(this.#batches);
  }

  /** The same answer about several older ones is one batch. */
  async #say(answer: 'changed' | 'both' | 'neither', olders: readonly Memory[], { batchId, remains }: Given) {
    let batch = batchId;
    const { characterId } = this.#newer;
    let memoryId = this.#newer.id;
    for (const { id: otherId } of olders) {
      // The user has seen the text, so a stored credential stays.
      const about = {
        characterId,
        memoryId,
        otherId,
        answer,
        remains: remains?.get(otherId),
        batchId: batch,
        allowSecret: true,
      };
      const given: Output<'keepBoth'> = await this.#shared.client.call('keepBoth', about);
      // An answer may join it with a memory of the same text.
      memoryId = given.memoryIds[0] ?? memoryId;
      batch = given.batchId;
      this.#note(batch);
    }
    return batch;
  }

  async #remove(memories: readonly Memory[]): Promise<string | undefined> {
    const ids = memories.map(({ id }) => id);
    const change = { characterId: memories[0]!.characterId, ids, change: { state: 'DELETED' as const } };
    const { batchId } = await this.#shared.client.call('changeMemories', change);
    this.#note(batchId);
    return batchId;
  }

  #note(batchId: string | undefined) {
    const isKnown = this.#batches.some((one) => one.batchId === batchId);
    if (batchId !== undefined && !isKnown) this.#batches.push({ batchId });
  }
}
