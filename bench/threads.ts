// How much searches of a large character slow down other calls on `serve`: get_memory's p95 by itself and beside a
// stream of searches, and searches per second, without threads, with one and with two in the same run. Needs the built
// program. Argument: memories in the character; default: 100000.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMemories, makeCharacter, openFile } from './support/filling.ts';
import { flood, startFlood } from './support/flood.ts';
import { load, request } from './support/http-load.ts';
import { report } from './support/report.ts';
import { serve } from './support/serve.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [, , first, ...rest] = process.argv;
const memories = Number(first ?? 100_000);
/** Concurrent searches. */
const searching = 4;
const gets = 2_000;
const searches = 200;

const texts = new ZipfTexts();
const searchOf = (key: string) => () =>
  request('POST', '/v1/characters/Ada/memories/search', key, { query: texts.query() });

if (first === 'flood') await flood({ port: Number(rest[0]), next: searchOf(rest[1] ?? ''), connections: searching });
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-threads-'));
const path = join(home, 'memory.db');
const env = { ...process.env, SERVICE_DB: path, SERVICE_RATE_LIMITS: 'off', SERVICE_LOG_LEVEL: 'info' };

try {
  const store = await openFile(path);
  const id = await makeCharacter(store, 'Ada');
  await addMemories(store, id, memories, () => texts.text());
  await store.close();
  let key: string | undefined;
  const rows: Record<string, string | number>[] = [];
  for (const workers of [0, 1, 2]) {
    const server = await serve({ env: { ...env, SERVICE_WORKERS: String(workers) } });
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
    await server.stop();
  }
  report('threads', rows);
} finally {
  rmSync(home, { recursive: true, force: true });
}
