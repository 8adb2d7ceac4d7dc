import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { EmbeddingFailed } from '../../domain/ai.ts';
import type { Answered, Asked, Encoder, Reading } from './encoder.ts';

/** The process ends after this long without work (ms) and frees its memory. */
const defaultIdleMs = 5 * 60_000;

interface Job extends Omit<Asked, 'id'> {
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

export interface EncoderProcessOptions {
  folder: string;
  reading: Reading;
  /** The built `child.ts`. */
  file: string;
  /** The environment of this process. */
  env: NodeJS.ProcessEnv;
  idleMs?: number | undefined;
}

/**
 * An encoder in its own process, so that a crash of native code ends no server, and its memory is freed completely. It
 * starts with the first text, gets one text and one query at a time, and ends when idle.
 */
export class EncoderProcess implements Encoder {
  readonly #options: EncoderProcessOptions;
  readonly #waiting: Job[] = [];
  readonly #running = new Map<number, Job>();
  #lastId = 0;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isReady = false;
  #isClosed = false;

  constructor(options: EncoderProcessOptions) {
    this.#options = options;
  }

  /** Whether the process is there. */
  get isLoaded(): boolean {
    return this.#child !== undefined;
  }

  async encode(text: string, isQuery: boolean, signal?: AbortSignal): Promise<Float32Array> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new EmbeddingFailed('failed', 'the server stops');
    let leave = () => {};
    try {
      return await new Promise<Float32Array>((resolve, reject) => {
        const job: Job = { text, isQuery, resolve, reject };
        leave = () => {
          const place = this.#waiting.indexOf(job);
          if (place >= 0) this.#waiting.splice(place, 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', leave, { once: true });
        this.#waiting.push(job);
        this.#next();
      });
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#child;
    this.#end(new EmbeddingFailed('failed', 'the server stops'));
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    await once(child, 'exit');
  }

  /** Sends the process its next query and its next text, unless it is still busy with one of that kind. */
  #next(): void {
    const child = this.#child ?? this.#start();
    if (!this.#isReady) return;
    clearTimeout(this.#idle);
    for (const isQuery of [true, false]) {
      const isBusy = [...this.#running.values()].some((job) => job.isQuery === isQuery);
      const place = isBusy ? -1 : this.#waiting.findIndex((job) => job.isQuery === isQuery);
      if (place >= 0) this.#send(child, this.#waiting.splice(place, 1)[0]!);
    }
    if (this.#running.size > 0) return;
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => this.#end(undefined), this.#options.idleMs ?? defaultIdleMs).unref();
  }

  #send(child: ChildProcess, job: Job): void {
    const id = ++this.#lastId;
    this.#running.set(id, job);
    child.ref();
    child.channel?.ref();
    const { text, isQuery } = job;
    child.send({ id, text, isQuery } satisfies Asked);
  }

  #start(): ChildProcess {
    const { file, folder, env } = this.#options;
    const { maxTokens, pooling, prefixes } = this.#options.reading;
    const reading = JSON.stringify({ maxTokens, pooling, prefixes } satisfies Reading);
    const child = spawn(process.execPath, ['--max-semi-space-size=1', file, folder, reading], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
      env: surroundings(env),
    });
    this.#child = child;
    this.#isReady = false;
    const ended = (reason: string) => {
      if (this.#child === child) this.#end(new EmbeddingFailed('failed', reason));
    };
    child.on('error', ({ message }) => ended(`the encoder can't be started: ${message}`));
    child.on('exit', (code, signal) => ended(`the encoder's process has ended (${signal ?? code})`));
    child.on('message', (message: Answered) => this.#child === child && this.#answered(message));
    return child;
  }

  #answered(message: Answered): void {
    if ('isReady' in message) {
      if (!message.isReady) {
        this.#end(new EmbeddingFailed('unsupported', message.error));
        return;
      }
      this.#isReady = true;
    } else {
      const job = this.#running.get(message.id);
      this.#running.delete(message.id);
      if ('vector' in message) job?.resolve(message.vector);
      else job?.reject(new EmbeddingFailed('refused', message.error));
    }
    this.#next();
  }

  /** Ends the process; running and waiting texts fail with the reason. */
  #end(reason: EmbeddingFailed | undefined): void {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    child?.kill();
    const jobs = [...this.#running.values(), ...this.#waiting.splice(0)];
    this.#running.clear();
    for (const { reject } of jobs) reject(reason);
  }
}

/** The environment variables that the process needs, without those that may hold a key. */
function surroundings({ SystemRoot, TEMP, TMPDIR, ELECTRON_RUN_AS_NODE }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // One arena: any thread can use freed memory again.
  const given = { SystemRoot, TEMP, TMPDIR, ELECTRON_RUN_AS_NODE, MALLOC_ARENA_MAX: '1' };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
