import { answerRetentionMs } from '../../domain/idempotency-rules.ts';
import { deliveryRetentionMs } from '../../features/webhooks/domain/webhook.ts';
import { SteppingJob } from '../background/background.ts';
import type { Services } from '../context.ts';

const dayMs = 24 * 60 * 60_000;
const pollMs = 60 * 60_000;
/** Rows of one unit: short enough that no write waits noticeably. */
const batch = 1_000;

/** Removes expired lines of the audit log, webhook deliveries and answers of idempotency keys. */
export class Retention extends SteppingJob {
  readonly #services: Pick<Services, 'store' | 'now' | 'log'>;
  readonly #auditDays: number;

  constructor(services: Pick<Services, 'store' | 'now' | 'log'>, auditDays: number) {
    super();
    this.#services = services;
    this.#auditDays = auditDays;
  }

  protected async step(): Promise<number> {
    const { store, now } = this.#services;
    const lines = await store.audit.prune(now() - this.#auditDays * dayMs, batch);
    const deliveries = await store.outbox.prune(now() - deliveryRetentionMs, batch);
    const calls = await store.idempotency.prune(now() - answerRetentionMs, batch);
    return [lines, deliveries, calls].includes(batch) ? 0 : pollMs;
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'expired data cannot be removed', { error });
    return pollMs;
  }
}
