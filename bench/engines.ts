// SQLite and PostgreSQL in one run on the same data, each line beside what is wanted of it: a search (read, rank, fetch of
// ten) in characters of several sizes, in one of many small characters, and with vectors; a write of one memory beside a
// bare INSERT; four clients into one character. The database: BENCH_DATABASE_URL, in a schema of its own that is dropped
// afterwards; where it has no pgvector the searches with vectors run on PGlite instead. Arguments: sizes of characters
// ("1000"), small ones ("10x20000": of ten memories, so many), with vectors ("v2000"); default: one of each limit.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddingModel } from '../src/ai/models.ts';
import { serviceScope } from '../src/domain/principal.ts';
import type { Store } from '../src/domain/stores/store.ts';
import { tierLimits } from '../src/domain/tier.ts';
import { parts } from '../src/features/postgres.ts';
import { openServer, openStore } from '../src/storage/postgres/open.ts';
import { EmbeddedPostgres } from '../test/support/pglite.ts';
import { type Character, compared, type Side } from './support/compared.ts';
import { addMemories, makeCharacter, openFile } from './support/filling.ts';
import { ownSchema } from './support/on-server.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { Topics } from './support/topics.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const given = process.argv.slice(2);
if (given.length === 0) given.push('1000', '10000', '100000', '10x20000', 'v2000', 'v10000');
/** The target of p50, relative to SQLite's. */
const limits: Record<string, number> = { '1000': 2, '10000': 1.3, '100000': 1 };
const limitOfMany = 1.3;
const limitOfVectors = 2;
/**
 * The target of a write relative to a bare INSERT, and the least writes per second of four clients into one character.
 */
const limitOfWrites = 0.35;
const limitOfClients = 300;
const writes = 250;
const clients = 4;
const batch = 1_000;
/** Small characters that are filled concurrently. */
const filling = 8;
/** The dimensions of OpenAI's model. */
const model = { name: embeddingModel.name, dimensions: 1_536 };
const scope = serviceScope('local');
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-engines-'));

const found = await ownSchema('engines');
if (!found) throw new Error('BENCH_DATABASE_URL must name a PostgreSQL database');
const server = found;

async function fill(
  store: Store,
  name: string,
  memories: number,
  text: () => string,
  tenantId = 'local',
): Promise<Character> {
  const id = await makeCharacter(store, name, tenantId);
  await addMemories(store, id, memories, text, tenantId);
  return { id, tenantId };
}

async function ofOneCharacter(stores: readonly Store[], memories: number) {
  const sides = stores.map(async (store): Promise<Side> => {
    const texts = new ZipfTexts();
    const character = await fill(store, `one of ${memories}`, memories, () => texts.text());
    return { store, characterOf: () => character };
  });
  const queries = new ZipfTexts(7);
  const limit = limits[memories] ?? '';
  const figures = await compared((await Promise.all(sides)) as [Side, Side], () => ({ text: queries.query() }));
  return { memories, characters: 1, limit, ...figures };
}

/** Each search in another character, so that hardly any is cached. */
async function ofManyCharacters(stores: readonly Store[], memories: number, characters: number) {
  const sides = stores.map(async (store): Promise<Side> => {
    const made: Character[] = [];
    const tenantOf = (i: number) => `t${Math.floor(i / tierLimits.BUSINESS.maxCharacters)}`;
    for (let i = 0; i < characters; i += tierLimits.BUSINESS.maxCharacters) {
      await store.tenants.ensure(tenantOf(i), 'BUSINESS', Date.now());
    }
    const one = async (from: number) => {
      for (let i = from; i < characters; i += filling) {
        const texts = new ZipfTexts(i);
        made[i] = await fill(store, `small ${i}`, memories, () => texts.text(), tenantOf(i));
      }
    };
    await Promise.all(Array.from({ length: filling }, (_, from) => one(from)));
    return { store, characterOf: (search) => made[(search * 7_919) % characters]! };
  });
  const queries = new ZipfTexts(7);
  const figures = await compared((await Promise.all(sides)) as [Side, Side], () => ({ text: queries.query() }));
  return { memories, characters, limit: limitOfMany, ...figures };
}

/** Texts and vectors of the same topics, in both stores. */
async function withVectors(stores: readonly Store[], memories: number, name: string) {
  const sides = stores.map(async (store): Promise<Side> => {
    const topics = new Topics(model.dimensions);
    await store.embeddings.useModel(model);
    const character = await fill(store, `vectors of ${memories}`, memories, () => topics.text());
    for (;;) {
      const waiting = await store.embeddings.takeWaiting(model, 'local', batch, Number.POSITIVE_INFINITY);
      if (waiting.length === 0) break;
      await store.embeddings.save(
        model,
        waiting.map((one) => ({ ...one, vector: topics.vector() })),
      );
    }
    return { store, characterOf: () => character };
  });
  const both = (await Promise.all(sides)) as [Side, Side];
  const asked = new Topics(model.dimensions);
  const lexical = await compared(both, () => ({ text: asked.text() }));
  const figures = await compared(both, () => ({ text: asked.text(), embedded: { model, vector: asked.vector() } }));
  return {
    memories,
    on: name,
    limit: limitOfVectors,
    'SQLite p50': figures['SQLite p50'],
    'PostgreSQL p50': figures['PostgreSQL p50'],
    'p50 / SQLite': figures['p50 / SQLite'],
    'without vectors': lexical['p50 / SQLite'],
  };
}

/** Memories per second, and how many are stored. */
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
  await server.client.query('CREATE TABLE bare (no int PRIMARY KEY, content text NOT NULL)');
  const texts = new ZipfTexts(11);
  const waits: number[] = [];
  const { ms } = await timed(async () => {
    for (let i = 0; i < writes; i++) {
      const query = { name: 'bare', text: 'INSERT INTO bare VALUES ($1, $2)', values: [i, texts.text()] };
      waits.push((await timed(() => server.client.query(query))).ms);
    }
  });
  return { 'a second': (writes * 1000) / ms, p50: median(waits), p95: quantile(waits, 0.95), there: writes };
}

/** PostgreSQL with vectors: the server, or PGlite if the server has no pgvector. */
async function vectorStore(server: Store, without: string | undefined) {
  if (without === undefined) return { store: server, name: 'server', close: async () => undefined };
  const embedded = await EmbeddedPostgres.start();
  await embedded.script('CREATE SCHEMA bench');
  const { store } = await openStore(embedded.driver('bench'), { place: 'PGlite' }, { parts });
  await store.tenants.ensure('local', 'BUSINESS', Date.now());
  return { store, name: 'PGlite', close: () => embedded.close() };
}

try {
  const { store: postgres, withoutVectors } = await openServer(server.url, { parts });
  await postgres.tenants.ensure('local', 'BUSINESS', Date.now());
  const sqlite = await openFile(join(home, 'memory.db'));
  const stores = [sqlite, postgres];
  const rows = [];
  for (const size of given.filter((one) => /^\d+$/.test(one))) rows.push(await ofOneCharacter(stores, Number(size)));
  for (const many of given.filter((one) => one.includes('x'))) {
    const [memories, characters] = many.split('x').map(Number) as [number, number];
    rows.push(await ofManyCharacters(stores, memories, characters));
  }
  report('engines: search', rows);

  const sizes = given.filter((one) => one.startsWith('v')).map((one) => Number(one.slice(1)));
  if (sizes.length > 0) {
    const { store, name, close } = await vectorStore(postgres, withoutVectors);
    const vectors = await openFile(join(home, 'vectors.db'));
    const hybrid = [];
    for (const size of sizes) hybrid.push(await withVectors([vectors, store], size, name));
    report('engines: search with vectors', hybrid);
    await vectors.close();
    await close();
  }

  const bare = await bareInserts();
  const writing = [];
  for (const [name, store] of [
    ['SQLite', sqlite],
    ['PostgreSQL', postgres],
  ] as const) {
    const id = await makeCharacter(store, 'written to');
    const others = await Promise.all(Array.from({ length: clients }, (_, i) => makeCharacter(store, `client ${i}`)));
    const row = async (what: string, limit: string, idOf: (client: number) => string, count: number) => {
      const figures = await writeAll(store, idOf, count);
      writing.push({
        what: `${name}, ${what}`,
        limit,
        ...figures,
        'of a bare INSERT': figures['a second'] / bare['a second'],
      });
    };
    const wanted = (limit: string) => (name === 'PostgreSQL' ? limit : '');
    await row('one client', wanted(`${limitOfWrites} of a bare INSERT`), () => id, 1);
    await row(`${clients} clients, one character`, wanted(`${limitOfClients} a second`), () => id, clients);
    await row(`${clients} clients, a character each`, '', (i) => others[i]!, clients);
  }
  writing.push({ what: 'bare INSERT, one client', limit: '', ...bare, 'of a bare INSERT': 1 });
  report('engines: write', writing);
  for (const store of stores) await store.close();
} finally {
  await server.drop();
  rmSync(home, { recursive: true, force: true });
}
