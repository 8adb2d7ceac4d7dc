import { closeSync, fdatasyncSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database } from '../../../base/sqlite.ts';
import { StoreUnusable } from '../../unusable.ts';
import { writeOut } from '../disk/folder.ts';
import { versionOf } from '../disk/identity.ts';
import { contentsOf, rowsOf, type StoreContents } from '../disk/inventory.ts';
import { requireReadable } from '../disk/probe.ts';
import { logEndings, makePrivateFile } from '../disk/store-file.ts';
import { lostBytes } from '../disk/write-ahead-log.ts';
import { copyFailure, openFailure } from '../failures.ts';

export interface CopyOptions {
  /** Progress: copied bytes, total bytes. */
  progress?: ((done: number, total: number) => void) | undefined;
  /** Aborts the copying and removes the copy. */
  signal?: AbortSignal | undefined;
}

/** Pages per step; between two of them progress is reported and the signal is checked. */
const pagesPerStep = 1_024;
/** Bytes between two syncs: one sync of everything would delay other processes' writes. */
const bytesPerSync = 16 * 1024 * 1024;

/**
 * Copies one snapshot of the store in `from`, its write-ahead log included, into the new file `to`, for this user only,
 * and verifies the copy: its pages and indexes are intact, and each table has the same number of rows. Others go on
 * reading and writing meanwhile: SQLite's online backup (https://www.sqlite.org/backup.html), in steps inside one read
 * transaction, so that writes of others neither wait nor restart it.
 * @throws StoreUnusable: no store, another program's, newer, damaged, or there is no space; `to` does not exist then.
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

/** A read-only handle; StoreUnusable when it holds no store of ours. */
function opened(path: string): Database {
  let sqlite: Database | undefined;
  try {
    sqlite = new Database(path, { fileMustExist: true, timeout: 5_000 });
    if (versionOf(sqlite) === 0) throw new StoreUnusable(`${path} is empty: there is no store in it.`);
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw openFailure(path, error);
  }
}

async function copied(source: Database, to: string, options: CopyOptions): Promise<StoreContents> {
  source.exec('BEGIN');
  // The first read fixes the snapshot of the copy.
  const contents = contentsOf(source);
  requireRoom(to, contents.bytes);
  const rows = rowsOf(source);
  await copyPages(source, to, options);
  source.exec('COMMIT');
  // Writes of others are in the log meanwhile; the next of them would have to checkpoint all at once.
  source.pragma('wal_checkpoint(PASSIVE)');
  options.signal?.throwIfAborted();
  requireWhole(source.name, to, rows);
  writeOut(to);
  return contents;
}

async function copyPages(source: Database, to: string, { progress, signal }: CopyOptions): Promise<void> {
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

/** Turns a copy into one file without a log, and verifies it. StoreUnusable for the first fault. */
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
