import { FairQueue } from '../base/fair-queue.ts';
import { Presence } from '../base/presence.ts';
import { unknownOwner } from './known-callers.ts';

/** Also in a busy loop, a resting tenant begins a call after this long. */
const maxRestMs = 20;
/** Calls begin for this long before the event loop gets new input. */
const roundMs = 4;

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
  /** Milliseconds on a clock that is never set. */
  now(): number;
  time(): LoopTime;
  /** Calls back when the call that has just begun waits for something or is done. */
  afterCall(begin: () => void): void;
  /** Calls back when all pending events have been handled. */
  nextRound(begin: () => void): void;
  /** Calls back after a moment, in which the event loop may rest. */
  afterRest(begin: () => void): void;
}

const eventLoop: Loop = {
  now: () => performance.now(),
  time: () => performance.eventLoopUtilization(),
  // Node empties the queue of microtasks before the next tick.
  afterCall: (begin) => queueMicrotask(() => process.nextTick(begin)),
  nextRound: setImmediate,
  afterRest: (begin) => setTimeout(begin, 1),
};

/**
 * Calls take turns at the event loop: the next to begin is of the tenant whose last turn is the longest ago, and in each
 * round of the loop calls begin for four milliseconds. So a new call waits for those that are being carried out and not for
 * those that another tenant has sent before; and a call that comes alone begins at once. While others are at work, a
 * tenant that sends calls faster than they are carried out lets the loop rest after each as long as it has worked: what
 * comes finds it free half of the time. Callers that nobody knows always do, and no tenant rests for them.
 */
export class Turns {
  readonly #waiting = new FairQueue<Waiting>();
  readonly #present = new Presence();
  /** When each tenant that waits began its last call. */
  readonly #begun = new Map<string, LoopTime>();
  readonly #loop: Loop;
  /** When the first call of this round began; undefined before that. */
  #roundBegan: number | undefined;
  /** A call has just begun, or the round's time is over. */
  #isTaken = false;
  #isResting = false;

  constructor(loop: Loop = eventLoop) {
    this.#loop = loop;
  }

  /** Resolves when it is the turn of this call. */
  take(owner: string): Promise<void> {
    return new Promise((start) => {
      if (owner !== unknownOwner) this.#present.see(owner, this.#loop.now());
      this.#waiting.add({ owner, weight: 1, start });
      if (!this.#isTaken) this.#begin();
    });
  }

  #begin(): void {
    this.#isTaken = this.#isRoundOver();
    if (this.#isTaken) return;
    const next = this.#waiting.take((owner) => !this.#mustRest(owner));
    if (!next) {
      this.#rest();
      return;
    }
    this.#isTaken = true;
    if (this.#canRest(next.owner) && this.#waiting.has(next.owner)) this.#begun.set(next.owner, this.#loop.time());
    else this.#begun.delete(next.owner);
    if (this.#roundBegan === undefined) {
      this.#roundBegan = this.#loop.now();
      this.#loop.nextRound(() => this.#beginRound());
    }
    this.#loop.afterCall(() => this.#begin());
    next.start();
  }

  #beginRound(): void {
    this.#roundBegan = undefined;
    this.#begin();
  }

  #isRoundOver(): boolean {
    return this.#roundBegan !== undefined && this.#loop.now() - this.#roundBegan >= roundMs;
  }

  #mustRest(owner: string): boolean {
    const begun = this.#begun.get(owner);
    if (!begun || !this.#canRest(owner)) return false;
    const { idle, active } = this.#loop.time();
    const [rested, worked] = [idle - begun.idle, active - begun.active];
    return rested < worked && rested + worked < maxRestMs;
  }

  /** A tenant that is alone never rests. */
  #canRest(owner: string): boolean {
    return owner === unknownOwner || this.#present.isShared;
  }

  /** Looks again later, if anybody waits. */
  #rest(): void {
    if (this.#isResting || this.#waiting.isEmpty) return;
    this.#isResting = true;
    this.#loop.afterRest(() => {
      this.#isResting = false;
      if (!this.#isTaken) this.#begin();
    });
  }
}
