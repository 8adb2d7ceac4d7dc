import { type CapturedClause, captureName } from '../../domain/captured-clause.ts';
import { ServiceError } from '../../domain/errors.ts';
import { wordsOfDocument } from '../../domain/memory-origin.ts';
import { servicePrincipal } from '../../domain/principal.ts';
import type { CaptureJob, CaptureLease } from '../../domain/stores/files.ts';
import { iso } from '../../domain/text.ts';
import { hasFeature, tiers } from '../../domain/tier.ts';
import { SteppingJob } from '../background/background.ts';
import type { Context, Services } from '../context.ts';
import { ownMemoryOf } from '../hooks/project.ts';
import { applyEnds } from '../judging.ts';
import { author } from '../memories.ts';
import { withOwnAi } from '../tenancy/own-ai.ts';
import { extractPiece } from './extract-piece.ts';
import { extractTurn, wordsOfTurn } from './extract-turn.ts';
import { batchOfParts, storeParts } from './targets.ts';

/** Tiers with capture of files. */
export const capturing = tiers.filter((tier) => hasFeature(tier, 'autoCapture'));
const batchSize = 4;
/** The lease of a job: after it, another process may take the job of a dead one. A living process renews it in time. */
const leaseMs = 10_000;
const renewMs = 3_000;
const firstRetryMs = 30_000;
const maxRetryMs = 60 * 60_000;
/** How long a stopping process continues work that needs no model. */
const maxFinishMs = 1_000;

/**
 * Takes pieces of files and turns of sessions from the durable queue, and lets the extractor make memories of them. A
 * failed job stays in the queue, visible in the sync status, and is retried with growing pauses. A job belongs to one
 * process at a time.
 */
export class CaptureWorker extends SteppingJob {
  readonly #services: Services;
  readonly #pollMs: number;
  readonly #holder: string;
  readonly #kind: 'all' | 'turns';

  /** @param pieces whether it also works on pieces of files, not only on turns of sessions */
  constructor(services: Services, { pollMs = 1_000, pieces = true } = {}) {
    super();
    this.#kind = pieces ? 'all' : 'turns';
    this.#services = services;
    this.#pollMs = pollMs;
    this.#holder = services.newId();
  }

  protected async step(): Promise<number> {
    return (await this.round()) === 0 ? this.#pollMs : 0;
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'the capture queue cannot be read', { error });
    return this.#pollMs;
  }

  /** Releases running jobs for other processes. */
  protected override async finish(): Promise<void> {
    const { store, now } = this.#services;
    await store.captures.release(this.#holder, now()).catch(() => undefined);
  }

  /** A server for one host then does the work that needs no model, because no other process may do it. */
  override async stop(): Promise<void> {
    await super.stop();
    const { threads, log } = this.#services;
    if (threads !== undefined) return;
    await this.catchUp(AbortSignal.timeout(maxFinishMs)).catch((error: unknown) =>
      log('warn', 'captures are left to the next process', { error }),
    );
  }

  /** Extracts the waiting turns that need no model, which takes milliseconds, until the signal aborts. */
  async catchUp(signal: AbortSignal): Promise<void> {
    // With a holder of its own it releases only its own unfinished jobs, not those of this worker.
    if (this.#services.extractor.kind === 'rules') await new CaptureWorker(this.#services).extractTurns(signal);
  }

  /** Extracts the waiting turns until the signal aborts. Leaves nothing claimed. */
  async extractTurns(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.round('turns', signal)) > 0);
    if (signal.aborted) await this.finish();
  }

  /** Works on the jobs that are due, a few at a time; how many there were. */
  async round(kind = this.#kind, signal: AbortSignal = this.stopping.signal): Promise<number> {
    const { store, now } = this.#services;
    const jobs = await store.captures.claim(capturing, now(), this.#lease(), batchSize, kind);
    if (jobs.length === 0) return 0;
    const running = new Map(jobs.map((job) => [job, new AbortController()]));
    const stop = () => {
      for (const controller of running.values()) controller.abort();
    };
    const renewing = setInterval(() => void this.#renew(running), renewMs);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      await Promise.all(
        queuesOf(jobs).map(async (queue) => {
          for (const job of queue) {
            await this.#take(job, running.get(job)!.signal);
            running.delete(job);
          }
        }),
      );
    } finally {
      clearInterval(renewing);
      signal.removeEventListener('abort', stop);
    }
    return jobs.length;
  }

  #lease(): CaptureLease {
    return { holder: this.#holder, until: this.#services.now() + leaseMs };
  }

  /** Renews the running jobs; drops those that another process has taken. */
  async #renew(running: ReadonlyMap<CaptureJob, AbortController>): Promise<void> {
    const { store, log } = this.#services;
    try {
      const ids = [...running.keys()].map(({ jobId }) => jobId);
      const renewed = new Set(await store.captures.renew(this.#lease(), ids));
      for (const [{ jobId }, controller] of running) if (!renewed.has(jobId)) controller.abort();
    } catch (error) {
      log('warn', 'the lease on captures cannot be renewed', { error });
    }
  }

  async #take(job: CaptureJob, signal: AbortSignal): Promise<void> {
    const { store, now, log } = this.#services;
    const { tenantId, tier, characterId, fileId, memory } = job;
    const principal = servicePrincipal(tier, captureName, tenantId);
    try {
      const context: Context = await withOwnAi({ ...this.#services, principal, signal });
      const { content, category, sessionId, occurredAt } = memory;
      const given = {
        content,
        category,
        sessionId,
        occurredAt: occurredAt === undefined ? undefined : iso(occurredAt),
      };
      const source = { kind: 'extraction', fileId } as const;
      const { client } = memory;
      const isHearsay = job.speaker === 'assistant';
      const kind = fileId === undefined ? 'model' : 'file';
      const wordsOf = job.path === undefined ? wordsOfTurn(job.speaker) : wordsOfDocument(job.path);
      const by = { ...author(context), kind, client, isHearsay, wordsOf } as const;
      if (job.speaker) {
        const turn = await extractTurn(context, characterId, job, given, ownMemoryOf(context, job.person));
        const [here, ...others] = turn.parts;
        const batch = batchOfParts(context, turn.parts, sessionId, by.now);
        const clauses = turn.clauses.map((one) => (isLearnt(one) ? { ...one, batchId: batch } : one));
        // Interrupted behind it, the turn is read again, and finds its statements stored.
        await storeParts(context, others, { ...by, batch });
        await store.captures.finish(this.#holder, job.jobId, here.changes, { ...by, batch }, clauses);
        await applyEnds(context, characterId, here.ends);
      } else {
        const categories = await store.categories.list(principal, characterId);
        const { changes, ends } = await extractPiece(context, characterId, categories, given, source, { mayEnd: true });
        await store.captures.finish(this.#holder, job.jobId, changes, by);
        await applyEnds(context, characterId, ends);
      }
    } catch (error) {
      // A stopping process releases its jobs, and another holder's job no longer belongs to this worker.
      if (signal.aborted) return;
      const why = error instanceof ServiceError ? error.message : 'unexpected failure';
      if (!(error instanceof ServiceError)) log('error', 'capturing failed', { path: job.path, error });
      const wait = Math.min(firstRetryMs * 2 ** job.attempts, maxRetryMs);
      await store.captures.fail(this.#holder, job.jobId, why, now() + wait, now());
    }
  }
}

const isLearnt = ({ memoryId, outcome }: CapturedClause) => memoryId !== undefined && outcome !== 'known';

/** Jobs that run at once. Turns of one character run in order: each is compared with the memories of the last. */
function queuesOf(jobs: readonly CaptureJob[]): CaptureJob[][] {
  const queues = new Map<string, CaptureJob[]>();
  for (const job of jobs) {
    const key = job.speaker ? `turns of ${job.characterId}` : job.jobId;
    queues.set(key, [...(queues.get(key) ?? []), job]);
  }
  return [...queues.values()];
}
