/** Work that goes on beside the calls. */
export interface BackgroundJob {
  start(): void;
  /** Resolves when the job has let go of the store. */
  stop(): Promise<void>;
}

/** Every background job of a process, started and stopped together. */
export class Background {
  readonly #jobs: readonly BackgroundJob[];
  #running = false;

  constructor(jobs: readonly BackgroundJob[]) {
    this.#jobs = jobs;
  }

  readonly start = (): void => {
    this.#running = true;
    for (const job of this.#jobs) job.start();
  };

  async stop(): Promise<void> {
    if (this.#running) await Promise.all(this.#jobs.map((job) => job.stop()));
  }
}
