import { pause } from './pause.ts';

/** One who waits for an owner's bell. */
export interface Listener {
  /** Resolves when the bell has rung since the last wait began, after `ms`, or when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

/** Wakes those who poll for changes of an owner. It rings in this process alone: a change by another one is found by polling. */
export class Bell {
  readonly #listeners = new Map<string, Set<() => void>>();

  ring(owner: string): void {
    for (const wake of this.#listeners.get(owner) ?? []) wake();
  }

  listen(owner: string): Listener {
    let rung = new AbortController();
    const wake = () => rung.abort();
    const all = this.#listeners.get(owner) ?? new Set();
    this.#listeners.set(owner, all.add(wake));
    return {
      async wait(ms, signal) {
        signal.addEventListener('abort', wake, { once: true });
        if (!signal.aborted) await pause(ms, rung.signal);
        signal.removeEventListener('abort', wake);
        rung = new AbortController();
      },
      end: () => {
        all.delete(wake);
        if (all.size === 0) this.#listeners.delete(owner);
      },
    };
  }
}
