// How long others wait for `serve` beside an import and syncs of many memories: a writer and a reader in the same
// character and in another one, at the node that does the work and at a second one. Each calls, pauses and calls again;
// "nothing" is the baseline of the machine. Needs the built program. The store is a file, or BENCH_DATABASE_URL, in a
// schema of its own that is dropped afterwards. Argument: memories; default: 17000.
import { setTimeout as rest } from 'node:timers/promises';
import { quantile, report, timed } from './support/report.ts';
import { serve, servedPlace, tenant } from './support/serve.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const imported = Number(process.argv[2] ?? 17_000);
const quietMs = 4_000;
const restMs = 100;
const texts = new ZipfTexts();

const place = await servedPlace('imports');
const nodes: Awaited<ReturnType<typeof serve>>[] = [];

async function post(port: number, key: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}/v1/characters/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${said}`);
}

try {
  nodes.push(await serve(place), await serve(place));
  const [first, second] = nodes.map(({ port }) => port) as [number, number];
  const key = await tenant(place, first, 'one', ['Ada', 'Bea']);
  let note = 0;
  const kinds = {
    write: (port: number, who: string) =>
      post(port, key, `${who}/memories/direct`, { content: `Note ${note++}`, category: 'general' }),
    search: (port: number, who: string) => post(port, key, `${who}/memories/search`, { query: texts.query() }),
  };
  const probes = Object.entries(kinds).flatMap(([kind, ask]) =>
    (['Ada', 'Bea'] as const).map((who) => [`${kind} ${who === 'Ada' ? 'here' : 'elsewhere'}`, ask, who] as const),
  );

  /** The longest waits of repeated callers during some work. */
  async function beside(name: string, work: () => Promise<unknown>) {
    let done = false;
    const working = timed(work).finally(() => {
      done = true;
    });
    const waits = await Promise.all(
      [first, second].flatMap((port, node) =>
        probes.map(async ([probe, ask, who]) => {
          const waited: number[] = [];
          while (!done) {
            waited.push((await timed(() => ask(port, who))).ms);
            await rest(restMs);
          }
          return {
            beside: name,
            at: node === 0 ? 'same node' : 'second node',
            probe,
            asked: waited.length,
            p95: quantile(waited, 0.95),
            longest: Math.max(...waited),
          };
        }),
      ),
    );
    const { ms } = await working;
    return waits.map((one) => ({ ...one, took: ms }));
  }

  const lines = Array.from({ length: imported }, (_, i) => `${i} ${texts.text()}`);
  const importing = (all: string[]) => () =>
    post(first, key, 'Ada/import', { fileName: 'notes.json', fileContent: JSON.stringify(all) });
  const syncing =
    (all: string[], heading = 'Notes') =>
    () =>
      post(first, key, 'Ada/sync', {
        filePath: 'notes.md',
        fileContent: `# ${heading}\n\n${all.map((line) => `- ${line}\n`).join('')}`,
      });
  report('imports', [
    ...(await beside('nothing', () => rest(quietMs))),
    ...(await beside(`an import of ${imported}`, importing(lines.map((line) => `imported ${line}`)))),
    ...(await beside(`a sync of ${imported}`, syncing(lines))),
    ...(await beside(`a sync that moves ${imported}`, syncing(lines, 'Renamed'))),
    ...(await beside(
      'a sync that changes every second',
      syncing(
        lines.map((line, i) => (i % 2 ? line : `${line} Changed.`)),
        'Renamed',
      ),
    )),
    ...(await beside('a sync that empties the file', syncing(['Nothing.']))),
  ]);
} finally {
  for (const { stop } of nodes) await stop();
  await place.drop();
}
