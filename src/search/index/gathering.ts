import type { IndexEntry } from './indexed-memory.ts';
import type { IndexChange } from './update.ts';

interface Waiting {
  entry: IndexEntry;
  isNew: boolean;
}

/**
 * Collects the memories that a part of a write unit indexes, until the part ends. Indexed one by one, each would read
 * and write a segment.
 */
export class Gathering {
  readonly #many: number;
  /** By the memory's number, while a part is at work. */
  #waiting: Map<number, Waiting> | undefined;

  /** @param many from this many memories on, they are removed and appended at once */
  constructor(many: number) {
    this.#many = many;
  }

  /**
   * Whether the entry waits for the end of a part.
   * @param isNew the memory is not in the index
   */
  hold(entry: IndexEntry, isNew = false): boolean {
    const { isNew: wasNew = isNew } = this.#waiting?.get(entry.memoryNo) ?? {};
    this.#waiting?.set(entry.memoryNo, { entry, isNew: wasNew });
    return this.#waiting !== undefined;
  }

  /** Memories that are to be in the index no more. */
  drop(memoryNos: readonly number[]): void {
    for (const no of memoryNos) this.#waiting?.delete(no);
  }

  /** Runs a part and returns its result with the changes to make; no changes if it fails. */
  run<T>(work: () => T): { result: T; changes: IndexChange[] } {
    const waiting = new Map<number, Waiting>();
    this.#waiting = waiting;
    try {
      return { result: work(), changes: this.#changes([...waiting.values()]) };
    } finally {
      this.#waiting = undefined;
    }
  }

  #changes(waiting: readonly Waiting[]): IndexChange[] {
    if (waiting.length < this.#many) {
      return waiting.map(({ entry, isNew }) => ({ kind: isNew ? 'add' : 'reindex', entry }));
    }
    const memoryNos = waiting.filter(({ isNew }) => !isNew).map(({ entry }) => entry.memoryNo);
    const entries = waiting.map(({ entry }) => entry);
    return [...(memoryNos.length > 0 ? [{ kind: 'remove', memoryNos } as const] : []), { kind: 'append', entries }];
  }
}
