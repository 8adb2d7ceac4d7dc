import { type ChildProcess, spawn } from 'node:child_process';
import { EmbeddingFailed } from '../../domain/ai.ts';
import type { Answered, Asked, Encoder } from './encoder.ts';

/** Without work for so long the process ends, and with it all the memory that it took (ms). */
const defaultIdleMs = 5 * 60_000;

interface Job extends Asked {
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

export interface EncoderProcessOptions {
  folder: string;
  maxTokens: number;
  /** The built `child.ts`. */
  file: string;
  /** The environment of this process. */
  env: NodeJS.ProcessEnv;
  idleMs?: number | undefined;
}

/**
 * An encoder in a process of its own: native code that fails ends no server, and memory is given back whole. It starts
 * with the first text, is given one text at a time, queries first, and ends when there was none for a while.
 */
export class EncoderProcess implements Encoder {
  readonly #options: EncoderProcessOptions;
  readonly #waiting: Job[] = [];
  #running: Job | undefined;
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
        const firstText = this.#waiting.findIndex((one) => !one.isQuery);
        if (isQuery && firstText >= 0) this.#waiting.splice(firstText, 0, job);
        else this.#waiting.push(job);
        this.#next();
      });
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end(new EmbeddingFailed('failed', 'the server stops'));
  }

  /** Gives the process its next text; the process answers the one before first, or that it is ready. */
  #next(): void {
    const child = this.#child ?? this.#start();
    if (this.#running || !this.#isReady) return;
    clearTimeout(this.#idle);
    this.#running = this.#waiting.shift();
    if (this.#running) {
      const { text, isQuery } = this.#running;
      child.ref();
      child.channel?.ref();
      child.send({ text, isQuery } satisfies Asked);
      return;
    }
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => this.#end(undefined), this.#options.idleMs ?? defaultIdleMs).unref();
  }

  #start(): ChildProcess {
    const { file, folder, maxTokens, env } = this.#options;
    const child = spawn(process.execPath, ['--max-semi-space-size=1', file, folder, String(maxTokens)], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
      env: surroundings(env),
    });
    this.#child = child;
    this.#isReady = false;
    const gone = (reason: string) => {
      if (this.#child === child) this.#end(new EmbeddingFailed('failed', reason));
    };
    child.on('error', ({ message }) => gone(`the encoder can't be started: ${message}`));
    child.on('exit', (code, signal) => gone(`the encoder's process has ended (${signal ?? code})`));
    child.on('message', (message: Answered) => this.#child === child && this.#answered(message));
    return child;
  }

  #answered(message: Answered): void {
    const job = this.#running;
    this.#running = undefined;
    if ('error' in message && message.isUnusable) {
      this.#end(new EmbeddingFailed('unsupported', message.error));
      return;
    }
    if ('isReady' in message) this.#isReady = true;
    else if ('vector' in message) job?.resolve(message.vector);
    else job?.reject(new EmbeddingFailed('refused', message.error));
    this.#next();
  }

  /** Ends the process; what runs and waits fails with the reason. */
  #end(reason: EmbeddingFailed | undefined): void {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    child?.kill();
    const jobs = [...(this.#running ? [this.#running] : []), ...this.#waiting.splice(0)];
    this.#running = undefined;
    for (const { reject } of jobs) reject(reason);
  }
}

/** What a process needs of the environment, and nothing that may hold a key. */
function surroundings({ SystemRoot, TEMP, TMPDIR, ELECTRON_RUN_AS_NODE }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // One arena: what is freed can be used again, by whichever thread.
  const given = { SystemRoot, TEMP, TMPDIR, ELECTRON_RUN_AS_NODE, MALLOC_ARENA_MAX: '1' };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
