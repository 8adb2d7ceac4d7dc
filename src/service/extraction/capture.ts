import { ServiceError } from '../../domain/errors.ts';
import type { CaptureJob } from '../../domain/file-store.ts';
import { serviceScope } from '../../domain/principal.ts';
import { iso } from '../../domain/text.ts';
import { hasFeature, tiers } from '../../domain/tier.ts';
import { SteppingJob } from '../background/background.ts';
import type { Context, Services } from '../context.ts';
import { author } from '../memories.ts';
import { extractPiece } from './extract-piece.ts';

const capturing = tiers.filter((tier) => hasFeature(tier, 'autoCapture'));
const batchSize = 4;
/** Longer than any extraction may take; a process that dies leaves its jobs to others after that. */
const leaseMs = 120_000;
const firstRetryMs = 30_000;
const longestRetryMs = 60 * 60_000;

/**
 * Takes pieces of files from the durable queue and lets the extractor turn them into memories. A failure stays in
 * the queue, visible in the sync status, and is tried again later and later; nothing is ever given up.
 */
export class CaptureWorker extends SteppingJob {
  readonly #services: Services;
  readonly #pollMs: number;

  constructor(services: Services, { pollMs = 1_000 } = {}) {
    super();
    this.#services = services;
    this.#pollMs = pollMs;
  }

  protected async step(): Promise<number> {
    return (await this.round()) === 0 ? this.#pollMs : 0;
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'the capture queue cannot be read', { error });
    return this.#pollMs;
  }

  /** Works on the jobs that are due, a few at a time; how many there were. */
  async round(): Promise<number> {
    const { store, now } = this.#services;
    const time = now();
    const jobs = await store.captures.claim(capturing, time, time + leaseMs, batchSize);
    await Promise.all(jobs.map((job) => this.#take(job)));
    return jobs.length;
  }

  async #take(job: CaptureJob): Promise<void> {
    const { store, now, log } = this.#services;
    const { tenantId, tier, characterId, fileId, memory } = job;
    const principal = { ...serviceScope(tenantId), tier, name: 'auto-capture' };
    const context: Context = { ...this.#services, principal, signal: this.stopping.signal };
    try {
      const { content, category, sessionId, occurredAt } = memory;
      const given = {
        content,
        category,
        sessionId,
        occurredAt: occurredAt === undefined ? undefined : iso(occurredAt),
      };
      const categories = await store.categories.list(principal, characterId);
      const source = { kind: 'extraction', fileId } as const;
      const { changes } = await extractPiece(context, characterId, categories, given, source, { mayCorrect: true });
      await store.captures.finish(tenantId, job.jobId, changes, author(context));
    } catch (error) {
      // A process that stops gives its jobs back; that is no failure of theirs.
      const stopped = this.stopping.signal.aborted;
      const why = error instanceof ServiceError ? error.message : 'unexpected failure';
      if (!(error instanceof ServiceError)) log('error', 'capturing failed', { path: job.path, error });
      const wait = Math.min(firstRetryMs * 2 ** job.attempts, longestRetryMs);
      if (!stopped) await store.captures.fail(tenantId, job.jobId, why, now() + wait);
    }
  }
}
