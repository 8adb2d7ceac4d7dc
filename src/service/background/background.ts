import { pause } from '../../base/pause.ts';

/** Work in the background. */
export interface BackgroundJob {
  start(): void;
  /** Resolves when the job no longer uses the store. */
  stop(): Promise<void>;
}

/** A job that goes step by step until it is stopped or has nothing more to do. */
export abstract class SteppingJob implements BackgroundJob {
  /** Aborted when the job must stop; running work should give up. */
  protected readonly stopping = new AbortController();
  #running: Promise<void> | undefined;

  /** Does one step. Returns how long to wait until the next one (ms), or undefined when there is nothing more to do. */
  protected abstract step(): Promise<number | undefined>;

  /** Records a step that threw; answers as `step`. */
  protected abstract failed(error: unknown): number | undefined;

  /** Cleanup after the last step; must not throw. */
  protected async finish(): Promise<void> {}

  /** Waits between two steps, at most this long (ms). */
  protected rest(ms: number): Promise<void> {
    return pause(ms, this.stopping.signal);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const waitMs = await this.step().catch((error: unknown) => (signal.aborted ? undefined : this.failed(error)));
      if (waitMs === undefined) break;
      if (waitMs > 0) await this.rest(waitMs);
      // Calls that wait get their turn between two steps.
      else await new Promise((resolve) => setImmediate(resolve));
    }
    await this.finish();
  }
}

/** Every background job of a process, started and stopped together. */
export class Background {
  readonly #jobs: readonly BackgroundJob[];
  readonly #last: BackgroundJob;

  /** @param last the others use it until they have stopped */
  constructor(jobs: readonly BackgroundJob[], last: BackgroundJob) {
    this.#jobs = jobs;
    this.#last = last;
  }

  readonly start = (): void => {
    for (const job of [this.#last, ...this.#jobs]) job.start();
  };

  async stop(): Promise<void> {
    await Promise.all(this.#jobs.map((job) => job.stop()));
    await this.#last.stop();
  }
}

/** Those of what waits that are of tenants whose lease this process gets. */
export async function ofLeased<One extends { tenantId: string }>(
  waiting: readonly One[],
  lease: (tenantId: string) => Promise<boolean>,
): Promise<One[]> {
  const leased = new Set<string>();
  for (const tenantId of new Set(waiting.map((one) => one.tenantId))) if (await lease(tenantId)) leased.add(tenantId);
  return waiting.filter(({ tenantId }) => leased.has(tenantId));
}
