// Vectors of 1536 dimensions in one character: the two-step search, the whole hybrid search and sqlite-vec's exact
// scan, side by side in one run; recall of the first against the last; room on disk. Arguments: numbers of memories.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getLoadablePath } from 'sqlite-vec';
import { embeddingModel } from '../src/ai/models.ts';
import { Database } from '../src/base/sqlite.ts';
import { serviceScope } from '../src/domain/principal.ts';
import type { Store } from '../src/domain/stores/store.ts';
import { analyzeQuery } from '../src/search/query.ts';
import { rank } from '../src/search/rank/rank.ts';
import { sampleOf } from '../src/service/retrieval/similarity.ts';
import { addMemories, makeCharacter, openFile } from './support/filling.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { Topics } from './support/topics.ts';

const sizes = process.argv.slice(2).map(Number);
const counts = sizes.length > 0 ? sizes : [1_000, 10_000, 100_000];
const queries = 30;
const batch = 1_000;
const wanted = 10;
/** The dimensions of OpenAI's model. */
const dimensions = 1_536;
const model = { name: embeddingModel.name, dimensions };
const home = mkdtempSync(join(tmpdir(), 'bench-vectors-'));
const topics = new Topics(dimensions);

/** Stores memories and their embeddings; `each` gets every vector with its memory's number. */
async function fill(
  store: Store,
  characterId: string,
  count: number,
  each = (_no: number, _vector: Float32Array) => {},
) {
  for (let done = 0; done < count; done += batch) {
    await addMemories(store, characterId, Math.min(batch, count - done), () => topics.text());
    const waiting = await store.embeddings.takeWaiting(model, 'local', batch, Number.POSITIVE_INFINITY);
    const embedded = waiting.map((one) => ({ ...one, vector: topics.vector() }));
    for (const { memoryNo, vector } of embedded) each(memoryNo, vector);
    await store.embeddings.save(model, embedded);
  }
}

async function openFilled(file: string): Promise<Store> {
  const store = await openFile(join(home, file));
  await store.embeddings.useModel(model);
  return store;
}

function bytesOf(file: string, names: string): number {
  const db = new Database(join(home, file), { readonly: true });
  const { bytes } = db.prepare(`SELECT sum(pgsize) AS bytes FROM dbstat WHERE name ${names}`).get() as {
    bytes: number;
  };
  db.close();
  return bytes;
}

const vectorTables = "= 'embeddings' OR name LIKE 'memory_bits%'";

async function measure(count: number) {
  const store = await openFilled(`${count}.db`);
  const characterId = await makeCharacter(store, 'Ada');
  const exact = new Database(join(home, `${count}-exact.db`));
  exact.loadExtension(getLoadablePath());
  exact.pragma('journal_mode = WAL');
  exact.exec(
    `CREATE VIRTUAL TABLE v USING vec0(no INTEGER PRIMARY KEY, e float[${dimensions}] distance_metric=cosine)`,
  );
  const insert = exact.prepare('INSERT INTO v (no, e) VALUES (?, ?)');
  exact.exec('BEGIN');
  await fill(store, characterId, count, (no, vector) => insert.run(BigInt(no), Buffer.from(vector.buffer)));
  exact.exec('COMMIT');
  const scan = exact.prepare('SELECT no FROM v WHERE e MATCH ? AND k = ?').pluck();
  const figures = { vector: [] as number[], hybrid: [] as number[], exact: [] as number[], recall: [] as number[] };
  for (let i = 0; i < queries; i++) {
    const query = topics.vector();
    const text = topics.text();
    const vector = await timed(() =>
      store.embeddings.nearest(model, serviceScope('local'), characterId, query, 100, []),
    );
    const hybrid = await timed(async () => {
      const analyzed = analyzeQuery(text, Date.now());
      const { material } = await store.search.read(serviceScope('local'), characterId, analyzed, undefined);
      const sample = sampleOf(material.passages);
      const nearness = await store.embeddings.nearest(model, serviceScope('local'), characterId, query, 100, sample);
      const { memories } = rank(analyzed, material, { limit: wanted, nearness });
      return store.search.fetch(
        serviceScope('local'),
        characterId,
        memories.map(({ memoryNo }) => memoryNo),
      );
    });
    const all = await timed(() => scan.all(Buffer.from(query.buffer), wanted) as number[]);
    const found = new Set(vector.result.near.memoryNos.subarray(0, wanted));
    figures.vector.push(vector.ms);
    figures.hybrid.push(hybrid.ms);
    figures.exact.push(all.ms);
    figures.recall.push(all.result.filter((no) => found.has(no)).length / wanted);
  }
  exact.close();
  await store.close();
  const { vector, hybrid, recall } = figures;
  return {
    memories: count,
    'vector p50': median(vector),
    'vector p95': quantile(vector, 0.95),
    'hybrid p50': median(hybrid),
    'hybrid p95': quantile(hybrid, 0.95),
    'exact p50': median(figures.exact),
    'exact p95': quantile(figures.exact, 0.95),
    'exact / vector': median(figures.exact) / median(vector),
    'hybrid / exact': median(hybrid) / median(figures.exact),
    'recall@10': recall.reduce((sum, one) => sum + one, 0) / recall.length,
    'bytes a memory': bytesOf(`${count}.db`, vectorTables) / count,
  };
}

/** The disk space of the vectors of many small characters, relative to their size. */
async function measureWaste(characters: number, memories: number) {
  const store = await openFilled('small.db');
  for (let i = 0; i < characters; i++) await fill(store, await makeCharacter(store, `Character ${i}`), memories);
  await store.close();
  const own = characters * memories * (dimensions + dimensions / 8);
  const bytes = bytesOf('small.db', vectorTables);
  return { characters, memories, 'own MB': own / 1e6, 'disk MB': bytes / 1e6, 'disk / own': bytes / own };
}

try {
  const rows = [];
  for (const count of counts) rows.push(await measure(count));
  report('vectors', rows);
  report('vectors of small characters', [await measureWaste(100, 50)]);
} finally {
  rmSync(home, { recursive: true, force: true });
}
