import { yieldToOthers } from '../../base/pace.ts';
import { ServiceError } from '../../domain/errors.ts';
import { judgeName, toJudge } from '../../domain/judging.ts';
import { servicePrincipal } from '../../domain/principal.ts';
import type { QueuedStatement } from '../../domain/stores/judging.ts';
import type { Services } from '../context.ts';
import { judgeStatement } from '../judging.ts';
import { withOwnAi } from '../tenancy/own-ai.ts';
import { ofLeased, SteppingJob } from './background.ts';

const defaultPollMs = 500;
const batchSize = 20;
const leaseMs = 10_000;
/** The call that stored a statement may judge it itself. */
const graceMs = 1_000;
/** What has waited longer is judged without waiting for a gap between calls: a busy server has none. */
const maxPatienceMs = 30_000;
/** What may end nothing is judged in this share of the time: an import, a store of an earlier release. */
const shareOfTime = 0.1;
const minRestMs = 50;
/** An answer waits for so many statements at most, and about so long: what was just said, no import. */
const maxSettled = 200;
const maxSettleMs = 3_000;

/**
 * Judges memories that wait in the store: at once what the owner of a character says, the rest in small steps. A lease
 * lets one process do it for a tenant; if that process ends, another one continues.
 */
export class JudgingWorker extends SteppingJob {
  readonly #services: Services;
  readonly #pollMs: number;
  readonly #holder: string;
  /** By the id of the memory, so that nothing is judged twice at a time. */
  readonly #running = new Map<string, Promise<void>>();
  /** How many answers wait for what is judged. */
  #awaited = 0;

  constructor(services: Services, { pollMs = defaultPollMs } = {}) {
    super();
    this.#services = services;
    this.#pollMs = pollMs;
    this.#holder = services.newId();
  }

  protected async step(): Promise<number | undefined> {
    await this.#rest();
    const [first, ...others] = await this.#mine(graceMs);
    if (!first) return this.#pollMs;
    if (!(await this.#services.judge?.())) return undefined;
    const began = performance.now();
    await this.#judge(first);
    for (const one of others) {
      if (!one.mayEnd || this.stopping.signal.aborted) break;
      await this.#judge(one);
    }
    if (first.mayEnd) return 0;
    return Math.max(minRestMs, (performance.now() - began) / shareOfTime);
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'the queue of statements to judge cannot be read', { error });
    return this.#pollMs * 10;
  }

  /** Releases the lease at once. */
  protected override async finish(): Promise<void> {
    await this.#services.store.judging.release(this.#holder).catch(() => undefined);
  }

  /** Judges what may end others, until the signal aborts; then releases the lease. */
  async catchUp(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const waiting = (await this.#mine(0)).filter(({ mayEnd }) => mayEnd);
        if (waiting.length === 0 || !(await this.#services.judge?.())) return;
        await this.#whileAwaited(async () => {
          for (const one of waiting) if (!signal.aborted) await this.#judge(one);
        });
      }
    } finally {
      await this.finish();
    }
  }

  /**
   * Judges what the owners of a tenant's characters have just said, so that the next answer knows what of it holds. What
   * takes longer, or is more, is left to the background. Never rejects.
   */
  async settle(tenantId: string): Promise<void> {
    try {
      await this.#whileAwaited(() => this.#settle(tenantId));
    } catch (error) {
      this.#services.log('warn', 'statements are judged after the answer', { error });
    }
  }

  async #settle(tenantId: string): Promise<void> {
    const { store, now, judge } = this.#services;
    const all = await store.judging.waiting(now(), maxSettled + 1, toJudge.ending);
    const said = all.filter((one) => one.tenantId === tenantId);
    if (said.length === 0 || said.length > maxSettled || !(await judge?.())) return;
    const until = performance.now() + maxSettleMs;
    for (const one of said.toReversed()) {
      if (this.stopping.signal.aborted || performance.now() > until) return;
      await this.#judge(one);
    }
  }

  /** The first that wait, at least for some time, of tenants whose lease this process gets. */
  async #mine(leastAgeMs: number): Promise<QueuedStatement[]> {
    const { store, now } = this.#services;
    const all = await store.judging.waiting(now(), batchSize);
    const waiting = all.filter(({ since }) => since <= now() - leastAgeMs);
    return ofLeased(waiting, (tenantId) => store.judging.lease(this.#holder, tenantId, now(), now() + leaseMs));
  }

  /** Calls go first, but for those that wait for a judgement. */
  readonly #rest = async (): Promise<void> => {
    await yieldToOthers(0);
    await this.#services.traffic?.gap(() => this.#awaited > 0);
  };

  async #whileAwaited(work: () => Promise<void>): Promise<void> {
    this.#awaited++;
    await work().finally(() => this.#awaited--);
  }

  async #judge(statement: QueuedStatement): Promise<void> {
    const { memoryId } = statement;
    const running =
      this.#running.get(memoryId) ?? this.#judgeOne(statement).finally(() => this.#running.delete(memoryId));
    this.#running.set(memoryId, running);
    await running;
  }

  /** What cannot be judged does not wait any longer. */
  async #judgeOne({ tenantId, tier, characterId, ...waiting }: QueuedStatement): Promise<void> {
    const { store, log } = this.#services;
    const principal = servicePrincipal(tier, judgeName, tenantId);
    try {
      const [still] = await store.judging.among(principal, characterId, [waiting.memoryId]);
      if (!still) return;
      const isLate = this.#services.now() - waiting.since > maxPatienceMs;
      const context = await withOwnAi({ ...this.#services, principal, ...(!isLate && { rest: this.#rest }) });
      await judgeStatement(context, characterId, waiting);
    } catch (error) {
      if (!(error instanceof ServiceError)) log('error', 'a statement cannot be judged', { error });
      else if (error.type === 'ServiceUnavailable') throw error;
      await store.judging.judged(principal, characterId, waiting);
    }
  }
}
