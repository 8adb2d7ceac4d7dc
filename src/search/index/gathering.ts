import type { IndexEntry } from './indexed-memory.ts';

/**
 * What a part of a write unit indexes again, gathered until the part's end: one by one, each would have a segment read
 * and written.
 */
export class Gathering {
  /** By the memory's number, while a part is at work. */
  #waiting: Map<number, IndexEntry> | undefined;

  /** Whether the entry waits for the end of a part. */
  hold(entry: IndexEntry): boolean {
    this.#waiting?.set(entry.memoryNo, entry);
    return this.#waiting !== undefined;
  }

  /** Memories that are to be in the index no more. */
  drop(memoryNos: readonly number[]): void {
    for (const no of memoryNos) this.#waiting?.delete(no);
  }

  /** Runs a part, and answers with its result what is to be indexed now; nothing of it when it fails. */
  run<T>(work: () => T): { result: T; entries: IndexEntry[] } {
    const waiting = new Map<number, IndexEntry>();
    this.#waiting = waiting;
    try {
      return { result: work(), entries: [...waiting.values()] };
    } finally {
      this.#waiting = undefined;
    }
  }
}
