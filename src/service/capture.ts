import { ServiceError } from '../domain/errors.ts';
import type { CaptureJob } from '../domain/file-store.ts';
import { iso } from '../domain/text.ts';
import type { BackgroundJob } from './background.ts';
import type { Context } from './context.ts';
import { extractPiece } from './extract-piece.ts';
import { author } from './memories.ts';
import { pause } from './pause.ts';

const batchSize = 4;
/** Longer than any extraction may take; a process that dies leaves its jobs to others after that. */
const leaseMs = 120_000;
const firstRetryMs = 30_000;
const longestRetryMs = 60 * 60_000;

/**
 * Takes pieces of files from the durable queue and lets the extractor turn them into memories. A failure stays in
 * the queue, visible in the sync status, and is tried again later and later; nothing is ever given up.
 */
export class CaptureWorker implements BackgroundJob {
  readonly #context: Context;
  readonly #pollMs: number;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(context: Context, { pollMs = 1_000 } = {}) {
    this.#context = { ...context, signal: this.#stopping.signal };
    this.#pollMs = pollMs;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const taken = await this.round().catch((error: unknown) => {
        if (!signal.aborted) this.#context.log('warn', 'the capture queue cannot be read', { error });
        return 0;
      });
      if (taken === 0) await pause(this.#pollMs, signal);
    }
  }

  /** Works on the jobs that are due, a few at a time; how many there were. */
  async round(): Promise<number> {
    const { store, principal, now } = this.#context;
    const time = now();
    const jobs = await store.captures.claim(principal.tenantId, time, time + leaseMs, batchSize);
    await Promise.all(jobs.map((job) => this.#take(job)));
    return jobs.length;
  }

  async #take(job: CaptureJob): Promise<void> {
    const { store, principal, now, log } = this.#context;
    try {
      const { characterId, fileId, memory } = job;
      const { content, category, sessionId, occurredAt } = memory;
      const given = {
        content,
        category,
        sessionId,
        occurredAt: occurredAt === undefined ? undefined : iso(occurredAt),
      };
      const categories = await store.categories.list(principal.tenantId, characterId);
      const source = { kind: 'extraction', fileId } as const;
      const { changes } = await extractPiece(this.#context, characterId, categories, given, source);
      await store.captures.finish(principal.tenantId, job.jobId, changes, author(this.#context));
    } catch (error) {
      // A process that stops gives its jobs back; that is no failure of theirs.
      const stopped = this.#stopping.signal.aborted;
      const why = error instanceof ServiceError ? error.message : 'unexpected failure';
      if (!(error instanceof ServiceError)) log('error', 'capturing failed', { path: job.path, error });
      const wait = Math.min(firstRetryMs * 2 ** job.attempts, longestRetryMs);
      if (!stopped) await store.captures.fail(principal.tenantId, job.jobId, why, now() + wait);
    }
  }
}
