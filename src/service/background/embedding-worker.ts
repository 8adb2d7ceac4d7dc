import { EmbeddingFailed } from '../../domain/ai.ts';
import type { EmbeddingModel, WaitingMemory } from '../../domain/stores/embeddings.ts';
import { hasFeature } from '../../domain/tier.ts';
import { type Accounting, accounted, hasAiQuota } from '../ai-usage.ts';
import type { Services } from '../context.ts';
import { withDeadline } from '../deadline.ts';
import type { Embeddings } from '../retrieval/embeddings.ts';
import { withOwnAi } from '../tenancy/own-ai.ts';
import { SteppingJob } from './background.ts';

const batchSize = 100;
/** Endpoints limit a request to 300,000 tokens; in few scripts a character is more than one token. */
const batchChars = 200_000;
/** An encoder on this machine needs some 2 ms for ten words: two seconds, some more on a slow machine. */
const batchCharsOnMachine = 8_000;
/** A batch that takes longer is given up; what of it is done is stored. */
const usualRequestMs = 8_000;
/** A text that is late alone gets twice the time again and again, up to this. */
const maxRequestMs = 64_000;
/** Renewed while a batch is embedded, so that two processes never embed the same. */
const leaseMs = 10_000;
const renewMs = 3_000;
const maxWaitMs = 5 * 60_000;
/** For this long the vectors of a provider are not replaced by those of the encoder of the package. */
const providedMs = 7 * 24 * 60 * 60_000;
/** The lease that says so, in the place of a tenant's; its holder too. */
const provided = 'a provider';
/** The pause for a tenant without tokens for today, or with a failed endpoint of its own. */
const restMs = 60_000;
/** How often tenants' settings are looked through. */
const askMs = 10_000;

/**
 * The outcome of a batch: how many were embedded; `late`: none in time. A batch over the limit is retried in smaller
 * parts.
 */
type Outcome = number | 'failed' | 'late' | 'no room';

/** What a tenant's endpoint manages: the texts of a batch, and the time for them. */
interface Capacity {
  most: number;
  requestMs: number;
}

type Needs = Pick<Services, 'store' | 'now' | 'newId' | 'log' | 'dailyTokens' | 'tenantAi'>;

export interface EmbeddingOptions {
  pollMs?: number;
  /** The time for a batch. */
  requestMs?: number;
  /** The model of tenants' own vectors, where the environment names no endpoint or the package's encoder gives way. */
  storeModel?: string;
}

/**
 * Embeds waiting memories in the background, in batches. A lease lets one process do it for a tenant; if that process
 * ends, another one continues. FREE tenants and those without tokens for today or with a failing own endpoint wait. The
 * encoder of the package gives way while a tenant has embeddings of its own.
 */
export class EmbeddingWorker extends SteppingJob {
  readonly #services: Needs;
  /** Of the environment's endpoint. */
  readonly #embeddings: Embeddings | undefined;
  readonly #storeModel: EmbeddingModel;
  readonly #pollMs: number;
  readonly #holder: string;
  #failures = 0;
  /** Whether the store's embeddings have been this process's endpoint's. */
  #wasCurrent = false;
  /** Whether the store's vectors are those of tenants' own endpoints, in place of the package's encoder's. */
  #givesWay = false;
  /** Whether a tenant has embeddings of its own, and when that is asked again (ms). */
  #tenants = { embed: false, until: 0 };
  /** When the store is told again that a provider is used (ms). */
  #providedUntil = 0;
  readonly #requestMs: number;
  /** Of tenants whose last batch was late. */
  readonly #capacities = new Map<string, Capacity>();
  /** Tenants that pause, by the end of the pause. */
  readonly #resting = new Map<string, number>();

  constructor(services: Needs, embeddings: Embeddings | undefined, options: EmbeddingOptions = {}) {
    const { pollMs = 1_000, requestMs = usualRequestMs, storeModel = '' } = options;
    super();
    this.#services = services;
    this.#embeddings = embeddings;
    this.#storeModel = { name: storeModel, dimensions: undefined };
    this.#pollMs = pollMs;
    this.#requestMs = requestMs;
    this.#holder = services.newId();
  }

  protected async step(): Promise<number | undefined> {
    const isOwn = this.#embeddings?.embedder.onMachine?.isOwn === true;
    const givesWay = isOwn && (await this.#tenantsEmbed());
    if (givesWay !== this.#givesWay) this.#wasCurrent = false;
    this.#givesWay = givesWay;
    const embeddings = this.#environment;
    if (embeddings?.unsupported !== undefined) return isOwn && this.#services.tenantAi ? restMs : undefined;
    if (await this.#yields()) return restMs;
    if (!(await this.#isOverruled())) return this.#round();
    const reason = 'the memories of this store are embedded by another endpoint, that of a process started later';
    embeddings?.failed(new EmbeddingFailed('unsupported', reason), this.#services.now());
    return undefined;
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'embedding in the background failed', { error });
    return this.#pollMs * 10;
  }

  /** Releases the lease at once. */
  protected override async finish(): Promise<void> {
    await this.#services.store.embeddings.release(this.#holder).catch(() => undefined);
  }

  /** One batch for each tenant. Returns how long to wait until the next round (ms). */
  async #round(): Promise<number> {
    const { store, now } = this.#services;
    let embedded = 0;
    for (const { tenantId, tier } of await store.embeddings.waitingTenants(this.#model, now())) {
      const time = now();
      if (!hasFeature(tier, 'aiExtraction') || (this.#resting.get(tenantId) ?? 0) > time) continue;
      const environment = { ...this.#services, embeddings: this.#environment, principal: { tenantId, tier } };
      const accounting = await withOwnAi(environment);
      const { embeddings } = accounting;
      if (!embeddings || embeddings.unsupported !== undefined || !(await hasAiQuota(accounting))) continue;
      // The store has vectors of one model.
      if (embeddings.embedder.generation.name !== this.#model.name) continue;
      if (!(await store.embeddings.lease(this.#holder, tenantId, time, time + leaseMs))) continue;
      const { generation, onMachine } = embeddings.embedder;
      const chars = onMachine ? batchCharsOnMachine : batchChars;
      const capacity = this.#capacities.get(tenantId) ?? { most: batchSize, requestMs: this.#requestMs };
      const waiting = await store.embeddings.takeWaiting(generation, tenantId, capacity.most, chars);
      if (waiting.length === 0) continue;
      const outcome = await this.#holding(tenantId, () =>
        this.#embedAll(waiting, embeddings, accounting, capacity.requestMs),
      );
      this.#learn(tenantId, capacity, outcome, waiting.length);
      // Nothing stored: a whole batch was refused before the endpoint's vectors were known.
      const isFailure = outcome === 'failed' || outcome === 'late' || outcome === 0;
      if (isFailure && embeddings === this.#environment) return this.#backOff();
      if (isFailure || outcome === 'no room') this.#resting.set(tenantId, time + restMs);
      else embedded += outcome;
    }
    this.#failures = 0;
    return embedded > 0 ? 0 : this.#pollMs;
  }

  /** Renews the lease while a batch is embedded. */
  async #holding<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    const { store, now, log } = this.#services;
    const renew = () => store.embeddings.lease(this.#holder, tenantId, now(), now() + leaseMs);
    const renewing = setInterval(() => {
      renew().catch((error: unknown) => log('warn', 'the lease on embedding cannot be renewed', { error }));
    }, renewMs);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
    }
  }

  /** After a late batch the next one is half as large; each one in time doubles it again. */
  #learn(tenantId: string, { most, requestMs }: Capacity, outcome: Outcome, texts: number): void {
    if (outcome === 'late') {
      const isAlone = texts === 1;
      const time = isAlone ? Math.min(maxRequestMs, 2 * requestMs) : requestMs;
      this.#capacities.set(tenantId, { most: Math.max(1, Math.floor(texts / 2)), requestMs: time });
    } else if (typeof outcome === 'number' && outcome > 0) {
      if (2 * most >= batchSize) this.#capacities.delete(tenantId);
      else this.#capacities.set(tenantId, { most: 2 * most, requestMs: this.#requestMs });
    }
  }

  /**
   * Whether the store's vectors are of a provider that another process may still use: hosts and terminals of one user have
   * different settings. The encoder of the package waits until no process has had that provider for days; tenants that
   * change their settings again and again can't have the store embedded each time.
   */
  async #yields(): Promise<boolean> {
    const { store, now } = this.#services;
    const onMachine = this.#environment?.embedder.onMachine;
    const lease = (holder: string, until: number) => store.embeddings.lease(holder, provided, now(), until);
    if (now() >= this.#providedUntil && !onMachine && (this.#environment || (await this.#tenantsEmbed()))) {
      this.#providedUntil = now() + providedMs / 7;
      await lease(provided, now() + providedMs);
    }
    if (!onMachine?.isOwn) return false;
    const current = await store.embeddings.currentModel();
    return current !== undefined && current.name !== this.#model.name && !(await lease(this.#holder, now()));
  }

  async #tenantsEmbed(): Promise<boolean> {
    const { tenantAi, now } = this.#services;
    if (tenantAi && now() >= this.#tenants.until) {
      this.#tenants = { embed: await tenantAi.embeds(), until: now() + askMs };
    }
    return this.#tenants.embed;
  }

  /** The embeddings of tenants without their own. A store has vectors of one model, so they may have none. */
  get #environment(): Embeddings | undefined {
    return this.#givesWay ? undefined : this.#embeddings;
  }

  get #model() {
    return this.#environment?.embedder.generation ?? this.#storeModel;
  }

  /**
   * Whether another process has replaced this one's model by that of another endpoint. The last one to do so decides;
   * otherwise both would undo each other's work without end.
   */
  async #isOverruled(): Promise<boolean> {
    const current = await this.#services.store.embeddings.currentModel();
    const isOurs = current?.name === this.#model.name;
    this.#wasCurrent ||= isOurs;
    return this.#wasCurrent && !isOurs;
  }

  /**
   * Embeds a batch, or a part of it if the day's tokens are not enough. When the endpoint refuses the batch, sends the
   * texts one by one, so that a single bad text does not block the others.
   */
  async #embedAll(
    waiting: WaitingMemory[],
    embeddings: Embeddings,
    accounting: Accounting,
    requestMs: number,
  ): Promise<Outcome> {
    const { store, now } = this.#services;
    let isLate = false;
    try {
      const texts = waiting.map(({ content }) => content);
      const { embedder } = embeddings;
      const embedded = await withDeadline(this.stopping.signal, requestMs, (signal) => {
        signal.addEventListener('abort', () => {
          isLate = true;
        });
        const call = { estimate: embedder.estimate(texts), deadlineMs: requestMs, signal };
        return accounted(accounting, call, () => embedder.embed(texts, signal));
      });
      if (!embedded) {
        const half = waiting.slice(0, waiting.length / 2);
        return half.length > 0 ? await this.#embedAll(half, embeddings, accounting, requestMs) : 'no room';
      }
      const { vectors } = embedded;
      embeddings.succeeded();
      if (await this.#isOverruled()) return 'failed';
      const model = { ...embedder.generation, dimensions: vectors[0]!.length };
      await store.embeddings.useModel(model);
      return store.embeddings.save(
        model,
        vectors.map((vector, i) => ({ ...waiting[i]!, vector })),
      );
    } catch (error) {
      if (this.stopping.signal.aborted) return 'failed';
      if (embeddings.failed(error, now()) !== 'refused') return isLate ? 'late' : 'failed';
      const [only] = waiting;
      if (waiting.length === 1 && only) {
        return store.embeddings.save(embeddings.embedder.generation, [{ ...only, vector: undefined }]);
      }
      let done = 0;
      for (const one of waiting) {
        const outcome = await this.#embedAll([one], embeddings, accounting, requestMs);
        if (typeof outcome === 'string') return outcome;
        done += outcome;
      }
      return done;
    }
  }

  #backOff(): number {
    this.#failures += 1;
    return Math.min(maxWaitMs, this.#pollMs * 2 ** this.#failures);
  }
}
