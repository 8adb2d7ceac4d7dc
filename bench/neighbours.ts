// What a tenant that floods `serve` costs another: get_memory's p95 by itself and beside a flood of lists, writes and
// searches of the other tenant. Needs the built program. The store is a file, or BENCH_DATABASE_URL, in a schema of its
// own that is dropped afterwards. Argument: memories of the heavy tenant; default: 10000.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { load, request } from './support/http-load.ts';
import { report, timed } from './support/report.ts';
import { serve, servedPlace, tenant } from './support/serve.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [, , first, ...rest] = process.argv;
const memories = Number(first ?? 10_000);
const flooding = 24;
const gets = 2_000;
const texts = new ZipfTexts();

const path = '/v1/characters/Ada/memories';
const add = (key: string) => () =>
  request('POST', `${path}/direct`, key, { content: texts.text(), category: 'general' });

/** Until it is killed: a process of its own, whose work nobody who measures waits for. It tells of each round of requests. */
async function flood(port: number, key: string): Promise<never> {
  const kinds = [
    () => request('GET', `${path}?limit=100`, key),
    () => request('POST', `${path}/search`, key, { query: texts.query() }),
    add(key),
  ];
  let turn = 0;
  const next = () => {
    turn += 1;
    if (turn % flooding === 0) process.stdout.write('.');
    return kinds[turn % kinds.length]!();
  };
  await load({ port, next, connections: flooding, requests: Number.POSITIVE_INFINITY });
  throw new Error('a flood ends when it is killed');
}

if (first === 'flood') await flood(Number(rest[0]), rest[1] ?? '');
const place = await servedPlace('neighbours');
try {
  const { port, stop } = await serve(place);
  const [light, heavy] = [await tenant(place, port, 'light'), await tenant(place, port, 'heavy')];
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
  let rounds = 0;
  flooder.stdout.on('data', (told: Buffer) => {
    rounds += told.length;
  });
  // It is in full swing.
  while (rounds < 20) await once(flooder.stdout, 'data');
  const before = rounds;
  const { ms, result: beside } = await timed(getting);
  flooder.kill();
  report('neighbours', [
    {
      store: place.store,
      getP50: quiet.p50,
      getP95: quiet.p95,
      besideP50: beside.p50,
      besideP95: beside.p95,
      ratio: beside.p95 / quiet.p95,
      floodPerSecond: ((rounds - before) * flooding * 1000) / ms,
    },
  ]);
  await stop();
} finally {
  await place.drop();
}
