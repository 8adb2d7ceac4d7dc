import type { Services } from '../context.ts';
import { SteppingJob } from './background.ts';

const pollMs = 30_000;
/** Until an import that an erasure waits for may have ended. */
const waitMs = 2_000;

/** Does the steps of erasures that the process which began them did not finish. */
export class ErasingWorker extends SteppingJob {
  readonly #services: Pick<Services, 'store' | 'log' | 'now'>;

  constructor(services: Pick<Services, 'store' | 'log' | 'now'>) {
    super();
    this.#services = services;
  }

  protected async step(): Promise<number> {
    const { store, now } = this.#services;
    const done = await store.erasing.step(now());
    if (!done) return pollMs;
    return done.waits ? waitMs : 0;
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'an erasure cannot go on yet', { error });
    return pollMs;
  }
}
