// The longest waits of `/healthz` and of a neighbour's writes while a tenant gives `serve` the largest work: many long
// texts added at once, exchanged, restored, and measured. Needs the built program, and quiet cores. The store is a
// file, or BENCH_DATABASE_URL, in a schema of its own that is dropped afterwards.
import { randomUUID } from 'node:crypto';
import { report, timed } from './support/report.ts';
import { serve, servedPlace, tenant } from './support/serve.ts';

/** So many texts of that many characters: 960,000 in all, 460,000 in one exchange. */
const texts = 100;
const exchanged = 48;
const characters = 9_600;
const between = 10;

const words = () => Array.from({ length: characters / 6 }, () => randomUUID().slice(0, 5)).join(' ');
const twoSigns = () => `${randomUUID()} ${'日月'.repeat(characters / 2 - 20)}`;

const place = await servedPlace('held');
try {
  const { port, stop } = await serve(place);
  const [light, heavy] = [await tenant(place, port, 'light'), await tenant(place, port, 'heavy')];
  const ask = async (key: string, path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const given = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, given);
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const memories = '/v1/characters/Ada/memories';
  const add = (text: () => string) =>
    ask(heavy, `${memories}/batch-add`, {
      memories: Array.from({ length: texts }, () => ({ content: text(), category: 'facts' })),
    });
  const exchange = () => {
    const changes = Array.from({ length: exchanged }, () => ({
      id: randomUUID().replaceAll('-', ''),
      memoryId: randomUUID(),
      kind: 'add',
      at: Date.now(),
      content: words(),
      category: 'facts',
      salience: 0.5,
      importance: 'NORMAL',
      source: 'direct',
    }));
    return ask(heavy, '/v1/characters/Ada/exchange', { message: JSON.stringify({ form: 2, changes }) });
  };
  const change = (from: string, to: string) =>
    ask(heavy, `${memories}/batch`, { filter: { state: from }, change: { state: to } });
  const works: [name: string, work: () => Promise<unknown>][] = [
    ['nothing', () => new Promise((resolve) => setTimeout(resolve, 1_000))],
    ['batch-add of words', () => add(words)],
    ['batch-add of two signs', () => add(twoSigns)],
    ['exchange', exchange],
    ['memory-health', () => ask(heavy, '/v1/memory-health')],
    ['deletion of all', () => change('ACTIVE', 'DELETED')],
    ['restoration of all', () => change('DELETED', 'ACTIVE')],
  ];
  for (const [beside, work] of works) {
    let isDone = false;
    const longest = async (call: () => Promise<unknown>) => {
      let most = 0;
      while (!isDone) {
        most = Math.max(most, (await timed(call)).ms);
        await new Promise((resolve) => setTimeout(resolve, between));
      }
      return most;
    };
    const waits = Promise.all([
      longest(() => ask(light, '/healthz')),
      longest(() => ask(light, `${memories}/direct`, { content: `Note ${randomUUID()}`, category: 'facts' })),
    ]);
    const { ms: took } = await timed(work).finally(() => {
      isDone = true;
    });
    const [healthz, neighbour] = await waits;
    report('held', [{ store: place.store, beside, took, healthz, neighbour }]);
  }
  await stop();
} finally {
  await place.drop();
}
