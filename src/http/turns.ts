import { FairQueue } from '../base/fair-queue.ts';
import { Presence } from '../base/presence.ts';

/** However busy the loop is, a tenant that rests begins a call after so long. */
const longestRestMs = 20;

interface Waiting {
  owner: string;
  weight: 1;
  start(): void;
}

/** Milliseconds that the event loop has had nothing to do, and that it has worked. */
export interface LoopTime {
  idle: number;
  active: number;
}

/** The event loop, as far as turns need it. */
export interface Loop {
  time(): LoopTime;
  /** Calls back when all pending events have been handled. */
  nextRound(begin: () => void): void;
  /** Calls back in a moment, in which the loop may rest. */
  afterRest(begin: () => void): void;
}

const eventLoop: Loop = {
  time: () => performance.eventLoopUtilization(),
  nextRound: setImmediate,
  afterRest: (begin) => setTimeout(begin, 1),
};

/**
 * Calls take turns at the event loop: in each of its rounds one begins, of the tenant whose last turn is the longest ago.
 * So a new call waits for the call that is being carried out and not for those that another tenant has sent before;
 * and a call that comes alone begins at once. While others are at work, a tenant that sends calls faster than they are
 * carried out lets the loop rest after each as long as it has worked: what comes finds it free half of the time.
 */
export class Turns {
  readonly #waiting = new FairQueue<Waiting>();
  readonly #present = new Presence();
  /** When each tenant that waits began its last call. */
  readonly #begun = new Map<string, LoopTime>();
  readonly #loop: Loop;
  #isTaken = false;
  #isResting = false;

  constructor(loop: Loop = eventLoop) {
    this.#loop = loop;
  }

  /** Resolves when it is the turn of this call. */
  take(owner: string): Promise<void> {
    return new Promise((start) => {
      const { idle, active } = this.#loop.time();
      this.#present.see(owner, idle + active);
      this.#waiting.add({ owner, weight: 1, start });
      if (!this.#isTaken) this.#begin();
    });
  }

  #begin(): void {
    const next = this.#waiting.take((owner) => !this.#mustRest(owner));
    this.#isTaken = next !== undefined;
    if (!next) {
      this.#rest();
      return;
    }
    if (this.#waiting.weight(next.owner) > 0) this.#begun.set(next.owner, this.#loop.time());
    else this.#begun.delete(next.owner);
    this.#loop.nextRound(() => this.#begin());
    next.start();
  }

  #mustRest(owner: string): boolean {
    const begun = this.#begun.get(owner);
    if (!begun || !this.#present.isShared) return false;
    const { idle, active } = this.#loop.time();
    const [rested, worked] = [idle - begun.idle, active - begun.active];
    return rested < worked && rested + worked < longestRestMs;
  }

  /** Looks again later, if anybody waits. */
  #rest(): void {
    if (this.#isResting || this.#waiting.weight() === 0) return;
    this.#isResting = true;
    this.#loop.afterRest(() => {
      this.#isResting = false;
      if (!this.#isTaken) this.#begin();
    });
  }
}
