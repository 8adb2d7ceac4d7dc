import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The built program, as a host starts it. */
export const program = join(import.meta.dirname, '../../dist/agent-memory-service.cjs');

/** Where newer Node caches compiled code, outside the homes whose files tests compare. */
export const compiledCode = { XDG_CACHE_HOME: join(tmpdir(), 'agent-memory-tests') };

/** The folder of an `npm` that answers what NPM_ANSWERS says, for the PATH. */
export const fakeNpm = join(import.meta.dirname, '../fixtures/bin');

type Message = { id?: number; result?: Record<string, unknown>; error?: { code: number; message: string } };

/** A server process spoken to in raw lines, so that everything on its stdout is seen. */
export class Spawned {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every line that reached stdout. */
  readonly lines: string[] = [];
  stderr = '';
  #rest = '';
  #id = 0;
  readonly #waiting = new Map<number, (message: Message) => void>();

  constructor(env: Record<string, string>, args: string[] = [], file = program) {
    const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
    this.child = spawn(process.execPath, [file, ...args], { env: { ...inherited, ...env } });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.child.stdin.on('error', () => undefined);
    onTestFinished(() => void this.child.kill('SIGKILL'));
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      this.lines.push(line);
      const message = JSON.parse(line) as Message;
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    }
  }

  write(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** Sends a request and answers its response. */
  request(method: string, params: object = {}): Promise<Message> {
    const id = ++this.#id;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return answered;
  }

  async handshake(capabilities: object = {}): Promise<Message> {
    const clientInfo = { name: 'test', version: '1.0.0' };
    const answer = await this.request('initialize', { protocolVersion: '2025-06-18', capabilities, clientInfo });
    this.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    return answer;
  }

  /** Calls a tool; the structured content, error or not. */
  async call<T = Record<string, unknown>>(name: string, input: object = {}): Promise<T> {
    const { result } = await this.request('tools/call', { name, arguments: input });
    return result?.structuredContent as T;
  }

  /** Waits for the end; the exit code, or the signal. */
  async ended(): Promise<number | string> {
    const { child } = this;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    return child.exitCode ?? child.signalCode ?? 'unknown';
  }
}

/** A process that has shaken hands. */
export async function startServer(path: string, env: Record<string, string> = {}, file = program): Promise<Spawned> {
  const server = new Spawned({ SERVICE_DB: path, SERVICE_RATE_LIMITS: 'off', ...env }, [], file);
  const ended = server.ended().then((code) => {
    throw new Error(`the server ended with ${code} before the handshake: ${server.stderr}`);
  });
  await Promise.race([server.handshake(), ended]);
  ended.catch(() => undefined);
  return server;
}
