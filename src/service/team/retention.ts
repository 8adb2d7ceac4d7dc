import { SteppingJob } from '../background/background.ts';
import type { Services } from '../context.ts';

const pollMs = 60 * 60_000;
/** Rows of one unit: short enough that no write waits noticeably. */
const batch = 1_000;

/** Removes at most this many rows that have expired at `now` (ms), and answers how many there were. */
type Prune = (now: number, most: number) => Promise<number>;

/** Removes expired rows. */
export class Retention extends SteppingJob {
  readonly #services: Pick<Services, 'now' | 'log'>;
  readonly #prunes: readonly Prune[];

  constructor(services: Pick<Services, 'now' | 'log'>, prunes: readonly Prune[]) {
    super();
    this.#services = services;
    this.#prunes = prunes;
  }

  protected async step(): Promise<number> {
    let isMore = false;
    for (const prune of this.#prunes) {
      if ((await prune(this.#services.now(), batch)) === batch) isMore = true;
    }
    return isMore ? 0 : pollMs;
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'expired data cannot be removed', { error });
    return pollMs;
  }
}
