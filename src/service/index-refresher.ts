import type { BackgroundJob } from './background.ts';
import type { Services } from './context.ts';

/** Memories indexed again in one unit: short enough that no write waits noticeably. */
const batchSize = 50;

/** After opening a store that an older analyser indexed: brings the search index up to date while searches go on. */
export class IndexRefresher implements BackgroundJob {
  readonly #services: Pick<Services, 'store' | 'log'>;
  #done: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(services: Pick<Services, 'store' | 'log'>) {
    this.#services = services;
  }

  start(): void {
    const { log } = this.#services;
    this.#done = this.#refresh().catch((error: unknown) =>
      log('error', 'the search index is not up to date', { error }),
    );
  }

  async #refresh(): Promise<void> {
    const { store, log } = this.#services;
    let refreshed = 0;
    while (!this.#stopped) {
      const count = await store.search.refresh(batchSize);
      if (count === 0) break;
      refreshed += count;
      // Calls that wait get their turn between two units.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (refreshed > 0) log('info', 'search index brought up to date', { memories: refreshed });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }
}
