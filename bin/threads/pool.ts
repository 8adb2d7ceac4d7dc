import { availableParallelism } from 'node:os';
import { FairQueue } from '../../src/base/fair-queue.ts';
import { cancelled, errorOf, PassingLimit } from '../../src/domain/errors.ts';
import type { Telemetry } from '../../src/features/index.ts';
import type { Caller, Threads } from '../../src/service/context.ts';
import type { Reply, Task } from './worker.ts';

/** Parallel calls of one thread: while one waits for a provider, another computes. */
const callsPerThread = 2;
/** The most waiting tasks of one tenant. */
const maxWaiting = 100;
/** When it is worth trying again then. */
const retryMs = 1_000;

/** A thread, or anything else that runs a number of tasks in parallel. */
export interface Runner {
  run(task: Task): Promise<Reply>;
  destroy(): Promise<unknown>;
}

interface Job {
  task: Task;
  owner: string;
  weight: 1;
  /** Since when it waits (ms). */
  since: number;
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

/**
 * A thread pool, fair between tenants (round robin): a tenant with many calls never has all threads, and another
 * tenant's next call waits for at most one.
 */
export class ThreadPool implements Threads {
  readonly #runner: Runner;
  readonly #places: number;
  readonly #now: () => number;
  readonly #telemetry: Pick<Telemetry, 'headers' | 'receive'> | undefined;
  readonly #waiting = new FairQueue<Job>();
  readonly #running = new Set<Job>();

  constructor(runner: Runner, places: number, now: () => number, telemetry?: Pick<Telemetry, 'headers' | 'receive'>) {
    this.#runner = runner;
    this.#places = places;
    this.#now = now;
    this.#telemetry = telemetry;
  }

  /** Calls that wait, how long the first of them has (ms), and places. */
  get state(): { waiting: number; oldestMs: number; places: number; taken: number } {
    const waiting = this.#waiting.all();
    const now = this.#now();
    const oldestMs = Math.max(0, ...waiting.map(({ since }) => now - since));
    return { waiting: waiting.length, oldestMs, places: this.#places, taken: this.#running.size };
  }

  async compute(name: string, caller: Caller, given: readonly unknown[]): Promise<unknown> {
    const { principal, sessionId, isModel, signal } = caller;
    // Decided here, where the trace is the call's: the next call in this place may have another.
    const task = { name, caller: { principal, sessionId, isModel }, given, trace: this.#telemetry?.headers() };
    const reply = await this.#answer(task, principal.tenantId, signal);
    if (reply.report) this.#telemetry?.receive(reply.report);
    if (!('output' in reply)) throw errorOf(reply.error);
    if (reply.until !== undefined) caller.validity?.endsAt(reply.until);
    return reply.output;
  }

  /** Ends the threads in any state. */
  async close(): Promise<void> {
    await this.#runner.destroy();
  }

  #answer(task: Task, owner: string, signal: AbortSignal | undefined): Promise<Reply> {
    if (this.#waiting.weight(owner) >= maxWaiting) {
      const message = `${maxWaiting} calls of this tenant wait for a thread already; try again in a moment.`;
      throw new PassingLimit(message, this.#now() + retryMs);
    }
    if (signal?.aborted) throw cancelled();
    let leave = () => {};
    const answered = new Promise<Reply>((resolve, reject) => {
      const job: Job = { task, owner, weight: 1, since: this.#now(), resolve, reject };
      // A running task continues: ending its thread would lose its caches.
      leave = () => {
        this.#waiting.remove(job);
        reject(cancelled());
      };
      signal?.addEventListener('abort', leave);
      this.#waiting.add(job);
      this.#dispatch();
    });
    return answered.finally(() => signal?.removeEventListener('abort', leave));
  }

  #dispatch(): void {
    while (this.#running.size < this.#places) {
      const job = this.#waiting.take((owner) => this.#mayStart(owner));
      if (!job) return;
      void this.#start(job);
    }
  }

  async #start(job: Job): Promise<void> {
    this.#running.add(job);
    await this.#runner.run(job.task).then(job.resolve, job.reject);
    this.#running.delete(job);
    this.#dispatch();
  }

  /** One place is left to others. */
  #mayStart(owner: string): boolean {
    const own = [...this.#running].filter((job) => job.owner === owner).length;
    return own < Math.max(1, this.#places - 1);
  }
}

/** How many threads there are by default: one core is for the connections. */
export function usualThreads(): number {
  return Math.max(1, availableParallelism() - 1);
}

/**
 * A pool of threads that are ready for their first calls.
 * @param file the code of a thread: the built `worker.ts`
 */
export async function startThreads(
  file: string,
  count: number,
  now: () => number,
  telemetry: Telemetry | undefined,
): Promise<ThreadPool> {
  const { Piscina } = await import('piscina');
  const threads = new Piscina<Task, Reply>({
    filename: file,
    minThreads: count,
    maxThreads: count,
    concurrentTasksPerWorker: callsPerThread,
    // A quarter of V8's default, and 24 MB less for each thread.
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
    // Otherwise a thread sleeps between tasks, and its messages wait for the next task.
    atomics: 'disabled',
  });
  return new ThreadPool(
    { run: (task) => threads.run(task), destroy: () => threads.destroy() },
    count * callsPerThread,
    now,
    telemetry,
  );
}
