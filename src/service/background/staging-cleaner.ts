import type { Services } from '../context.ts';
import { SteppingJob } from './background.ts';

const pollMs = 30_000;

/** Clears the stagings of processes that died in the middle of a large import or sync. */
export class StagingCleaner extends SteppingJob {
  readonly #services: Pick<Services, 'store' | 'log' | 'now'>;

  constructor(services: Pick<Services, 'store' | 'log' | 'now'>) {
    super();
    this.#services = services;
  }

  protected async step(): Promise<number> {
    const { store, log, now } = this.#services;
    const cleared = await store.files.clearAbandoned(now());
    if (cleared > 0) log('info', 'cleared what a process left that died while it stored', { imports: cleared });
    return pollMs;
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'what a dead process left cannot be cleared', { error });
    return pollMs;
  }
}
