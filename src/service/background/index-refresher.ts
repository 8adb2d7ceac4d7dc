import type { Services } from '../context.ts';
import { SteppingJob } from './background.ts';

/** Memories indexed again in one unit: short enough that no write waits noticeably. */
const batchSize = 50;

/** Reindexes in the background, while searches go on, after opening a store that an older analyser indexed. */
export class IndexRefresher extends SteppingJob {
  readonly #services: Pick<Services, 'store' | 'log'>;
  #refreshed = 0;

  constructor(services: Pick<Services, 'store' | 'log'>) {
    super();
    this.#services = services;
  }

  protected async step(): Promise<number | undefined> {
    const count = await this.#services.store.search.refresh(batchSize);
    this.#refreshed += count;
    return count === 0 ? undefined : 0;
  }

  protected failed(error: unknown): undefined {
    this.#services.log('error', 'the search index is not up to date', { error });
  }

  protected override async finish(): Promise<void> {
    const memories = this.#refreshed;
    if (memories > 0) this.#services.log('info', 'search index brought up to date', { memories });
  }
}
