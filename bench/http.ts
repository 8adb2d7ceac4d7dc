// Requests per second and latency of `serve` at 10,000 memories with 50 connections, beside a bare Hono route in the
// same run, beside a stream of hostile imports too; and the resident memory of a fresh server with one thread over
// 100,000 requests. Processes of the lowest priority keep the cores awake: else each answer of the slower server wakes
// the idle core of the client, which in a virtual machine costs a fifth of a request. Needs the built program.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { endlessPdf, pdfBomb } from '../test/support/hostile-pdf.ts';
import { load, request } from './support/http-load.ts';
import { memoryMB, workMs } from './support/process.ts';
import { report } from './support/report.ts';

const stored = 10_000;
const connections = 50;
const requests = 10_000;
const longRun = 100_000;
const words =
  'tea coffee harbour sqlite index meeting garden violin report deadline Oslo Lisbon museum train bread'.split(' ');

const program = ['dist/agent-memory-service.cjs', 'serve', '--print-key', '--port'];
const home = mkdtempSync(join(tmpdir(), 'bench-http-'));
const children: ChildProcess[] = [];

function start(args: string[], settings: Record<string, string> = {}): ChildProcess {
  const env = {
    ...process.env,
    ...settings,
    SERVICE_DB: join(home, 'memory.db'),
    SERVICE_LOG_LEVEL: 'warn',
    SERVICE_RATE_LIMITS: 'off',
  };
  const child = spawn(process.execPath, args, { env });
  children.push(child);
  return child;
}

async function output(child: ChildProcess, stream: 'stdout' | 'stderr', wanted: RegExp): Promise<string> {
  let text = '';
  for (;;) {
    const [chunk] = await once(child[stream] as NodeJS.ReadableStream, 'data');
    text += String(chunk);
    const found = wanted.exec(text)?.[1];
    if (found !== undefined) return found;
  }
}

const pick = () => words[Math.floor(Math.random() * words.length)] ?? '';
const statement = () => `${pick()} ${pick()} ${pick()} and ${pick()} ${randomUUID()}`;

/** A server that is starting answers that it is ready. */
async function untilReady(url: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Imports documents that exceed the limits of time or memory, four at a time, until it is aborted. */
async function keepImporting(url: string, headers: Record<string, string>): Promise<AbortController> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const bodies = [endlessPdf(), pdfBomb(600e6)].map((bytes) =>
    JSON.stringify({ fileName: 'a.pdf', fileContent: bytes.toString('base64'), encoding: 'base64' }),
  );
  const send = async (body: string) => {
    while (!signal.aborted) {
      const asked = fetch(`${url}/v1/characters/bench/import`, { method: 'POST', headers, body, signal });
      await asked.then((answer) => answer.text()).catch(() => undefined);
    }
  };
  for (const body of [...bodies, ...bodies]) void send(body);
  // After the first one is being read.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return stopping;
}

function keepCoresAwake(): void {
  for (let core = 0; core < availableParallelism(); core++) {
    const child = spawn(process.execPath, ['-e', 'for (;;);']);
    children.push(child);
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  }
}

try {
  keepCoresAwake();
  let memoryBeside = 0;
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const server = start([...program, String(port)]);
  const key = await output(server, 'stderr', /(ams_[\w-]{43})/);
  const bare = start(['bench/support/bare-hono.mjs']);
  const barePort = Number(await output(bare, 'stdout', /(\d+)\n/));
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const path = '/v1/characters/bench/memories';
  const made = await fetch(`${url}/v1/characters`, { method: 'POST', headers, body: '{"name":"bench"}' });
  if (made.status !== 201) throw new Error(await made.text());
  const add = () => request('POST', `${path}/direct`, key, { content: statement(), category: 'facts' });
  await load({ port, next: add, connections, requests: stored });

  const { memories } = (await (await fetch(`${url}${path}?limit=100`, { headers })).json()) as {
    memories: { id: string }[];
  };
  const get = () => request('GET', `${path}/${memories[Math.floor(Math.random() * memories.length)]?.id}`, key);
  const search = () => request('POST', `${path}/search`, key, { query: `${pick()} ${pick()}` });
  const rows: Record<string, string | number>[] = [];
  const measure = async (what: string, next: () => string, count = requests, { pid } = server, at = port) => {
    await load({ port: at, next, connections, requests: Math.min(1_000, count) });
    const before = workMs(pid);
    const measured = await load({ port: at, next, connections, requests: count });
    rows.push({ what, ...measured, cpuMs: (workMs(pid) - before) / count });
  };
  await measure('bare Hono route', get, requests, bare, barePort);
  await measure('get_memory', get);
  const hostile = await keepImporting(url, headers);
  await measure('get_memory beside hostile imports', get);
  memoryBeside = memoryMB(server.pid, 'VmRSS');
  hostile.abort();
  await measure('search_memories', search, 2_000);
  await measure('add_memory_direct', add);
  report('http', rows);

  report('http-hostile-imports', [{ residentMB: memoryBeside }]);
  server.kill('SIGTERM');
  await once(server, 'exit');
  const fresh = start([...program, String(port)], { SERVICE_WORKERS: '1' });
  await untilReady(url);
  const memory: Record<string, string | number>[] = [];
  for (let done = 0; done <= longRun; done += longRun / 5) {
    memory.push({ threads: 1, requests: done, residentMB: memoryMB(fresh.pid, 'VmRSS') });
    if (done < longRun) await load({ port, next: get, connections, requests: longRun / 5 });
  }
  report('http-memory', memory);
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
}
