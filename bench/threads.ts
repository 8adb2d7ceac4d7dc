// What searches of a large character cost others on `serve`: get_memory's p95 by itself and beside a stream of searches,
// and searches per second, without threads, with one and with two in the same run. Needs the built program.
// Argument: memories in the character; default: 100000.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMemories, makeCharacter, openFile } from './support/filling.ts';
import { flood, startFlood } from './support/flood.ts';
import { load, request } from './support/http-load.ts';
import { report } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [, , first, ...rest] = process.argv;
const memories = Number(first ?? 100_000);
const batch = 1_000;
/** Of searches at the same time. */
const searching = 4;
const gets = 2_000;
const searches = 200;

const texts = new ZipfTexts();
const searchOf = (key: string) => () =>
  request('POST', '/v1/characters/Ada/memories/search', key, { query: texts.query() });

if (first === 'flood') await flood({ port: Number(rest[0]), next: searchOf(rest[1] ?? ''), connections: searching });
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-threads-'));
const path = join(home, 'memory.db');

async function serve(workers: number) {
  const env = { ...process.env, SERVICE_DB: path, SERVICE_RATE_LIMITS: 'off', SERVICE_LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, ['dist/agent-memory-service.cjs', 'serve', '--port', '0'], {
    env: { ...env, SERVICE_WORKERS: String(workers) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = said.includes('"url"') ? said : said + chunk;
  });
  while (!said.includes('"url":"')) await once(child.stderr, 'data');
  child.stderr.resume();
  const port = Number(/"url":"[^"]*:(\d+)"/.exec(said)?.[1]);
  return { child, port, key: /ams_[\w-]{43}/.exec(said)?.[0] };
}

try {
  const store = await openFile(path);
  const id = await makeCharacter(store, 'Ada');
  for (let done = 0; done < memories; done += batch) {
    await addMemories(store, id, Math.min(batch, memories - done), () => texts.text());
  }
  await store.close();
  let key: string | undefined;
  const rows: Record<string, string | number>[] = [];
  for (const workers of [0, 1, 2]) {
    const server = await serve(workers);
    key ??= server.key;
    const bearer = key ?? '';
    const listed = await fetch(`http://127.0.0.1:${server.port}/v1/characters/Ada/memories?limit=1`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    const [memory] = ((await listed.json()) as { memories: { id: string }[] }).memories;
    const get = () => request('GET', `/v1/characters/Ada/memories/${memory?.id}`, bearer);
    const search = searchOf(bearer);
    const getting = (requests: number) => load({ port: server.port, next: get, connections: 1, requests });
    await load({ port: server.port, next: search, connections: searching, requests: 40 });
    await getting(gets);
    const quiet = await getting(gets);
    const stream = await startFlood(String(server.port), bearer);
    const beside = await getting(gets / 4);
    await stream.stop();
    const { perSecond } = await load({ port: server.port, next: search, connections: searching, requests: searches });
    rows.push({
      threads: workers,
      getP95: quiet.p95,
      besideP95: beside.p95,
      ratio: beside.p95 / quiet.p95,
      searchesPerSecond: perSecond,
    });
    server.child.kill();
    await once(server.child, 'exit');
  }
  report('threads', rows);
} finally {
  rmSync(home, { recursive: true, force: true });
}
