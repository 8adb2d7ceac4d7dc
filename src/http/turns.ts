import { FairQueue } from '../domain/fair-queue.ts';

interface Waiting {
  owner: string;
  weight: 1;
  start(): void;
}

/**
 * Calls take turns at the event loop: in each of its rounds one begins, of the tenant whose last turn is the longest ago.
 * So whoever comes waits for the call that is being carried out and not for those that another tenant has sent before;
 * and a call that comes alone begins at once.
 */
export class Turns {
  readonly #waiting = new FairQueue<Waiting>();
  readonly #nextRound: (begin: () => void) => void;
  #isTaken = false;

  /** @param nextRound calls back when all that has happened meanwhile has been heard */
  constructor(nextRound: (begin: () => void) => void = setImmediate) {
    this.#nextRound = nextRound;
  }

  /** Resolves when it is the turn of this call. */
  take(owner: string): Promise<void> {
    return new Promise((start) => {
      this.#waiting.add({ owner, weight: 1, start });
      if (!this.#isTaken) this.#begin();
    });
  }

  #begin(): void {
    const next = this.#waiting.take(() => true);
    this.#isTaken = next !== undefined;
    if (!next) return;
    this.#nextRound(() => this.#begin());
    next.start();
  }
}
