// From spawn to the answers of initialize and tools/list, beside `node -e 0` in the same run; resident memory then.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, quantile, report } from './support/report.ts';

const runs = 25;
const home = mkdtempSync(join(tmpdir(), 'bench-startup-'));
const clientInfo = { name: 'bench', version: '1.0.0' };
const input = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

async function bare(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'close');
  return performance.now() - started;
}

async function handshake(args: string[], env: Record<string, string> = {}): Promise<{ ms: number; rssMB: number }> {
  const database = { SERVICE_DB: join(home, 'memory.db'), SERVICE_LOG_LEVEL: 'error' };
  const started = performance.now();
  const child = spawn(process.execPath, args, { env: { ...process.env, ...database, ...env } });
  child.stdin.write(input);
  let answered = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    answered += chunk;
    if (answered.includes('"id":2') && answered.endsWith('\n')) break;
  }
  const ms = performance.now() - started;
  const rssMB = residentMB(child);
  child.stdin.end();
  if (child.exitCode === null) await once(child, 'close');
  return { ms, rssMB };
}

function residentMB({ pid }: ChildProcess): number {
  const status = `/proc/${pid}/status`;
  return existsSync(status) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024 : Number.NaN;
}

const variants: [string, string[], Record<string, string>?][] = [
  ['server', ['dist/agent-memory-service.cjs']],
  ['server, with a key', ['dist/agent-memory-service.cjs'], { SERVICE_AI_API_KEY: 'sk-bench' }],
  ['server, without the code cache', ['-e', "require('./dist/start.cjs').start([])"]],
];
const measured = variants.map(([name, args, env]) => ({ name, args, env, ms: [] as number[], rssMB: [] as number[] }));
const base: number[] = [];
try {
  for (let run = 0; run < runs; run++) {
    base.push(await bare());
    for (const variant of measured) {
      const { ms, rssMB } = await handshake(variant.args, variant.env);
      variant.ms.push(ms);
      variant.rssMB.push(rssMB);
    }
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
report('startup', [
  { what: 'node -e 0', p50: median(base), p95: quantile(base, 0.95), ratio: 1, rssMB: 0 },
  ...measured.map(({ name, ms, rssMB }) => ({
    what: name,
    p50: median(ms),
    p95: quantile(ms, 0.95),
    ratio: median(ms) / median(base),
    rssMB: median(rssMB),
  })),
]);
