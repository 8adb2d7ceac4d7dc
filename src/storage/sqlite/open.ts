import { dirname } from 'node:path';
import schema from '../../../schema.sql';
import type { Log } from '../../base/log.ts';
import { monotonicMs } from '../../base/pause.ts';
import { Database } from '../../base/sqlite.ts';
import { StoreUnusable } from '../unusable.ts';
import { Connection } from './connection.ts';
import { makeFolder } from './disk/folder.ts';
import { applicationId, fileIdentity, isSameFile, storeIdOf, versionOf } from './disk/identity.ts';
import { copyStore, freePath, makePrivateFile, StoreFile } from './disk/store-file.ts';
import { lostBytes } from './disk/write-ahead-log.ts';
import type { Migration } from './early-migrations.ts';
import { isBusy, openFailure } from './failures.ts';
import { migrations } from './migrations.ts';

/** How long opening waits for another process that creates or migrates the store. */
const openTimeoutMs = 20_000;

/** The schema and migrations of a store; tests pass their own. */
interface Blueprint {
  schema: string;
  migrations: readonly Migration[];
}

interface Opening extends Blueprint {
  log: Log;
  /** The timeout of opening and every unit, where waiting must be short. */
  timeoutMs?: number;
}

/** A restore replaced the file that was just opened, perhaps while this process waited for its lock. */
class FileReplaced extends Error {}

/**
 * Opens the store at `path`, creates it when it is missing (folder and file for this user only), migrates an older one.
 * A damaged write-ahead log is logged: SQLite silently reads it only up to its first bad frame.
 * @throws StoreUnusable for a newer store, another program's database, a damaged or read-only one; nothing is changed
 * then.
 */
export function openConnection(path: string, given: Partial<Opening> = {}): Connection {
  const opening: Opening = { schema, migrations, log: () => undefined, ...given };
  const reopen = (storeId: string) => reopened(path, storeId, opening);
  const deadline = monotonicMs() + (opening.timeoutMs ?? openTimeoutMs);
  for (;;) {
    try {
      return new Connection(new StoreFile(path, prepared(path, opening), reopen, opening.log), opening.timeoutMs);
    } catch (error) {
      // Two processes that turn on the write-ahead log of a new store at once block each other; SQLite answers busy
      // to one of them without waiting. Opening is synchronous, so the wait is too.
      if (!(isBusy(error) || error instanceof FileReplaced) || monotonicMs() > deadline) throw openFailure(path, error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 + Math.random() * 20);
    }
  }
}

function prepared(path: string, { log, timeoutMs = openTimeoutMs, ...blueprint }: Opening): Database {
  makeFolder(dirname(path));
  const opened = fileIdentity(path);
  const isNew = opened === undefined;
  const bytes = lostBytes(path);
  const requireInPlace = () => {
    if (!isNew && !isSameFile(fileIdentity(path), opened)) throw new FileReplaced();
  };
  if (isNew) makeStoreFile(path);
  return configured(new Database(path, { timeout: timeoutMs }), (sqlite) => {
    const latest = blueprint.migrations.length + 1;
    const version = versionOf(sqlite, latest);
    requireInPlace();
    return () => {
      requireInPlace();
      if (version < latest) createOrMigrate(sqlite, path, version, blueprint);
      else requireWritable(sqlite);
      // Reported last: a store that can't be opened has lost nothing yet.
      if (bytes > 0) log('warn', 'the write-ahead log is damaged: the last writes are lost', { store: path, bytes });
    };
  });
}

/** Another process may be creating it at this moment; the opening reports other faults. */
function makeStoreFile(path: string): void {
  try {
    makePrivateFile(path);
  } catch {}
}

/** The file at the path again, which must be the store of that id and up to date; nothing is changed otherwise. */
function reopened(path: string, storeId: string, { migrations }: Blueprint): Database {
  return configured(new Database(path, { fileMustExist: true, timeout: 0 }), (sqlite) => {
    const latest = migrations.length + 1;
    if (versionOf(sqlite, latest) !== latest || storeIdOf(sqlite) !== storeId) {
      throw new StoreUnusable(`${path} is another store.`);
    }
    return () => requireWritable(sqlite);
  });
}

/**
 * A handle set up for units; closed when anything fails.
 * @param check runs before any change; returns the work after the set-up
 */
function configured(sqlite: Database, check: (sqlite: Database) => () => void): Database {
  try {
    const finish = check(sqlite);
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    // A checkpoint delays the write that triggers it; fewer and larger ones keep the slowest writes short.
    sqlite.pragma('wal_autocheckpoint = 4000');
    sqlite.pragma('foreign_keys = ON');
    // In kB. A page that is not in it is in the system's cache, which all processes and threads share.
    sqlite.pragma('cache_size = -4000');
    finish();
    sqlite.pragma('busy_timeout = 0');
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Creates or migrates in one transaction; a migration first makes a copy next to the store. */
function createOrMigrate(sqlite: Database, path: string, found: number, { schema, migrations }: Blueprint): void {
  if (found > 0) copyStore(sqlite, freePath(`${path}.v${found}.bak`));
  const latest = migrations.length + 1;
  // A step may replace a table that others refer to.
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have done it while this one waited for the lock.
    const version = Number(sqlite.pragma('user_version', { simple: true }));
    if (version === 0) sqlite.exec(schema);
    else for (const migrate of migrations.slice(version - 1)) migrate(sqlite);
    sqlite.pragma(`application_id = ${applicationId}`);
    sqlite.pragma(`user_version = ${latest}`);
    sqlite.exec('COMMIT');
  } finally {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    sqlite.pragma('foreign_keys = ON');
  }
}

/** Taking the write lock for a moment detects a read-only file now, before the first memory. */
function requireWritable(sqlite: Database): void {
  sqlite.exec('BEGIN IMMEDIATE');
  sqlite.exec('ROLLBACK');
}
