import { closeSync, fdatasyncSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database as Sqlite } from 'better-sqlite3';
import Database from 'better-sqlite3';
import { StoreUnusable } from '../../unusable.ts';
import { writeOut } from '../disk/folder.ts';
import { versionOf } from '../disk/identity.ts';
import { contentsOf, rowsOf, type StoreContents } from '../disk/inventory.ts';
import { requireReadable } from '../disk/probe.ts';
import { logEndings, makePrivateFile } from '../disk/store-file.ts';
import { lostBytes } from '../disk/write-ahead-log.ts';
import { copyFailure, openFailure } from '../failures.ts';

export interface CopyOptions {
  /** How many of how many bytes are copied. */
  progress?: ((done: number, total: number) => void) | undefined;
  /** Ends the copying; what was written is removed. */
  signal?: AbortSignal | undefined;
}

/** Pages copied in one step; between two of them progress is reported and the signal is checked. */
const pagesPerStep = 1_024;
/** After how many bytes the copy is written out: all of it at once would hold up other processes' writes to the disk. */
const bytesPerSync = 16 * 1024 * 1024;

/**
 * Copies the store in `from`, its write-ahead log included, as it is at one moment into the new file `to`, for this
 * user only, and reads the copy through: its pages and indexes are whole, and each table has as many rows.
 * Others go on reading and writing meanwhile: SQLite's online backup (https://www.sqlite.org/backup.html), in steps
 * inside one read transaction, so that what others write neither waits nor makes it start again.
 * @throws StoreUnusable: no store, another program's, newer, damaged, or there is no room; `to` does not exist then.
 */
export async function checkedCopy(from: string, to: string, options: CopyOptions = {}): Promise<StoreContents> {
  requireFile(from);
  const bytes = lostBytes(from);
  if (bytes > 0) throw damaged(from, `its write-ahead log has lost ${bytes} bytes`);
  await requireReadable(from, options.signal);
  const source = opened(from);
  try {
    makePrivateFile(to);
    return await copied(source, to, options);
  } catch (error) {
    for (const ending of ['', '-journal', ...logEndings]) rmSync(to + ending, { force: true });
    throw copyFailure(from, to, error);
  } finally {
    source.close();
  }
}

function requireFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new StoreUnusable(`There is no store at ${path}.`);
  if (!stats.isFile()) throw new StoreUnusable(`${path} is no file.`);
}

/** A handle that is never written through; StoreUnusable when it holds no store of ours. */
function opened(path: string): Sqlite {
  let sqlite: Sqlite | undefined;
  try {
    sqlite = new Database(path, { fileMustExist: true, timeout: 5_000 });
    if (versionOf(sqlite) === 0) throw new StoreUnusable(`${path} is empty: there is no store in it.`);
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw openFailure(path, error);
  }
}

async function copied(source: Sqlite, to: string, options: CopyOptions): Promise<StoreContents> {
  source.exec('BEGIN');
  // The first reading settles the moment that the copy is of.
  const contents = contentsOf(source);
  requireRoom(to, contents.bytes);
  const rows = rowsOf(source);
  await copyPages(source, to, options);
  source.exec('COMMIT');
  // What others wrote meanwhile waits in the log; the next of them would have to take it over all at once.
  source.pragma('wal_checkpoint(PASSIVE)');
  options.signal?.throwIfAborted();
  requireWhole(source.name, to, rows);
  writeOut(to);
  return contents;
}

async function copyPages(source: Sqlite, to: string, { progress, signal }: CopyOptions): Promise<void> {
  const pageSize = Number(source.pragma('page_size', { simple: true }));
  const file = openSync(to, 'r+');
  let synced = 0;
  try {
    await source.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        signal?.throwIfAborted();
        const done = (totalPages - remainingPages) * pageSize;
        progress?.(done, totalPages * pageSize);
        if (done - synced >= bytesPerSync) {
          fdatasyncSync(file);
          synced = done;
        }
        return pagesPerStep;
      },
    });
  } finally {
    closeSync(file);
  }
}

/** Makes a copy one file that needs no log beside it, and reads it through. StoreUnusable for the first fault found. */
function requireWhole(source: string, copy: string, rows: ReadonlyMap<string, number>): void {
  const sqlite = new Database(copy, { fileMustExist: true });
  try {
    sqlite.pragma('journal_mode = DELETE');
    const [fault] = sqlite.pragma('integrity_check(1)', { simple: false }) as { integrity_check: string }[];
    if (fault?.integrity_check !== 'ok') throw damaged(source, fault?.integrity_check ?? 'it cannot be read through');
    const found = rowsOf(sqlite);
    for (const [table, count] of rows) {
      if (found.get(table) !== count)
        throw damaged(source, `${table} has ${found.get(table)} rows instead of ${count}`);
    }
  } finally {
    sqlite.close();
  }
}

function damaged(path: string, why: string): StoreUnusable {
  return new StoreUnusable(`The store ${path} is damaged: ${why}. Nothing was changed.`);
}

function requireRoom(to: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(to));
  if (bavail * bsize >= bytes) return;
  const mb = (count: number) => `${Math.ceil(count / 1e6)} MB`;
  throw new StoreUnusable(
    `${dirname(to)} has ${mb(bavail * bsize)} left; ${mb(bytes)} are needed. Nothing was changed.`,
  );
}
