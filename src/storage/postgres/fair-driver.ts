import { FairQueue } from '../../base/fair-queue.ts';
import { Presence } from '../../base/presence.ts';
import { PassingLimit } from '../../domain/errors.ts';
import type { DatabaseSession, Driver, Owner } from './driver.ts';

/** The most waiting units of one owner. */
const maxWaiting = 1_000;
/** When a refused caller should retry. */
const retryMs = 1_000;

/** The owner of the service's own units, and of look-ups of unknown callers. */
const service = '';
const unknown = 'unknown';

/** Usage of a node's sessions. */
export interface PoolState {
  places: number;
  taken: number;
  waiting: number;
  /** How long the oldest of them has waited. */
  oldestMs: number;
}

interface Waiting {
  owner: string;
  weight: 1;
  since: number;
  start(): void;
}

/**
 * A fair queue for the sessions of a node. A tenant gets at most a quarter of them while others are active, else all
 * but a quarter; all unknown callers together get at most a quarter. So a new caller finds one free.
 */
export class FairDriver implements Driver {
  readonly #driver: Driver;
  readonly #places: number;
  readonly #now: () => number;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #taken = new Map<string, number>();
  readonly #present = new Presence();

  constructor(driver: Driver, places: number, now: () => number = Date.now) {
    this.#driver = driver;
    this.#places = places;
    this.#now = now;
  }

  get state(): PoolState {
    const waiting = this.#waiting.all();
    const now = this.#now();
    const oldestMs = Math.max(0, ...waiting.map(({ since }) => now - since));
    return { places: this.#places, taken: this.#total, waiting: waiting.length, oldestMs };
  }

  async take(of: Owner = null): Promise<DatabaseSession> {
    const owner = of === null ? service : String(of);
    await this.#turn(owner);
    try {
      const session = await this.#driver.take(of);
      return {
        ...session,
        release: (error) => {
          session.release(error);
          this.#leave(owner);
        },
      };
    } catch (error) {
      this.#leave(owner);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  get #total(): number {
    return [...this.#taken.values()].reduce((sum, count) => sum + count, 0);
  }

  #turn(owner: string): Promise<void> {
    if (owner !== service && owner !== unknown) this.#present.see(owner, this.#now());
    if (this.#waiting.weight(owner) >= maxWaiting) {
      const callers = owner === unknown ? 'with unknown credentials' : 'of this tenant';
      const message = `${maxWaiting} calls ${callers} wait for the database already; try again in a moment.`;
      throw new PassingLimit(message, this.#now() + retryMs);
    }
    return new Promise((resolve) => {
      this.#waiting.add({ owner, weight: 1, since: this.#now(), start: resolve });
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#total < this.#places) {
      const next = this.#waiting.take((owner) => this.#mayStart(owner));
      if (!next) return;
      this.#taken.set(next.owner, (this.#taken.get(next.owner) ?? 0) + 1);
      next.start();
    }
  }

  #mayStart(owner: string): boolean {
    if (owner === service) return true;
    const quarter = Math.max(1, Math.floor(this.#places / 4));
    const isBound = owner === unknown || this.#present.isShared;
    const most = isBound ? quarter : Math.max(1, this.#places - quarter);
    return (this.#taken.get(owner) ?? 0) < most;
  }

  #leave(owner: string): void {
    const left = (this.#taken.get(owner) ?? 1) - 1;
    if (left > 0) this.#taken.set(owner, left);
    else this.#taken.delete(owner);
    this.#dispatch();
  }
}
