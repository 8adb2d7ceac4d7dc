import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { boundedLines } from '../../../base/lines.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { storeHeader } from '../../../domain/stores/store.ts';
import { maxAnswer } from './answers.ts';

// The requests of HttpServer as lines of JSON over the standard streams of a program on another machine.

/** The protocol's version. */
export const pipeVersion = 1;

export const hello = z.object({
  'agent-memory-service': z.string().max(100),
  pipe: z.int(),
  machine: z.string().max(100),
});
export type Hello = z.output<typeof hello>;

const answer = z.object({
  status: z.int().min(200).max(599),
  body: z.unknown(),
  /** The id of the store there, where it was asked for. */
  store: z.string().max(64).optional(),
});

/** Lines that a shell may print before the program begins. */
const maxNoise = 100;
const maxStderr = 10_000;

/**
 * Checks a host name for ssh. InvalidInput for one that ssh could read as an option, or a shell as more than a name.
 */
export function sshHost(given: string): string {
  if (given.length <= 250 && /^\w[\w.@:%[\]-]*$/.test(given)) return given;
  throw new ServiceError('InvalidInput', `"${given}" is no host for ssh, such as memory.example.org or ada@laptop.`);
}

export class SshPipe {
  readonly #host: string;
  readonly #command: string;
  #child: ChildProcess | undefined;
  #stderr = '';
  /** The waiting reader of a line. */
  #waiting: { take: (line: string) => void; fail: (error: Error) => void } | undefined;
  #hello: Promise<Hello> | undefined;
  /** One request at a time. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param command starts this program there */
  constructor(host: string, command = 'agent-memory-service') {
    this.#host = host;
    this.#command = command;
  }

  /** Starts ssh once. ServiceUnavailable. */
  greeting(): Promise<Hello> {
    this.#hello ??= this.#start();
    return this.#hello;
  }

  /** As `fetch` for the paths that the other side answers; a body is text. */
  readonly fetch: typeof fetch = async (address, init) => {
    const path = String(address).replace(`ssh://${this.#host}`, '');
    const line = JSON.stringify({ method: init?.method ?? 'GET', path, body: init?.body });
    const turn = this.#last.then(async () => {
      await this.greeting();
      init?.signal?.throwIfAborted();
      const { status, body, store } = answer.parse(JSON.parse(await this.#ask(line, init?.signal ?? undefined)));
      return new Response(JSON.stringify(body), { status, ...(store && { headers: { [storeHeader]: store } }) });
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  };

  close(): void {
    this.#child?.stdin?.end();
    this.#child?.kill();
  }

  async #start(): Promise<Hello> {
    const child = spawn('ssh', ['-T', '--', this.#host, `${this.#command} sync answer`], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    const { stdin, stdout, stderr } = child as ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
    stdin.on('error', () => undefined);
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-maxStderr);
    });
    const ended = (error: Error) => {
      this.#waiting?.fail(error);
      this.#waiting = undefined;
      this.#hello = Promise.reject(error);
      this.#hello.catch(() => undefined);
    };
    child.once('error', (error: NodeJS.ErrnoException) => ended(this.#unstarted(error)));
    child.once('close', (code) => ended(this.#ended(code)));
    this.#read(stdout).catch((error: unknown) => {
      ended(
        new ServiceError('ServiceUnavailable', `${this.#host}: ${error instanceof Error ? error.message : error}.`),
      );
      this.close();
    });
    for (let noise = 0; noise < maxNoise; noise++) {
      const found = greetingIn(await this.#line());
      if (found === undefined) continue;
      if (found.pipe === pipeVersion) return found;
      const message = `${this.#host} has agent-memory-service ${found['agent-memory-service']}, which exchanges in another way: update the older one.`;
      throw new ServiceError('ServiceUnavailable', message);
    }
    throw new ServiceError('ServiceUnavailable', `What ${this.#host} prints is not from agent-memory-service.`);
  }

  /** Hands each line to the reader that waits for it; others are dropped. */
  async #read(stdout: Readable): Promise<void> {
    for await (const line of boundedLines(stdout, maxAnswer)) {
      const { take } = this.#waiting ?? {};
      this.#waiting = undefined;
      take?.(line);
    }
  }

  #ask(line: string, signal: AbortSignal | undefined): Promise<string> {
    const answered = this.#line(signal);
    this.#child?.stdin?.write(`${line}\n`);
    return answered;
  }

  /** The next line of the other side. After an abort its lines are ignored. */
  #line(signal?: AbortSignal): Promise<string> {
    return new Promise((take, fail) => {
      this.#waiting = { take, fail };
      signal?.addEventListener('abort', () => {
        fail(new Error(`${this.#host} does not answer`));
        this.close();
      });
    });
  }

  #unstarted({ code, message }: NodeJS.ErrnoException): ServiceError {
    const why = code === 'ENOENT' ? 'there is no program ssh on this machine' : message;
    return new ServiceError('ServiceUnavailable', `ssh can't be started: ${why}.`);
  }

  #ended(code: number | null): ServiceError {
    const said = this.#stderr.trim().split('\n').slice(-3).join(' ').trim();
    const why =
      code === 255
        ? "ssh can't reach it, or it refuses the login"
        : code === 127
          ? `it has no "${this.#command}": install it there, or say by --command where it is`
          : code === 2
            ? 'its agent-memory-service does not know "sync answer": update it'
            : 'the program there has ended';
    return new ServiceError('ServiceUnavailable', `${this.#host}: ${why}${said === '' ? '.' : `. It said: ${said}`}`);
  }
}

function greetingIn(line: string): Hello | undefined {
  if (!line.startsWith('{"agent-memory-service"')) return undefined;
  try {
    return hello.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
