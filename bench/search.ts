// Search through the MCP client over stdio, with the vectors of the package's encoder in the store, beside the ten best of
// a plain FTS5 table of the same texts in the same run; the first search of a fresh process, right behind the handshake
// and when the process has made itself ready; memory; a write beside one fdatasync of the disk. The questions were encoded
// before. The texts are real ones where the data of evaluations is there, else Zipf texts.
// Arguments: CHARACTERSxMEMORIES ...; default: 1x1000 1x10000 1x100000 1000x1000. A million: 1x1000000, some 20 minutes.
// With BENCH_DIR the stores are kept there for the next run.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../src/base/sqlite.ts';
import { serviceScope } from '../src/domain/principal.ts';
import { encodeAll } from './support/encoding.ts';
import { addMemories, makeCharacter, openFile } from './support/filling.ts';
import { realTexts } from './support/real-texts.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { connect } from './support/server.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const warmUps = 40;
const searches = 200;
const writes = 100;
const firstSearches = 9;
/** Long enough for a server's idle work after the handshake. */
const readyMs = 1_500;
const wanted = 10;
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-search-'));
const kept = process.env.BENCH_DIR ?? home;
/** The character that is searched, and one without memories. */
const names = { searched: 'character 0', empty: 'nobody' };

const given = process.argv.slice(2).map((size) => size.split('x').map(Number));
const sizes =
  given.length > 0
    ? given
    : [
        [1, 1_000],
        [1, 10_000],
        [1, 100_000],
        [1_000, 1_000],
      ];

const textsFrom = (seed?: number) => realTexts() ?? new ZipfTexts(seed);

/** A store file of our own and a plain FTS5 table of the first character's texts. */
async function fill(path: string, plainPath: string, characters: number, memories: number): Promise<void> {
  const texts = textsFrom();
  const store = await openFile(path);
  rmSync(plainPath, { force: true });
  const plain = new Database(plainPath);
  plain.pragma('journal_mode = WAL');
  plain.exec('CREATE VIRTUAL TABLE plain USING fts5(content, tokenize = porter)');
  const insert = plain.prepare('INSERT INTO plain (content) VALUES (?)');
  await makeCharacter(store, names.empty);
  for (let character = 0; character < characters; character++) {
    const id = await makeCharacter(store, `character ${character}`);
    const text = () => {
      const made = texts.text();
      if (character === 0) insert.run(made);
      return made;
    };
    plain.exec('BEGIN');
    await addMemories(store, id, memories, text);
    plain.exec('COMMIT');
    // The limit counts ACTIVE characters.
    if (character > 0)
      await store.characters.change(serviceScope('local'), id, () => ({ status: 'ARCHIVED' }), Date.now());
  }
  await encodeAll(store);
  plain.close();
  await store.close();
  // A server judges and compares what is new in the background, which would count as work of searches.
  const file = new Database(path);
  file.exec('UPDATE memories SET to_judge = 0, compared = revision');
  file.close();
}

/** One fdatasync after appending a page: the floor under a durable write. */
function syncTimes(): number[] {
  const file = openSync(join(home, 'sync'), 'w');
  const times = Array.from({ length: writes }, () => {
    writeSync(file, Buffer.alloc(4096));
    const started = performance.now();
    fdatasyncSync(file);
    return performance.now() - started;
  });
  closeSync(file);
  return times;
}

async function measure(characters: number, memories: number) {
  const [filled, filledPlain] = ['memories', 'plain'].map((what) => join(kept, `${what}-${characters}x${memories}.db`));
  const path = join(home, 'memory.db');
  if (!existsSync(filled!)) {
    await fill(path, filledPlain!, characters, memories);
    renameSync(path, filled!);
  }
  copyFileSync(filled!, path);
  const plain = new Database(filledPlain);
  const characterId = names.searched;
  const select = plain.prepare(`SELECT rowid, content FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT ${wanted}`);
  const queries = textsFrom(7);
  const first = { atOnce: [] as number[], ready: [] as number[] };
  for (let i = 0; i < firstSearches; i++) {
    for (const when of ['atOnce', 'ready'] as const) {
      const fresh = await connect(path);
      if (when === 'ready') await new Promise((resolve) => setTimeout(resolve, readyMs));
      const query = queries.query();
      first[when].push((await timed(() => fresh.call('search_memories', { characterId, query }))).ms);
      await fresh.close();
    }
  }

  const server = await connect(path);
  const asked = Array.from({ length: warmUps + searches }, () => queries.query());
  for (const query of asked) await server.call('search_memories', { characterId: names.empty, query });
  const ours: number[] = [];
  const theirs: number[] = [];
  const pings: number[] = [];
  let started = 0;
  let plainWork = 0;
  for (const [i, query] of asked.entries()) {
    const match = (query.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ');
    const found = await timed(() => server.call('search_memories', { characterId, query, limit: wanted }));
    const before = process.cpuUsage();
    const listed = await timed(() => select.all(match));
    const { user, system } = process.cpuUsage(before);
    const ping = await timed(() => server.ping());
    if (i === warmUps - 1) started = server.workMs();
    if (i < warmUps) continue;
    plainWork += (user + system) / 1000 / searches;
    ours.push(found.ms);
    theirs.push(listed.ms);
    pings.push(ping.ms);
  }
  const work = (server.workMs() - started) / searches;
  const residentMB = server.residentMB();

  const written: number[] = [];
  const synced = syncTimes();
  for (let i = 0; i < writes; i++) {
    const input = { characterId, content: `${queries.text()} (${i})`, category: 'general', sessionId: `s${i}` };
    written.push((await timed(() => server.call('add_memory_direct', input))).ms);
  }
  await server.close();
  plain.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  return {
    store: `${characters} x ${memories}`,
    p50: median(ours),
    p95: quantile(ours, 0.95),
    'p95 / p50': quantile(ours, 0.95) / median(ours),
    'CPU of a search': work,
    'FTS5 CPU': plainWork,
    'CPU / FTS5': work / plainWork,
    'FTS5 p50': median(theirs),
    'FTS5 p95': quantile(theirs, 0.95),
    'p95 / FTS5': quantile(ours, 0.95) / quantile(theirs, 0.95),
    'ping p50': median(pings),
    'first search': median(first.atOnce),
    'first search, ready': median(first.ready),
    residentMB,
    'write p50': median(written),
    'fdatasync p50': median(synced),
    '(write - ping) / sync': (median(written) - median(pings)) / median(synced),
  };
}

try {
  const rows = [];
  for (const [characters = 1, memories = 1_000] of sizes) rows.push(await measure(characters, memories));
  report(`search, ${realTexts() ? 'real' : 'Zipf'} texts`, rows);
} finally {
  rmSync(home, { recursive: true, force: true });
}
