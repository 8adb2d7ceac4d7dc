// The hooks of a prompt, of a session's start and of an edit, and the status line, from spawn to end, beside `node -e 0` in the same run, on a store of
// 10,000 memories that no server has open, and on one of which a server answers hooks. Arguments: MEMORIES RUNS.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { socketsOf } from '../bin/hook/sockets.ts';
import { addMemories, makeCharacter, openFile } from './support/filling.ts';
import { median, quantile, report } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [memories = 10_000, runs = 30] = process.argv.slice(2).map(Number);
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-hook-'));
const database = join(home, 'memory.db');
const env = { PATH: process.env.PATH, SERVICE_DB: database, SERVICE_CHARACTER: 'Ada' };
const texts = new ZipfTexts();

async function fill(): Promise<string> {
  const store = await openFile(database);
  const id = await makeCharacter(store, 'Ada');
  let last = '';
  const text = () => {
    last = texts.text();
    return last;
  };
  await addMemories(store, id, memories, text);
  await store.close();
  return last;
}

async function run(args: string[], input: object): Promise<{ ms: number; answer: string }> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(input));
  let answer = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  await once(child, 'close');
  return { ms: performance.now() - started, answer };
}

const hook = (event: string, input: object) =>
  run(['dist/agent-memory-service.cjs', 'hook', event, '--host', 'claude-code'], { cwd: home, ...input });

async function measure(name: string, known: string): Promise<Record<string, string | number>[]> {
  const measured: Record<string, number[]> = { 'node -e 0': [], prompt: [], start: [], edit: [], 'status line': [] };
  const note = (what: string, ms: number) => measured[what]?.push(ms);
  const touched = known.split(' ').slice(0, 2).join('/');
  for (let i = 0; i < runs; i++) {
    note('node -e 0', (await run(['-e', '0'], {})).ms);
    const session_id = `${name}, ${i}`;
    const prompt = await hook('UserPromptSubmit', { session_id, prompt: `What about ${known}?` });
    if (!prompt.answer.includes('additionalContext')) throw new Error(`nothing was recalled: ${prompt.answer}`);
    note('prompt', prompt.ms);
    note('start', (await hook('SessionStart', { session_id })).ms);
    const tool_input = { file_path: `${home}/src/${touched}.ts` };
    note('edit', (await hook('PreToolUse', { session_id, tool_name: 'Edit', tool_input })).ms);
    note('status line', (await run(['dist/agent-memory-service.cjs', 'statusline'], { session_id, cwd: home })).ms);
  }
  const base = measured['node -e 0'] ?? [];
  return Object.entries(measured).map(([what, ms]) => ({
    store: name,
    what,
    p50: median(ms),
    p95: quantile(ms, 0.95),
    'p50 / node': median(ms) / median(base),
    'p95 / node p95': quantile(ms, 0.95) / quantile(base, 0.95),
  }));
}

try {
  const known = (await fill()).slice(0, -1);
  const alone = await measure('alone', known);
  const server = spawn(process.execPath, ['dist/agent-memory-service.cjs'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await once(server.stdout, 'data');
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  while (socketsOf(database).length === 0) await elapse(50);
  const shared = await measure('beside a server', known);
  server.stdin.end();
  await once(server, 'close');
  report('hook', [...alone, ...shared]);
} finally {
  rmSync(home, { recursive: true, force: true });
}
