// SQLite and PostgreSQL in one run on the same data: a search (read, rank, fetch of ten) at several sizes, taking turns
// so that both meet the same machine; a write of one memory beside a bare INSERT; four clients into one character.
// The database: BENCH_DATABASE_URL, in a schema of its own that is dropped afterwards. Arguments: sizes of characters,
// default 1000 10000.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { serviceScope } from '../src/domain/principal.ts';
import type { Store } from '../src/domain/store.ts';
import { analyzeQuery } from '../src/search/query.ts';
import { rank } from '../src/search/rank/rank.ts';
import { openServer } from '../src/storage/postgres/open.ts';
import { addMemories, makeCharacter, openFile } from './support/filling.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('BENCH_DATABASE_URL must name a PostgreSQL database');
const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(1_000, 10_000);
const warmUps = 30;
const searches = 150;
const writes = 250;
const clients = 4;
const batch = 1_000;
const scope = serviceScope('local');
const schema = `bench_${process.pid}`;
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-engines-'));

const admin = new pg.Client({ connectionString: url });
await admin.connect();
await admin.query(`CREATE SCHEMA ${schema}`);
const own = new URL(url);
own.searchParams.set('options', `-csearch_path=${schema},public`);

async function fill(store: Store, memories: number): Promise<string> {
  const texts = new ZipfTexts();
  const id = await makeCharacter(store, `character of ${memories}`);
  for (let done = 0; done < memories; done += batch) {
    await addMemories(store, id, Math.min(batch, memories - done), () => texts.text());
  }
  return id;
}

/** What a search finds, to the digit. */
async function search(store: Store, id: string, query: string, mayBeKept = true): Promise<string> {
  const analyzed = analyzeQuery(query, 0);
  const kept = mayBeKept ? await store.search.readKept(scope, id, analyzed) : undefined;
  const { material } = kept ?? (await store.search.read(scope, id, analyzed, undefined));
  const { memories } = rank(analyzed, material, { limit: 10 });
  const numbers = memories.map(({ memoryNo }) => memoryNo);
  const fetched = await (kept
    ? store.search.fetchKept(scope, id, numbers, kept.version)
    : store.search.fetch(scope, id, numbers));
  // Nobody writes meanwhile: what was kept holds.
  return JSON.stringify(memories.map(({ memoryNo, relevance }) => [fetched!.get(memoryNo)?.content, relevance]));
}

async function compareSearches(stores: readonly Store[], memories: number) {
  const ids = await Promise.all(stores.map((store) => fill(store, memories)));
  const queries = new ZipfTexts(7);
  const others = new ZipfTexts(8);
  const times: number[][] = [[], []];
  /** Of PostgreSQL, asking first whether what is kept still holds. */
  const asking: number[] = [];
  let alike = 0;
  for (let i = 0; i < warmUps + searches; i++) {
    const query = queries.query();
    const found: string[] = [];
    for (const [e, store] of stores.entries()) {
      const { ms, result } = await timed(() => search(store, ids[e]!, query));
      found.push(result);
      if (i >= warmUps) times[e]!.push(ms);
    }
    // With another query: what one reads is kept for the other.
    const asked = await timed(() => search(stores[1]!, ids[1]!, others.query(), false));
    if (i < warmUps) continue;
    asking.push(asked.ms);
    if (found[0] === found[1]) alike++;
  }
  const [sqlite, postgres] = times.map((all) => ({ p50: median(all), p95: quantile(all, 0.95) }));
  return {
    memories,
    'SQLite p50': sqlite!.p50,
    'SQLite p95': sqlite!.p95,
    'PostgreSQL p50': postgres!.p50,
    'PostgreSQL p95': postgres!.p95,
    'p50 / SQLite': postgres!.p50 / sqlite!.p50,
    'asking first': median(asking) / sqlite!.p50,
    'alike of': `${alike} of ${searches}`,
  };
}

/** Memories a second, and how many of them are there. */
async function writeAll(store: Store, idOf: (client: number) => string, count: number) {
  const texts = new ZipfTexts(11);
  const waits: number[] = [];
  const before = await counted(store, idOf(0));
  const { ms } = await timed(() =>
    Promise.all(
      Array.from({ length: count }, async (_, client) => {
        for (let i = 0; i < writes; i++) {
          const text = `${count} ${client} ${i} ${texts.text()}`;
          waits.push((await timed(() => addMemories(store, idOf(client), 1, () => text))).ms);
        }
      }),
    ),
  );
  const there = (await counted(store, idOf(0))) - before;
  return { 'a second': (count * writes * 1000) / ms, p50: median(waits), p95: quantile(waits, 0.95), there };
}

async function counted(store: Store, id: string): Promise<number> {
  return (await store.characters.find(scope, id))?.memoryCount ?? 0;
}

async function bareInserts() {
  await admin.query(`CREATE TABLE ${schema}.bare (no int PRIMARY KEY, content text NOT NULL)`);
  const texts = new ZipfTexts(11);
  const waits: number[] = [];
  const { ms } = await timed(async () => {
    for (let i = 0; i < writes; i++) {
      const query = { name: 'bare', text: `INSERT INTO ${schema}.bare VALUES ($1, $2)`, values: [i, texts.text()] };
      waits.push((await timed(() => admin.query(query))).ms);
    }
  });
  return { 'a second': (writes * 1000) / ms, p50: median(waits), p95: quantile(waits, 0.95), there: writes };
}

try {
  const { store: postgres } = await openServer(own.href);
  await postgres.tenants.ensure('local', 'BUSINESS', Date.now());
  const sqlite = await openFile(join(home, 'memory.db'));
  const stores = [sqlite, postgres];
  const rows = [];
  for (const size of sizes) rows.push(await compareSearches(stores, size));
  report('engines: search', rows);

  const writing = [];
  for (const [name, store] of [
    ['SQLite', sqlite],
    ['PostgreSQL', postgres],
  ] as const) {
    const id = await makeCharacter(store, 'written to');
    const others = await Promise.all(Array.from({ length: clients }, (_, i) => makeCharacter(store, `client ${i}`)));
    writing.push({ what: `${name}, one client`, ...(await writeAll(store, () => id, 1)) });
    writing.push({ what: `${name}, ${clients} clients, one character`, ...(await writeAll(store, () => id, clients)) });
    writing.push({
      what: `${name}, ${clients} clients, a character each`,
      ...(await writeAll(store, (i) => others[i]!, clients)),
    });
    if (name === 'PostgreSQL') writing.push({ what: 'bare INSERT, one client', ...(await bareInserts()) });
  }
  report('engines: write', writing);
  for (const store of stores) await store.close();
} finally {
  await admin.query(`DROP SCHEMA ${schema} CASCADE`);
  await admin.end();
  rmSync(home, { recursive: true, force: true });
}
