import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { jsonSchemaValidator as Validator } from '@modelcontextprotocol/sdk/validation';
import { checkClient } from '../domain/stores/recalls.ts';
import type { Launch } from './host.ts';

export type { Client };

/** Loaded lazily: the SDK's client takes longer than all other code of the hosts. */
const loadTransport = () => import('@modelcontextprotocol/sdk/client/stdio.js');

/** A client that takes outputs as they are: compiling the schemas of all tools would take longer than the handshake. */
export async function openClient(name: string, version: string): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const jsonSchemaValidator: Validator = {
    getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
  };
  return new Client({ name, version }, { jsonSchemaValidator });
}

/** The environment in which a desktop host starts a program. */
export async function bareEnvironment(): Promise<Record<string, string>> {
  return (await loadTransport()).getDefaultEnvironment();
}

/** The result of launching a configured command and speaking to it. */
export interface Handshake<Result = unknown> {
  ok: boolean;
  /** From the launch to the list of tools. */
  ms: number;
  /** As a clause: what works, or what fails. */
  detail: string;
  server?: string;
  tools?: string[];
  /** The result of `use`. */
  result?: Result;
  /** The last lines of the server's stderr, where it failed. */
  stderr?: string;
}

interface HandshakeOptions<Result> {
  version: string;
  timeoutMs?: number;
  /** Where the host would start it. */
  cwd?: string;
  /** Requests after the list of tools, within the same timeout. */
  use?(client: Client): Promise<Result>;
}

const defaultTimeoutMs = 10_000;
const maxStderrLength = 2_000;

/**
 * Launches the command as a desktop host does, with its env on top of a bare environment, and speaks initialize and
 * tools/list. Never throws: a program that is missing, ends, hangs or writes anything but the protocol is reported.
 */
export async function handshake<Result>(launch: Launch, options: HandshakeOptions<Result>): Promise<Handshake<Result>> {
  const { version, timeoutMs = defaultTimeoutMs, cwd, use } = options;
  const { command, args, env } = launch;
  const [client, { getDefaultEnvironment, StdioClientTransport }] = await Promise.all([
    openClient(checkClient, version),
    loadTransport(),
  ]);
  const startedAt = performance.now();
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr = (stderr + String(chunk)).slice(-maxStderrLength);
  });
  let noise: string | undefined;
  client.onerror = (error) => {
    // Other errors are the system's, such as a program that is missing.
    if (!('syscall' in error)) noise ??= error.message;
  };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const request = { signal: limit.signal, timeout: timeoutMs };
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    await client.connect(transport, request);
    const { tools } = await client.listTools(undefined, request);
    const ms = elapsed();
    const result = use ? await Promise.race([use(client), aborted(limit.signal)]) : undefined;
    const server = client.getServerVersion();
    const said = { ms, server: `${server?.name} ${server?.version}`, tools: tools.map(({ name }) => name) };
    if (noise !== undefined) return { ok: false, ...said, detail: noiseDetail, ...withStderr(stderr) };
    const detail = `${said.server} with ${tools.length} tools`;
    return { ok: true, ...said, detail, ...(result === undefined ? {} : { result: result as Result }) };
  } catch (error) {
    kill(transport.pid);
    const detail = noise === undefined ? failure(error, command, limit.signal, timeoutMs) : noiseDetail;
    return { ok: false, ms: elapsed(), detail, ...withStderr(stderr) };
  } finally {
    clearTimeout(timer);
    await client.close();
  }
}

const noiseDetail = 'it writes other things to stdout than the protocol';

function failure(error: unknown, command: string, { aborted: isLate }: AbortSignal, timeoutMs: number): string {
  const { code, message = String(error) } = error as Partial<NodeJS.ErrnoException>;
  if (String(code) === 'ENOENT') return `"${command}" or its folder was not found`;
  if (String(code) === 'EACCES') return `"${command}" may not be run`;
  if (isLate || String(code) === timeoutCode) return `no answer within ${inSeconds(timeoutMs)} s`;
  return String(code) === closedCode ? 'it ended before it answered' : message;
}

/** Codes of the SDK's errors: RequestTimeout and ConnectionClosed. */
const timeoutCode = '-32001';
const closedCode = '-32000';

/** One that does not speak would be waited for. */
function kill(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function withStderr(stderr: string): { stderr?: string } {
  const text = stderr.trim();
  return text === '' ? {} : { stderr: text };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('late')), { once: true });
  });
}

/** Whole ones, but of less than one. */
function inSeconds(ms: number): number {
  return ms < 1_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1_000);
}
