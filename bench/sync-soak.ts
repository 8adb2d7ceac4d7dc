// A day's traffic of many replicas, compressed, against one built `serve`: the server's memory, what a search of another
// tenant takes (quiet, and during it), and whether every replica has everything at the end.
// Arguments: MINUTES, REPLICAS, MEMORIES, CHANGES of the day.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { load, request } from './support/http-load.ts';
import { memoryMB } from './support/process.ts';
import { quantile, report, timed } from './support/report.ts';
import { serve, servedPlace, tenant } from './support/serve.ts';
import { type SoakEnd, type SoakStart, serveReplicas } from './support/soak-replicas.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [minutes = 10, replicas = 50, memories = 100_000, changes = 5_000] = process.argv.slice(2).map(Number);
const processes = 3;
const searchEveryMs = 250;
const quietMs = 10_000;
const batch = 500;

const texts = new ZipfTexts();
const children: ChildProcess[] = [];

let url = '';

async function ask<Answer>(key: string, method: string, path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}

async function add(key: string, character: string, count: number): Promise<void> {
  const path = `/v1/characters/${character}/memories/batch-add`;
  for (let left = count; left > 0; left -= batch) {
    const some = Array.from({ length: Math.min(batch, left) }, () => ({ content: texts.text(), category: 'facts' }));
    await ask(key, 'POST', path, { memories: some });
  }
}

interface Asking {
  port: number;
  key: string;
}

/** Searches of another tenant, each by itself at its time, until it is aborted. */
async function searches({ port, key }: Asking, signal: AbortSignal): Promise<number[]> {
  const ms: number[] = [];
  while (!signal.aborted) {
    const next = () => request('POST', '/v1/characters/Other/memories/search', key, { query: texts.query() });
    ms.push((await timed(() => load({ port, next, connections: 1, requests: 1 }))).ms);
    await elapse(searchEveryMs);
  }
  return ms;
}

async function searchesDuring<Result>(
  asking: Asking,
  work: () => Promise<Result>,
): Promise<{ ms: number[]; result: Result }> {
  const ending = new AbortController();
  const searching = searches(asking, ending.signal);
  // If the work fails, that is the error to report.
  searching.catch(() => undefined);
  const result = await work().finally(() => ending.abort());
  return { ms: await searching, result };
}

const shown = (what: string, seconds: number, ms: readonly number[]) => {
  return { what, seconds, searches: ms.length, p50: quantile(ms, 0.5), p95: quantile(ms, 0.95) };
};

/** Megabytes a minute, by least squares over the second half of the samples. */
function slope(samples: readonly { at: number; MB: number }[]): number {
  const late = samples.slice(samples.length / 2);
  const mean = (of: (one: (typeof late)[number]) => number) =>
    late.reduce((sum, one) => sum + of(one), 0) / late.length;
  const [at, MB] = [mean((one) => one.at), mean((one) => one.MB)];
  const spread = mean((one) => (one.at - at) ** 2);
  return (mean((one) => (one.at - at) * (one.MB - MB)) / spread) * 60_000;
}

async function soak(): Promise<void> {
  const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-soak-'));
  const place = await servedPlace('soak');
  const server = await serve(place);
  url = `http://127.0.0.1:${server.port}`;
  const phase = (...given: Parameters<typeof shown>) => ({
    ...shown(...given),
    residentMB: memoryMB(server.pid, 'VmRSS'),
  });
  try {
    const key = server.key ?? '';
    const other = await tenant(place, server.port, 'other', ['Other']);
    await add(other, 'Other', 2_000);
    // One character that all share, and one of each replica.
    const names = ['Shared', ...Array.from({ length: replicas }, (_, i) => `Own ${i}`)];
    const each = Math.floor(memories / names.length);
    const filled = await timed(async () => {
      for (const name of names) {
        const { id } = await ask<{ id: string }>(key, 'POST', '/v1/characters', { name });
        await add(key, id, each);
      }
    });
    const asking = { port: server.port, key: other };
    const quiet = await searchesDuring(asking, () => elapse(quietMs));
    const rows = [phase('filled', filled.ms / 1000, []), phase('quiet', quietMs / 1000, quiet.ms)];

    const told = (child: ChildProcess) => once(child, 'message').then(([message]) => message as SoakEnd);
    const caughtUp = await searchesDuring(asking, async () => {
      const began = performance.now();
      await Promise.all(
        Array.from({ length: processes }, async (_, part) => {
          const child = fork(fileURLToPath(import.meta.url));
          children.push(child);
          const own = Array.from({ length: replicas }, (__, i) => i).filter((i) => i % processes === part);
          child.send({ home, url, key, replicas: own } satisfies SoakStart);
          await told(child);
        }),
      );
      return (performance.now() - began) / 1000;
    });
    rows.push(phase('all get everything', caughtUp.result, caughtUp.ms));

    const samples: { at: number; MB: number }[] = [];
    const sampling = setInterval(
      () => samples.push({ at: performance.now(), MB: memoryMB(server.pid, 'VmRSS') }),
      2_000,
    );
    const during = await searchesDuring(asking, async () => {
      const ends = children.map(told);
      for (const child of children) {
        child.send({ changes: Math.ceil(changes / processes), everyMs: (minutes * 60_000 * processes) / changes });
      }
      return Promise.all(ends);
    });
    clearInterval(sampling);
    rows.push(phase('traffic', minutes * 60, during.ms));
    report('sync-soak', rows);
    const ends = during.result;
    const all = await ask<{ memoryCount: number }>(key, 'GET', '/v1/characters/Shared');
    report('sync-soak end', [
      {
        replicas,
        memories: each * names.length,
        changes: ends.reduce((sum, one) => sum + one.changes, 0),
        exchanges: ends.reduce((sum, one) => sum + one.exchanges, 0),
        'MB sent': ends.reduce((sum, one) => sum + one.bytes, 0) / 1e6,
        'replicas with all': ends.flatMap((one) => one.shared).filter((count) => count === all.memoryCount).length,
        waiting: ends.reduce((sum, one) => sum + one.waiting, 0),
        problems: [...new Set(ends.flatMap((one) => one.problems))].join('; '),
        'MB a minute': slope(samples),
        'p95 / quiet p95': quantile(during.ms, 0.95) / quantile(quiet.ms, 0.95),
      },
    ]);
  } finally {
    for (const child of children) child.kill();
    await server.stop();
    await place.drop();
    rmSync(home, { recursive: true, force: true });
  }
}

if (process.send) serveReplicas();
else await soak();
