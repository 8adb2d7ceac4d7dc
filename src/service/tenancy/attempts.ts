import { PassingLimit } from '../../domain/errors.ts';

/** How many addresses and members are counted at a time. */
const maxCounted = 10_000;

export type As = (who: string) => void;

interface Counted {
  since: number;
  count: number;
}

/** Counts attempts in windows: by address, by member. Each process counts its own. */
export class Attempts {
  readonly #now: () => number;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #kept: number;
  readonly #counts = new Map<string, Counted>();

  constructor(now: () => number, most = 30, windowMs = 60_000, kept = maxCounted) {
    this.#now = now;
    this.#most = most;
    this.#windowMs = windowMs;
    this.#kept = kept;
  }

  /** Counts an attempt that costs this server something, whether it succeeds or not. PassingLimit beyond the limit. */
  take(who: string): void {
    const { since, count } = this.#note(who);
    if (count > this.#most) throw this.#limit(since);
  }

  /**
   * Runs an attempt. Right credentials always pass, so that nobody locks others out; wrong ones are counted, and beyond
   * the limit their answer is PassingLimit instead of the attempt's own error.
   * @param attempt calls `as` with a further key to count for, such as the member, once it is known
   */
  async limited<Result>(who: string, attempt: (as: As) => Promise<Result>): Promise<Result> {
    const counted = new Set([who]);
    try {
      return await attempt((one) => void counted.add(one));
    } catch (error) {
      const notes = [...counted].map((one) => this.#note(one));
      const reached = notes.find(({ count }) => count > this.#most);
      throw reached ? this.#limit(reached.since) : error;
    }
  }

  #limit(since: number): PassingLimit {
    const retryAt = since + this.#windowMs;
    const seconds = Math.max(1, Math.ceil((retryAt - this.#now()) / 1000));
    return new PassingLimit(`Too many attempts. Try again in ${seconds} s.`, retryAt);
  }

  /** A full table forgets the oldest window alone, so that many addresses don't free the others. */
  #note(who: string): Counted {
    const found = this.#current(who);
    if (found) {
      found.count += 1;
      return found;
    }
    this.#counts.delete(who);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size >= this.#kept && oldest !== undefined) this.#counts.delete(oldest);
    const fresh = { since: this.#now(), count: 1 };
    this.#counts.set(who, fresh);
    return fresh;
  }

  #current(who: string) {
    const found = this.#counts.get(who);
    const age = found ? this.#now() - found.since : 0;
    return found && age >= 0 && age < this.#windowMs ? found : undefined;
  }
}
