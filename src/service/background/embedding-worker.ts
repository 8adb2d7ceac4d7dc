import type { EmbeddedMemory, WaitingMemory } from '../../domain/embedding-store.ts';
import type { Tier } from '../../domain/tier.ts';
import { hasFeature } from '../../domain/tier.ts';
import { type Accounting, hasAiQuota, recordAiUsage } from '../ai-usage.ts';
import type { Services } from '../context.ts';
import { withDeadline } from '../deadline.ts';
import type { Embeddings } from '../retrieval/embeddings.ts';
import { SteppingJob } from './background.ts';

const batchSize = 100;
/** Endpoints bound a request to 300,000 tokens; few scripts need more than one for a character. */
const batchChars = 200_000;
/** A batch is given up before the lease runs out, so that two processes never embed the same. */
const requestMs = 8_000;
const leaseMs = 10_000;
const longestWaitMs = 5 * 60_000;

type Needs = Pick<Services, 'store' | 'now' | 'newId' | 'log' | 'dailyTokens'>;

/**
 * Embeds waiting memories in the background, batch by batch, as long as there are any. Of several processes on one
 * store one does it; when it ends, however it ends, another goes on. FREE tenants and those whose tokens of the day
 * are used up are left waiting.
 */
export class EmbeddingWorker extends SteppingJob {
  readonly #services: Needs;
  readonly #embeddings: Embeddings;
  readonly #pollMs: number;
  readonly #holder: string;
  #failures = 0;

  constructor(services: Needs, embeddings: Embeddings, { pollMs = 1_000 } = {}) {
    super();
    this.#services = services;
    this.#embeddings = embeddings;
    this.#pollMs = pollMs;
    this.#holder = services.newId();
  }

  protected async step(): Promise<number | undefined> {
    return this.#embeddings.unsupported === undefined ? this.#round() : undefined;
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'embedding in the background failed', { error });
    return this.#pollMs * 10;
  }

  /** Lets another process go on at once. */
  protected override async finish(): Promise<void> {
    await this.#services.store.embeddings.release(this.#holder).catch(() => undefined);
  }

  /** One batch for each tenant; answers how long to wait until the next round, in ms. */
  async #round(): Promise<number> {
    const { store, now } = this.#services;
    let embedded = 0;
    for (const { tenantId, tier } of await store.embeddings.waitingTenants(now())) {
      if (!hasFeature(tier, 'aiExtraction') || !(await hasAiQuota(this.#accounting(tenantId, tier)))) continue;
      const time = now();
      if (!(await store.embeddings.lease(this.#holder, time, time + leaseMs))) return this.#pollMs;
      await store.embeddings.useModel(this.#model);
      const waiting = await store.embeddings.takeWaiting(tenantId, batchSize, batchChars);
      if (waiting.length === 0) continue;
      if (!(await this.#embedAll(waiting, this.#accounting(tenantId, tier)))) return this.#backOff();
      embedded += waiting.length;
    }
    this.#failures = 0;
    return embedded > 0 ? 0 : this.#pollMs;
  }

  get #model() {
    const { model: name, dimensions } = this.#embeddings.embedder;
    return { name, dimensions };
  }

  #accounting(tenantId: string, tier: Tier): Accounting {
    return { ...this.#services, principal: { tenantId, tier } };
  }

  /** Embeds a batch; when the endpoint refuses it, one by one, so that a single bad text holds up nothing. */
  async #embedAll(waiting: WaitingMemory[], accounting: Accounting): Promise<boolean> {
    const { store, now } = this.#services;
    try {
      const texts = waiting.map(({ content }) => content);
      const { vectors, usage } = await withDeadline(this.stopping.signal, requestMs, (signal) =>
        this.#embeddings.embedder.embed(texts, signal),
      );
      this.#embeddings.succeeded();
      await recordAiUsage(accounting, usage);
      await store.embeddings.save(waiting.map((one, index): EmbeddedMemory => ({ ...one, vector: vectors[index] })));
      return true;
    } catch (error) {
      if (this.stopping.signal.aborted) return false;
      if (this.#embeddings.failed(error, now()) !== 'refused') return false;
      const [only] = waiting;
      if (waiting.length === 1 && only) {
        await store.embeddings.save([{ ...only, vector: undefined }]);
        return true;
      }
      for (const one of waiting) if (!(await this.#embedAll([one], accounting))) return false;
      return true;
    }
  }

  #backOff(): number {
    this.#failures += 1;
    return Math.min(longestWaitMs, this.#pollMs * 2 ** this.#failures);
  }
}
