import { PassingLimit } from '../../domain/errors.ts';

/** How many addresses and members are counted at a time. */
const maxCounted = 10_000;

export type As = (who: string) => void;

/** Limits failed attempts, in windows: by address, by member. Each process counts its own. */
export class Attempts {
  readonly #now: () => number;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, { since: number; count: number }>();

  constructor(now: () => number, most = 30, windowMs = 60_000) {
    this.#now = now;
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Refuses one that has made too many. PassingLimit. */
  require(who: string): void {
    const found = this.#current(who);
    if (!found || found.count < this.#most) return;
    const retryAt = found.since + this.#windowMs;
    const seconds = Math.max(1, Math.ceil((retryAt - this.#now()) / 1000));
    throw new PassingLimit(`Too many attempts. Try again in ${seconds} s.`, retryAt);
  }

  note(who: string): void {
    const found = this.#current(who);
    if (found) {
      found.count += 1;
      return;
    }
    if (this.#counts.size >= maxCounted) this.#counts.clear();
    this.#counts.set(who, { since: this.#now(), count: 1 });
  }

  /**
   * Runs an attempt that counts if it is refused. Throws PassingLimit, and the attempt's own errors.
   * @param attempt calls `as` with a further key to count for, such as the member, once it is known
   */
  async limited<Result>(who: string, attempt: (as: As) => Promise<Result>): Promise<Result> {
    const counted = new Set<string>();
    const as = (one: string) => {
      this.require(one);
      counted.add(one);
    };
    as(who);
    try {
      return await attempt(as);
    } catch (error) {
      for (const one of counted) this.note(one);
      throw error;
    }
  }

  #current(who: string) {
    const found = this.#counts.get(who);
    const age = found ? this.#now() - found.since : 0;
    return found && age >= 0 && age < this.#windowMs ? found : undefined;
  }
}
