import { setMaxListeners } from 'node:events';
import { pause } from '../../../base/pause.ts';
import { iso } from '../../../domain/text.ts';
import { SteppingJob } from '../../../service/background/background.ts';
import type { Services } from '../../../service/context.ts';
import { type EventSender, givenUp } from '../domain/event-sender.ts';
import type { Delivered, DueDelivery } from '../storage/store.ts';
import { signedHeaders } from './signing.ts';

/** The most parallel requests: for one webhook over all nodes, and for all webhooks of this node. */
const parallel = 4;
const total = 500;
/**
 * The lease of deliveries: after it, another process may send those of a dead one. A living process renews it in time.
 */
const leaseMs = 10_000;
const renewMs = 3_000;
/** Answers that come within this are recorded together. */
const collectMs = 2;
const settleTiersMs = 30_000;

type Needs = Pick<Services, 'store' | 'now' | 'newId' | 'log'>;

/**
 * Sends due events of the outbox, each to its webhook, and records the responses. After a crash, unrecorded ones are
 * sent again with the same id. It also settles changes of tiers.
 */
export class DeliveryWorker extends SteppingJob {
  readonly #services: Needs;
  readonly #sender: EventSender;
  readonly #pollMs: number;
  readonly #holder: string;
  readonly #underWay = new Map<string, Promise<void>>();
  #done: Delivered[] = [];
  #settledAt = Number.NEGATIVE_INFINITY;
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Needs, sender: EventSender, { pollMs = 500 } = {}) {
    super();
    this.#services = services;
    this.#sender = sender;
    this.#pollMs = pollMs;
    this.#holder = services.newId();
    // Each request adds a listener to this signal, which aborts it.
    setMaxListeners(total + 10, this.stopping.signal);
  }

  protected async step(): Promise<number> {
    await this.turn();
    return this.isIdle ? this.#pollMs : 0;
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'the outbox of webhooks cannot be read', { error });
    return this.#pollMs * 10;
  }

  protected override async finish(): Promise<void> {
    const { outbox } = this.#services.store;
    await Promise.all(this.#underWay.values());
    const done = this.#done.filter(({ attempt }) => attempt.error !== givenUp);
    const unsent = this.#done.filter((one) => !done.includes(one)).map(({ deliveryId }) => deliveryId);
    const lease = { holder: this.#holder, until: this.#services.now() };
    await outbox.exchange(done, lease, { parallel: 0, total: 0 }, this.#services.now()).catch(() => undefined);
    await outbox.release(this.#holder, unsent, this.#services.now()).catch(() => undefined);
  }

  /** Whether nothing runs and nothing waits to be recorded. */
  get isIdle(): boolean {
    return this.#underWay.size === 0 && this.#done.length === 0;
  }

  /** Records responses, sends due deliveries, and waits for the next response or the next poll. */
  async turn(): Promise<void> {
    const { store, now } = this.#services;
    const time = now();
    if (time - this.#settledAt >= settleTiersMs || time < this.#settledAt) {
      this.#settledAt = time;
      await store.outbox.settleTiers(time);
    }
    if (this.#underWay.size === 0) this.#renewedAt = time;
    else if (time - this.#renewedAt >= renewMs) {
      this.#renewedAt = time;
      await store.outbox.renew({ holder: this.#holder, until: time + leaseMs }, [...this.#underWay.keys()]);
    }
    if (this.#done.length > 0 || (await store.outbox.isDue(time))) {
      for (const one of await this.#exchange(time)) this.#start(one);
    }
    if (this.#underWay.size === 0) return;
    const { signal } = this.stopping;
    const waited = new AbortController();
    const look = pause(this.#pollMs, waited.signal);
    await Promise.race([...this.#underWay.values(), look]);
    waited.abort();
    if (this.#underWay.size > 0) await pause(collectMs, signal);
  }

  /** Results that arrive meanwhile wait for the next exchange, together with those of a failed one. */
  async #exchange(time: number): Promise<DueDelivery[]> {
    const lease = { holder: this.#holder, until: time + leaseMs };
    const room = total - this.#underWay.size;
    const done = this.#done;
    this.#done = [];
    try {
      return await this.#services.store.outbox.exchange(done, lease, { parallel, total: room }, time);
    } catch (error) {
      this.#done.unshift(...done);
      throw error;
    }
  }

  #start(due: DueDelivery): void {
    const sent = this.#send(due).then((attempt) => {
      this.#done.push({ deliveryId: due.deliveryId, attempt });
      this.#underWay.delete(due.deliveryId);
    });
    this.#underWay.set(due.deliveryId, sent);
  }

  async #send(due: DueDelivery): Promise<Delivered['attempt']> {
    const { now } = this.#services;
    const time = now();
    const start = performance.now();
    const headers = await signedHeaders(due, time);
    const { httpStatus, error } = await this.#sender.send(
      { url: due.url, headers, body: due.body },
      this.stopping.signal,
    );
    const ms = Math.round(performance.now() - start);
    return {
      at: iso(time),
      ms,
      ...(httpStatus !== undefined && { httpStatus }),
      ...(error !== undefined && { error }),
    };
  }
}
