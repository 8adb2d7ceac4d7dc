// What a tenant that floods `serve` costs another: get_memory's p95 by itself and beside a flood of lists, writes and
// searches of the other tenant. Needs the built program. The store is a file, or BENCH_DATABASE_URL, in a schema of its
// own that is dropped afterwards. Argument: memories of the heavy tenant; default: 10000.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { load, request } from './support/http-load.ts';
import { report } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [, , first, ...rest] = process.argv;
const memories = Number(first ?? 10_000);
const flooding = 24;
const gets = 2_000;
const program = 'dist/agent-memory-service.cjs';
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-neighbours-'));
const url = process.env.BENCH_DATABASE_URL;
const schema = `bench_${process.pid}`;
const texts = new ZipfTexts();

async function onServer(sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function settings(): Record<string, string> {
  if (url === undefined) return { SERVICE_DB: join(home, 'memory.db') };
  const own = new URL(url);
  own.searchParams.set('options', `-csearch_path=${schema},public`);
  return { SERVICE_DATABASE_URL: own.href };
}

async function serve(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = said.includes('"url"') ? said : said + chunk;
  });
  while (!said.includes('"url":"')) await once(child.stderr, 'data');
  child.stderr.resume();
  return { child, port: Number(/"url":"[^"]*:(\d+)"/.exec(said)?.[1]) };
}

/** A tenant with a character; answers its key. */
async function tenant(env: NodeJS.ProcessEnv, port: number, name: string): Promise<string> {
  const given = [program, 'tenants', 'create', name, '--tier', 'BUSINESS', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, given, { env, encoding: 'utf8' });
  const key = /ams_[\w-]{43}/.exec(stdout)?.[0];
  if (key === undefined) throw new Error(stderr);
  const next = () => request('POST', '/v1/characters', key, { name: 'Ada' });
  await load({ port, next, connections: 1, requests: 1 });
  return key;
}

const path = '/v1/characters/Ada/memories';
const add = (key: string) => () =>
  request('POST', `${path}/direct`, key, { content: texts.text(), category: 'general' });

/** Until it is killed: a process of its own, whose work nobody who measures waits for. */
async function flood(port: number, key: string): Promise<never> {
  const kinds = [
    () => request('GET', `${path}?limit=100`, key),
    () => request('POST', `${path}/search`, key, { query: texts.query() }),
    add(key),
  ];
  let turn = 0;
  for (;;) {
    const next = () => kinds[turn++ % kinds.length]!();
    await load({ port, next, connections: flooding, requests: 10 * flooding });
    process.stdout.write('.');
  }
}

if (first === 'flood') await flood(Number(rest[0]), rest[1] ?? '');
if (url !== undefined) await onServer(`CREATE SCHEMA ${schema}`);
try {
  const env = { ...process.env, ...settings(), SERVICE_RATE_LIMITS: 'off', SERVICE_LOG_LEVEL: 'info' };
  const { child, port } = await serve(env);
  const [light, heavy] = [await tenant(env, port, 'light'), await tenant(env, port, 'heavy')];
  await load({ port, next: add(light), connections: 1, requests: 20 });
  await load({ port, next: add(heavy), connections: 8, requests: memories });
  const listed = await fetch(`http://127.0.0.1:${port}${path}?limit=1`, {
    headers: { authorization: `Bearer ${light}` },
  });
  const [memory] = ((await listed.json()) as { memories: { id: string }[] }).memories;
  const get = () => request('GET', `${path}/${memory?.id}`, light);
  const getting = () => load({ port, next: get, connections: 1, requests: gets });
  await getting();
  const quiet = await getting();
  const flooder = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', 'flood', String(port), heavy], {
    env: process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // It is in full swing.
  await once(flooder.stdout, 'data');
  flooder.stdout.resume();
  const beside = await getting();
  flooder.kill();
  report('neighbours', [
    {
      store: url === undefined ? 'file' : 'PostgreSQL',
      getP50: quiet.p50,
      getP95: quiet.p95,
      besideP50: beside.p50,
      besideP95: beside.p95,
      ratio: beside.p95 / quiet.p95,
    },
  ]);
  child.kill();
  await once(child, 'exit');
} finally {
  if (url !== undefined) await onServer(`DROP SCHEMA ${schema} CASCADE`);
  rmSync(home, { recursive: true, force: true });
}
