// Search through the MCP client over stdio beside a plain FTS5 table of the same texts in the same run; the first
// search of a fresh process, right behind the handshake and when the process has made itself ready; memory; a write
// beside one fdatasync of the disk. The texts are real ones where the data of evaluations is there, else Zipf texts.
// Arguments: CHARACTERSxMEMORIES ...; default: 1x1000 1x10000 1x100000 1000x1000.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../src/base/sqlite.ts';
import { serviceScope } from '../src/domain/principal.ts';
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
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-search-'));

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
async function fill(path: string, plain: Database, characters: number, memories: number): Promise<string> {
  const texts = textsFrom();
  const store = await openFile(path);
  plain.exec('CREATE VIRTUAL TABLE plain USING fts5(content)');
  const insert = plain.prepare('INSERT INTO plain (content) VALUES (?)');
  let first = '';
  for (let character = 0; character < characters; character++) {
    const id = await makeCharacter(store, `character ${character}`);
    first ||= id;
    const text = () => {
      const made = texts.text();
      if (id === first) insert.run(made);
      return made;
    };
    plain.exec('BEGIN');
    await addMemories(store, id, memories, text);
    plain.exec('COMMIT');
    // The limit counts ACTIVE characters.
    if (id !== first)
      await store.characters.change(serviceScope('local'), id, () => ({ status: 'ARCHIVED' }), Date.now());
  }
  await store.close();
  return first;
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
  const path = join(home, `${characters}x${memories}.db`);
  const plain = new Database(`${path}-plain.db`);
  plain.pragma('journal_mode = WAL');
  const characterId = await fill(path, plain, characters, memories);
  const select = plain.prepare('SELECT rowid, content FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 100');
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
  const before = server.residentMB();
  const ours: number[] = [];
  const theirs: number[] = [];
  const pings: number[] = [];
  let started = 0;
  let plainWork = 0;
  for (let i = 0; i < warmUps + searches; i++) {
    const query = queries.query();
    const match = (query.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ');
    const found = await timed(() => server.call('search_memories', { characterId, query }));
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
  const grownMB = server.residentMB() - before;

  const written: number[] = [];
  const synced = syncTimes();
  for (let i = 0; i < writes; i++) {
    const input = { characterId, content: `${queries.text()} (${i})`, category: 'general', sessionId: `s${i}` };
    written.push((await timed(() => server.call('add_memory_direct', input))).ms);
  }
  await server.close();
  plain.close();
  return {
    store: `${characters} x ${memories}`,
    p50: median(ours),
    p95: quantile(ours, 0.95),
    'CPU of a search': work,
    'FTS5 CPU': plainWork,
    'CPU / FTS5': work / plainWork,
    'FTS5 p50': median(theirs),
    'FTS5 p95': quantile(theirs, 0.95),
    'p95 / FTS5': quantile(ours, 0.95) / quantile(theirs, 0.95),
    'ping p50': median(pings),
    'first search': median(first.atOnce),
    'first search, ready': median(first.ready),
    'grown MB': grownMB,
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
