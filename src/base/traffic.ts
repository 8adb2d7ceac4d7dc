/** Shorter than a caller notices, longer than what lies between two calls of a program. */
const quietMs = 20;
/** Work in the background goes on after this long, however many calls there are. */
const maxWaitMs = 250;

/** The calls of a process: while they follow each other, work in the background waits for a gap. */
export class Traffic {
  #running = 0;
  #endedAt = Number.NEGATIVE_INFINITY;

  begin(): void {
    this.#running++;
  }

  end(): void {
    this.#running--;
    this.#endedAt = performance.now();
  }

  /** Resolves when no call has run for a moment, at the latest after a bounded time, or when a call waits for this work. */
  async gap(isAwaited: () => boolean): Promise<void> {
    const latest = performance.now() + maxWaitMs;
    while (!isAwaited() && performance.now() < latest && !this.#isQuiet())
      await new Promise((resolve) => setTimeout(resolve, quietMs));
  }

  #isQuiet(): boolean {
    return this.#running === 0 && performance.now() - this.#endedAt >= quietMs;
  }
}
