import { ServiceError } from '../../domain/errors.ts';
import { judgeName } from '../../domain/judging.ts';
import { servicePrincipal } from '../../domain/principal.ts';
import type { UncomparedMemory } from '../../domain/stores/alike.ts';
import type { Services } from '../context.ts';
import { comparePairs } from '../duplicates.ts';
import { ofLeased, SteppingJob } from './background.ts';

const defaultPollMs = 5_000;
const batchSize = 20;
const leaseMs = 10_000;
/** It compares in this share of the time, so long at a time. */
const shareOfTime = 0.2;
const [stepMs, minRestMs] = [50, 50];

/**
 * Finds memories that are alike, in small steps: those that are new or changed, and all of a store of an earlier release. A
 * lease lets one process do it for a tenant; if that process ends, another one continues.
 */
export class ComparingWorker extends SteppingJob {
  readonly #services: Services;
  readonly #pollMs: number;
  readonly #holder: string;

  constructor(services: Services, { pollMs = defaultPollMs } = {}) {
    super();
    this.#services = services;
    this.#pollMs = pollMs;
    this.#holder = services.newId();
  }

  protected async step(): Promise<number> {
    const waiting = await this.#mine();
    const began = performance.now();
    for (const one of waiting) {
      if (this.stopping.signal.aborted || performance.now() - began > stepMs) break;
      await this.#compare(one);
    }
    if (waiting.length === 0) return this.#pollMs;
    return Math.max(minRestMs, (performance.now() - began) / shareOfTime);
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'memories cannot be compared', { error });
    return this.#pollMs * 10;
  }

  /** Releases the lease at once. */
  protected override async finish(): Promise<void> {
    await this.#services.store.alike.release(this.#holder).catch(() => undefined);
  }

  /** Some that wait, of tenants whose lease this process gets. */
  async #mine(): Promise<UncomparedMemory[]> {
    const { store, now } = this.#services;
    const waiting = await store.alike.waiting(now(), batchSize);
    return ofLeased(waiting, (tenantId) => store.alike.lease(this.#holder, tenantId, now(), now() + leaseMs));
  }

  /** What cannot be compared does not wait any longer. */
  async #compare({ tenantId, tier, characterId, memoryId, revision }: UncomparedMemory): Promise<void> {
    const { store, log } = this.#services;
    const principal = servicePrincipal(tier, judgeName, tenantId);
    try {
      const memory = await store.memories.get(principal, characterId, memoryId);
      await comparePairs({ ...this.#services, principal }, memory);
    } catch (error) {
      if (!(error instanceof ServiceError)) log('error', 'a memory cannot be compared', { error });
      else if (error.type === 'ServiceUnavailable') throw error;
      await store.alike.compared(principal, characterId, { id: memoryId, revision }, []);
    }
  }
}
