import type { Memory } from '../../client/api.ts';
import type { Dashboard } from '../../shell/dashboard.ts';
import type { Shared } from '../../shell/shared.ts';
import { Edits } from '../memory/edits.ts';
import { type OfTwo, twoOf } from './items.ts';

/** What a person says of two memories: which one stays. */
export type Answer = 'newer' | 'both' | 'none' | 'older';

/** The user's own memory, where the newer memory of a card moves if it is kept: the older one is there. */
export function movesTo({ me }: Pick<Dashboard, 'me'>, item: OfTwo): string | undefined {
  const [newer, older] = twoOf(item);
  const own = me.value?.ownCharacter;
  return item.kind === 'changed' && older.characterId === own && newer.characterId !== own ? own : undefined;
}

/** An answer about the two memories of a card, and what takes it back. */
export class Answering {
  readonly #shared: Shared;
  readonly #newer: Memory;
  readonly #older: Memory;
  /** Whether the newer one may say what holds instead: then the older one ends, in place of being deleted. */
  readonly #isLinked: boolean;
  #batchId: string | undefined;

  constructor(shared: Shared, item: OfTwo) {
    this.#shared = shared;
    [this.#newer, this.#older] = twoOf(item);
    this.#isLinked = item.kind === 'changed';
  }

  /**
   * @param given the batch that the answer joins; what of the older one stays, empty: nothing
   * @returns the batch of the answer
   */
  async give(answer: Answer, given: { batchId?: string | undefined; remains?: string | undefined } = {}) {
    if (answer === 'older') this.#batchId = await this.#remove(this.#newer);
    else if (answer === 'newer' && !this.#isLinked) this.#batchId = await this.#remove(this.#older);
    else {
      const said = ({ newer: 'changed', both: 'both', none: 'neither' } as const)[answer];
      // The user has seen the text, so a stored credential stays.
      const { remains, batchId } = given;
      const about = { ...this.#pair, answer: said, remains, batchId, allowSecret: true };
      this.#batchId = (await this.#shared.client.call('keepBoth', about)).batchId;
    }
    return this.#batchId;
  }

  async takeBack(): Promise<void> {
    if (this.#batchId !== undefined) await new Edits(this.#shared).undoBatches([{ batchId: this.#batchId }]);
  }

  get #pair() {
    return { characterId: this.#newer.characterId, memoryId: this.#newer.id, otherId: this.#older.id };
  }

  async #remove({ id, characterId }: Memory): Promise<string | undefined> {
    const change = { characterId, ids: [id], change: { state: 'DELETED' as const } };
    return (await this.#shared.client.call('changeMemories', change)).batchId;
  }
}
