import { FairQueue } from '../../base/fair-queue.ts';
import { cancelled, ServiceError } from '../../domain/errors.ts';
import type { ReadDocument } from '../document.ts';
import { inPlaceLimits, type ReadingLimits, readerLimits, readingLimits } from '../limits.ts';
import { type ReadingTask, runTask } from './task.ts';
import { outsideBytes, ReaderThread, tooCostly } from './thread.ts';

/** The interval of measuring the threads' memory (ms); a thread allocates some ten MiB in that time. */
const watchMs = 20;

/** The tenant of the document. */
export interface ReadingCaller {
  tenantId: string;
  /** Aborted when the caller no longer wants the answer. */
  signal?: AbortSignal | undefined;
}

interface Job {
  task: ReadingTask;
  owner: string;
  /** In bytes. */
  weight: number;
  resolve(document: ReadDocument): void;
  reject(error: unknown): void;
  /** Ends the running reading, with the reason. */
  stopping: AbortController;
  /** Nothing else is read in parallel. */
  isAlone: boolean;
  /** Its caller has had an answer. */
  isAbandoned: boolean;
}

/** Why parallel readings were ended: together they took too much memory. Each is repeated alone. */
const suspected = Symbol('suspected');

/**
 * Reads documents: a simple one directly, any other in a thread, so that a hostile document harms only its sender. One
 * at a time for a tenant, tenants in turn. Threads start on demand and end when idle.
 */
export class DocumentReader {
  readonly #file: string;
  readonly #limits: ReadingLimits;
  readonly #waiting = new FairQueue<Job>();
  /** Come before those that wait. */
  readonly #suspects = new Set<Job>();
  readonly #running = new Set<Job>();
  readonly #threads = new Set<ReaderThread>();
  /** Threads with nothing to read, each with the timer that ends it. */
  readonly #idle = new Map<ReaderThread, NodeJS.Timeout>();
  #watch: NodeJS.Timeout | undefined;
  #heldBefore = 0;
  #isClosed = false;

  /** @param file the built `worker.ts` */
  constructor(file: string, limits: Partial<ReadingLimits> = {}) {
    this.#file = file;
    this.#limits = { ...readingLimits, ...limits };
  }

  /** How many documents are being read in threads, and how many wait. */
  get state(): { reading: number; waiting: number } {
    return { reading: this.#running.size, waiting: this.#waiting.all().length + this.#suspects.size };
  }

  /** How many threads there are. */
  get threads(): number {
    return this.#threads.size;
  }

  /**
   * Errors as `readDocument`; InvalidContent beyond a limit, which it names; Cancelled when the caller disconnected;
   * ServiceUnavailable when too many documents wait, or the server stops.
   */
  async read(task: ReadingTask, { tenantId, signal }: ReadingCaller): Promise<ReadDocument> {
    if (isSimple(task)) return runTask(task);
    this.#requireRoom(tenantId, task.bytes.length);
    let cancel = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const state = { stopping: new AbortController(), isAlone: false, isAbandoned: false };
        const job: Job = { task, owner: tenantId, weight: task.bytes.length, resolve, reject, ...state };
        cancel = () => this.#stop(job, cancelled());
        if (signal?.aborted) return cancel();
        signal?.addEventListener('abort', cancel, { once: true });
        this.#waiting.add(job);
        this.#dispatch();
      });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Ends every reading with ServiceUnavailable, and every thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const stopped = new ServiceError('ServiceUnavailable', 'The server is stopping; nothing was stored.');
    for (const job of [...this.#waiting.all(), ...this.#suspects, ...this.#running]) this.#stop(job, stopped);
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #requireRoom(tenantId: string, bytes: number): void {
    const { waitingBytes, tenantBytes } = readerLimits;
    const beside = this.#waiting.weight(tenantId);
    // A single waiting one may be as large as the limit for one.
    const hasRoom = this.#waiting.weight() + bytes <= waitingBytes && (beside === 0 || beside + bytes <= tenantBytes);
    if (hasRoom && !this.#isClosed) return;
    const why = this.#isClosed ? 'The server is stopping' : 'Too many documents wait to be read: try again in a moment';
    throw new ServiceError('ServiceUnavailable', `${why}; nothing was stored.`);
  }

  /** Answers a job with an error, wherever it is. */
  #stop(job: Job, error: ServiceError): void {
    job.reject(error);
    job.isAbandoned = true;
    this.#waiting.remove(job);
    this.#suspects.delete(job);
    job.stopping.abort(error);
  }

  #dispatch(): void {
    while (this.#running.size < readerLimits.threads) {
      const job = this.#next();
      if (!job) return;
      if (this.#running.size === 0) this.#startWatching();
      this.#running.add(job);
      void this.#run(job);
    }
  }

  #next(): Job | undefined {
    const running = [...this.#running];
    if (running.some(({ isAlone }) => isAlone)) return undefined;
    const [suspect] = this.#suspects;
    if (!suspect) return this.#waiting.take((owner) => !running.some((job) => job.owner === owner));
    if (running.length > 0) return undefined;
    this.#suspects.delete(suspect);
    return suspect;
  }

  async #run(job: Job): Promise<void> {
    const thread = this.#takeThread();
    // A new controller each time: a stopped thread is watched until it has ended, and may be stopped twice.
    job.stopping = new AbortController();
    try {
      job.resolve(await thread.run(job.task, job.stopping.signal));
    } catch (error) {
      if (error === suspected && !job.isAbandoned) {
        job.isAlone = true;
        this.#suspects.add(job);
      } else job.reject(error);
    }
    if (thread.hasEnded || this.#isClosed) {
      // Only then is there space for another.
      await thread.end();
      this.#threads.delete(thread);
    } else this.#rest(thread);
    this.#running.delete(job);
    if (this.#running.size === 0) clearInterval(this.#watch);
    this.#dispatch();
  }

  #takeThread(): ReaderThread {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      if (!thread.hasEnded) return thread;
      this.#threads.delete(thread);
    }
    const thread = new ReaderThread(this.#file, this.#limits);
    this.#threads.add(thread);
    return thread;
  }

  #rest(thread: ReaderThread): void {
    const end = async () => {
      this.#idle.delete(thread);
      await thread.end();
      this.#threads.delete(thread);
    };
    this.#idle.set(thread, setTimeout(() => void end(), this.#limits.idleMs).unref());
  }

  #startWatching(): void {
    this.#heldBefore = outsideBytes();
    this.#watch = setInterval(() => this.#checkMemory(), watchMs).unref();
  }

  #checkMemory(): void {
    const { memoryMiB } = this.#limits;
    if (outsideBytes() - this.#heldBefore <= memoryMiB * 1024 * 1024) return;
    const alone = this.#running.size === 1;
    for (const { task, stopping } of this.#running) {
      stopping.abort(alone ? tooCostly(task.name, `${memoryMiB} MiB of memory`) : suspected);
    }
  }
}

const [tab, newline, carriageReturn, space, lastAscii] = [9, 10, 13, 32, 126];

/**
 * Whether a document is certainly read fast: a short text in short lines, without control characters, most of it
 * letters. Hostile documents consist of markup and blanks.
 */
export function isSimple({ bytes, format }: Pick<ReadingTask, 'bytes' | 'format'>): boolean {
  if (bytes.length > inPlaceLimits.bytes || format === 'pdf' || format === 'docx') return false;
  if (Buffer.from(bytes).includes('%PDF-')) return false;
  let line = 0;
  let blanks = 0;
  let marks = 0;
  for (const byte of bytes) {
    line = byte === newline ? 0 : line + 1;
    if (line > inPlaceLimits.lineBytes) return false;
    if (byte <= space) {
      if (byte < space && byte !== tab && byte !== newline && byte !== carriageReturn) return false;
      blanks += 1;
    } else if (byte <= lastAscii && !isAlphanumeric(byte)) marks += 1;
  }
  const atMost = Math.max(100, bytes.length / 2);
  return blanks <= atMost && marks <= atMost;
}

/** Of ASCII. */
function isAlphanumeric(byte: number): boolean {
  const lower = byte | 32;
  return (byte >= 48 && byte <= 57) || (lower >= 97 && lower <= 122);
}
