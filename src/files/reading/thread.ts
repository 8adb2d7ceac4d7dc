import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../domain/errors.ts';
import type { ReadDocument } from '../document.ts';
import type { ReadingLimits } from '../limits.ts';
import { documentOf, type ReadingTask, type Reply } from './task.ts';
import type { WorkerData } from './worker.ts';

/** The InvalidContent of a document that exceeds a bound while it is read. */
export function tooCostly(name: string, bound: string): ServiceError {
  return new ServiceError('InvalidContent', `Reading "${name}" takes more than ${bound}; split or simplify it.`);
}

/** A thread that reads one document at a time, within bounds of its own. */
export class ReaderThread {
  readonly #limits: ReadingLimits;
  readonly #worker: Worker;
  #ended: Promise<unknown> | undefined;

  /** @param file the built `worker.ts` */
  constructor(file: string, limits: ReadingLimits) {
    this.#limits = limits;
    const workerData: WorkerData = { units: limits.units };
    this.#worker = new Worker(file, {
      workerData,
      // Parsers see no settings, so no keys, and can't write to our output.
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMiB, maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    // A failure of an idle thread is noticed at its next use.
    this.#worker.on('error', () => undefined).once('exit', () => void this.end());
    this.#worker.unref();
  }

  /** Whether it can't read any more. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Reads a document; beyond a bound, or when `stopping` aborts (with its reason), the thread ends. */
  async run(task: ReadingTask, stopping: AbortSignal): Promise<ReadDocument> {
    this.#worker.ref();
    try {
      return documentOf(await this.#ask(task, stopping));
    } finally {
      this.#worker.unref();
    }
  }

  async #ask(task: ReadingTask, stopping: AbortSignal): Promise<Reply> {
    const worker = this.#worker;
    const { ms, heapMiB } = this.#limits;
    let settle = () => {};
    try {
      return await new Promise<Reply>((resolve, reject) => {
        const failed = (error: NodeJS.ErrnoException) => {
          const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
          reject(isTooLarge ? tooCostly(task.name, `${heapMiB} MiB of memory`) : error);
        };
        const exited = () => reject(new Error('the thread that reads documents has ended'));
        const stopped = () => reject(stopping.reason);
        const timer = setTimeout(() => reject(tooCostly(task.name, `${ms / 1_000} seconds`)), ms);
        settle = () => {
          clearTimeout(timer);
          stopping.removeEventListener('abort', stopped);
          worker.off('message', resolve).off('error', failed).off('exit', exited);
        };
        stopping.addEventListener('abort', stopped);
        worker.once('message', resolve).once('error', failed).once('exit', exited);
        worker.postMessage(task);
      });
    } catch (error) {
      void this.end();
      throw error;
    } finally {
      settle();
    }
  }

  /** Terminates the thread; resolves when its memory is free. */
  async end(): Promise<void> {
    this.#ended ??= this.#worker.terminate();
    await this.#ended;
  }
}

/**
 * The memory of this process without that of its main thread, in bytes: the memory of other threads, plus a constant.
 * V8 reports another thread's heap only while that thread responds.
 */
export function outsideBytes(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}
