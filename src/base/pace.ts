/** Longer than the sleep of another process's writer between two attempts at the lock. */
const writersMs = 5;
/** Some turns of the event loop. */
const callsMs = 1;

/**
 * Between two short units of long work: lets other calls and writers go first. One phase of the event loop may run
 * several timers in a row; an immediate comes after the next look for input.
 */
export function yieldToOthers(ms = writersMs): Promise<void> {
  return new Promise((resolve) => setTimeout(() => setImmediate(resolve), ms));
}

/** Cooperative scheduling: long work of the main thread, which holds no lock, pauses after each `most` units of work. */
export class Pace {
  readonly #most: number;
  #done = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Before a part of the work, which is never divided. */
  async before(amount: number): Promise<void> {
    if (this.#done > 0 && this.#done + amount > this.#most) {
      this.#done = 0;
      await yieldToOthers(callsMs);
    }
    this.#done += amount;
  }
}

/** Consecutive parts of a list, each of at most `most` entries and `size` in all, but at least of one entry. */
export function* partsOf<One>(
  list: readonly One[],
  { most, size }: { most: number; size: number },
  sizeOf: (one: One) => number,
): Generator<One[]> {
  let part: One[] = [];
  let sum = 0;
  for (const one of list) {
    const own = sizeOf(one);
    if (part.length > 0 && (part.length >= most || sum + own > size)) {
      yield part;
      part = [];
      sum = 0;
    }
    part.push(one);
    sum += own;
  }
  if (part.length > 0) yield part;
}
