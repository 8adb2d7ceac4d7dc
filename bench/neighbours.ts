// How much a tenant that floods `serve` slows down another: get_memory's p95 by itself and beside a flood of lists,
// writes and searches of the other tenant. Needs the built program. The store is a file, or BENCH_DATABASE_URL, in a
// schema of its own that is dropped afterwards. Argument: memories of the heavy tenant; default: 10000.
import { flood, startFlood } from './support/flood.ts';
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

/** Lists, searches and writes in turn. */
function floodOf(port: number, key: string): Promise<never> {
  const kinds = [
    () => request('GET', `${path}?limit=100`, key),
    () => request('POST', `${path}/search`, key, { query: texts.query() }),
    add(key),
  ];
  let turn = 0;
  return flood({ port, next: () => kinds[turn++ % kinds.length]!(), connections: flooding });
}

if (first === 'flood') await floodOf(Number(rest[0]), rest[1] ?? '');
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
  const flooder = await startFlood(String(port), heavy);
  const before = flooder.rounds();
  const { ms, result: beside } = await timed(getting);
  const rounds = flooder.rounds() - before;
  await flooder.stop();
  report('neighbours', [
    {
      store: place.store,
      getP50: quiet.p50,
      getP95: quiet.p95,
      besideP50: beside.p50,
      besideP95: beside.p95,
      ratio: beside.p95 / quiet.p95,
      floodPerSecond: (rounds * flooding * 1000) / ms,
    },
  ]);
  await stop();
} finally {
  await place.drop();
}
