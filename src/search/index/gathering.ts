import type { IndexEntry } from './indexed-memory.ts';
import type { IndexChange } from './update.ts';

/**
 * Collects the memories that a part of a write unit reindexes, until the part ends: one by one, each would read and
 * write a segment.
 */
export class Gathering {
  readonly #many: number;
  /** By the memory's number, while a part is at work. */
  #waiting: Map<number, IndexEntry> | undefined;

  /** @param many from this many memories on, they are removed and appended together */
  constructor(many: number) {
    this.#many = many;
  }

  /** Whether the entry waits for the end of a part. */
  hold(entry: IndexEntry): boolean {
    this.#waiting?.set(entry.memoryNo, entry);
    return this.#waiting !== undefined;
  }

  /** Memories that are to be in the index no more. */
  drop(memoryNos: readonly number[]): void {
    for (const no of memoryNos) this.#waiting?.delete(no);
  }

  /** Runs a part and returns its result with the changes to make; no changes if it fails. */
  run<T>(work: () => T): { result: T; changes: IndexChange[] } {
    const waiting = new Map<number, IndexEntry>();
    this.#waiting = waiting;
    try {
      return { result: work(), changes: this.#changes([...waiting.values()]) };
    } finally {
      this.#waiting = undefined;
    }
  }

  #changes(entries: readonly IndexEntry[]): IndexChange[] {
    if (entries.length < this.#many) return entries.map((entry) => ({ kind: 'reindex', entry }));
    return [
      { kind: 'remove', memoryNos: entries.map(({ memoryNo }) => memoryNo) },
      { kind: 'append', entries },
    ];
  }
}
