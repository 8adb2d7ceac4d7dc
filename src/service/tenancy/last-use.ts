import type { Services } from '../context.ts';

/** A last use is recorded at most this often: reading must not become writing. */
const recordIntervalMs = 60_000;

/** Records when keys or sessions were last used. */
export class LastUse {
  readonly #what: string;
  readonly #record: (id: string, time: number) => Promise<void>;
  readonly #log: Services['log'];
  /** When this process last recorded a use; one entry an id. */
  readonly #recorded = new Map<string, number>();

  constructor(what: string, log: Services['log'], record: (id: string, time: number) => Promise<void>) {
    this.#what = what;
    this.#log = log;
    this.#record = record;
  }

  /** Not awaited; a failure is logged. @param lastUsedAt the recorded time, in milliseconds */
  note(id: string, lastUsedAt: number | undefined, time: number): void {
    const last = Math.max(lastUsedAt ?? 0, this.#recorded.get(id) ?? 0);
    if (time - last < recordIntervalMs) return;
    this.#recorded.set(id, time);
    this.#record(id, time).catch((error) => this.#log('warn', `last use of a ${this.#what} not recorded`, { error }));
  }
}
