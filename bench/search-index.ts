/**
 * The search index beside a plain FTS5 table of the same texts: time of a search and of a write, bytes a memory.
 * Bundle and run it: npx esbuild bench/search-index.ts --bundle --platform=node --loader:.sql=text
 * --external:better-sqlite3 --outfile=/tmp/search-index.cjs && node /tmp/search-index.cjs [characters x memories ...]
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { analyzeQuery } from '../src/search/query.ts';
import { rank } from '../src/search/rank/rank.ts';
import { SearchIndex } from '../src/storage/sqlite/search-index/search-index.ts';
import tables from '../src/storage/sqlite/search-index/tables.sql';
import { ZipfTexts } from './search-texts.ts';

const SEARCHES = 60;
const WRITES = 60;
const print = (line: string) => process.stdout.write(`${line}\n`);
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'search-index-'));
const quantile = (values: number[], q: number) => values.toSorted((a, b) => a - b)[Math.floor(q * values.length)]!;
const figures = (values: number[]) => `${quantile(values, 0.5).toFixed(2)}/${quantile(values, 0.95).toFixed(2)}`;

function timed(repeat: number, run: (i: number) => void): number[] {
  return Array.from({ length: repeat }, (_, i) => {
    const started = performance.now();
    run(i);
    return performance.now() - started;
  });
}

function open(path: string): Database.Database {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  return db;
}

/** One fdatasync of a small append, the floor under every durable write. */
function fdatasync(): number[] {
  const file = openSync(join(home, 'sync'), 'w');
  const times = timed(WRITES, () => {
    writeSync(file, Buffer.alloc(4096));
    fdatasyncSync(file);
  });
  closeSync(file);
  return times;
}

function measure(characters: number, memories: number): void {
  const texts = new ZipfTexts();
  const path = join(home, `${characters}x${memories}.db`);
  const plainPath = join(home, `${characters}x${memories}-plain.db`);
  let db = open(path);
  db.exec(tables);
  let index = new SearchIndex(db);
  const plain = open(plainPath);
  plain.exec('CREATE VIRTUAL TABLE plain USING fts5(content)');
  const insertPlain = plain.prepare('INSERT INTO plain(rowid, content) VALUES (?, ?)');
  let memoryNo = 0;
  let building = 0;
  const add = (characterNo: number) => {
    const content = texts.text();
    memoryNo++;
    const started = performance.now();
    index.add({ characterNo, memoryNo, content, sessionId: `s${memoryNo >> 5}`, occurredAt: memoryNo * 60_000 });
    building += performance.now() - started;
    if (characterNo === 1) insertPlain.run(memoryNo, content);
  };
  plain.transaction(() => {
    for (let c = 1; c <= characters; c++)
      db.transaction(() => {
        for (let m = 0; m < memories; m++) add(c);
      })();
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  const bytes = statSync(path).size / memoryNo;
  db.close();

  const queries = Array.from({ length: SEARCHES }, () => texts.query());
  const opening = performance.now();
  db = open(path);
  index = new SearchIndex(db);
  const search = (query: string) => {
    const analyzed = analyzeQuery(query, Date.now());
    return rank(analyzed, index.read(1, analyzed), { limit: 100 });
  };
  search(queries[0]!);
  const opened = performance.now() - opening;
  for (const query of queries.slice(0, 10)) search(query);
  const before = process.memoryUsage().rss;
  const ours = timed(SEARCHES, (i) => search(queries[i]!));
  const reading = timed(SEARCHES, (i) => index.read(1, analyzeQuery(queries[i]!, 0)));
  const grown = (process.memoryUsage().rss - before) / 1e6;
  const typos = timed(20, (i) => search(queries[i]!.replace(/(\w\w\w)(\w*)$/, '$1x$2 zzqxzzq')));
  const match = plain.prepare('SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 100');
  const theirs = timed(SEARCHES, (i) => match.all(queries[i]!.split(' ').join(' OR ')));

  const pages = db.pragma('page_count', { simple: true });
  const write = db.transaction(() => add(1)).immediate;
  const wal = () => statSync(`${path}-wal`).size;
  write();
  const walBefore = wal();
  const writes = timed(WRITES, () => write());
  const walBytes = (wal() - walBefore) / WRITES;
  const floor = fdatasync();
  const move = db.transaction(() => index.remove(1, memoryNo - 5)).immediate;
  const removal = timed(1, () => move());
  print(
    `${characters} x ${memories}: search ${figures(ours)} ms (reading ${figures(reading)}), FTS5 ${figures(theirs)}, ` +
      `typos ${figures(typos)}, open and search ${opened.toFixed(1)}; write ${figures(writes)} (fdatasync ${figures(floor)}, ` +
      `WAL ${(walBytes / 1024).toFixed(0)} kB), remove ${removal[0]!.toFixed(2)}; ${bytes.toFixed(0)} bytes a memory, ` +
      `${pages} pages, ${(memoryNo / building).toFixed(1)} added/ms, RSS +${grown.toFixed(0)} MB`,
  );
  db.close();
  plain.close();
}

try {
  const sizes = process.argv.slice(2);
  for (const size of sizes.length > 0 ? sizes : ['1x1000', '1x10000', '1x100000', '1000x1000']) {
    const [characters, memories] = size.split('x').map(Number);
    measure(characters!, memories!);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
