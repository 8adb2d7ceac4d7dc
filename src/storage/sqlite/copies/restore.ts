import { existsSync, linkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database as Sqlite } from 'better-sqlite3';
import Database from 'better-sqlite3';
import { StoreUnusable } from '../../unusable.ts';
import { makeFolder, writeOutNames } from '../disk/folder.ts';
import { fileIdentity, isSameFile } from '../disk/identity.ts';
import type { StoreContents } from '../disk/inventory.ts';
import { freePath, logEndings } from '../disk/store-file.ts';
import { lostBytes } from '../disk/write-ahead-log.ts';
import { isBusy, openFailure } from '../failures.ts';
import { type CopyOptions, checkedCopy } from './checked-copy.ts';

interface Restored extends StoreContents {
  /** Where the store is that was there before, with its log where it has one; undefined: there was none. */
  kept: string | undefined;
}

/**
 * Puts a checked copy of `from` in the place of the store at `path`; the store that was there is kept beside it as
 * `path.before-restore-<stamp>`. A path that is a link stays one.
 * @param stamp tells when, as part of a file's name
 * @throws StoreUnusable as `checkedCopy`, and while another process has the store open; nothing is changed then.
 */
export async function restoreStore(
  path: string,
  from: string,
  stamp: string,
  options: CopyOptions = {},
): Promise<Restored> {
  makeFolder(dirname(path));
  const target = existsSync(path) ? realpathSync(path) : path;
  const there = fileIdentity(target);
  if (there && isSameFile(fileIdentity(from), there)) throw new StoreUnusable(`${from} is the store itself.`);
  // Said before the copying, and made sure of once more behind it.
  lockOut(target)?.close();
  const copy = freePath(`${target}.restoring`);
  const contents = await checkedCopy(from, copy, options);
  try {
    return { ...contents, kept: exchange(target, copy, freePath(`${target}.before-restore-${stamp}`)) };
  } finally {
    rmSync(copy, { force: true });
  }
}

/** Puts `copy` in the place of `target`, which is kept as `kept`; answers that name when there was something to keep. */
function exchange(target: string, copy: string, kept: string): string | undefined {
  const lock = lockOut(target);
  try {
    if (lock && lostBytes(target) === 0) intoOneFile(lock);
    // Windows renames no file that is open, so there somebody who opens it at this moment makes the renaming fail.
    if (process.platform === 'win32') lock?.close();
    moveLog(target, kept);
    const wasThere = existsSync(target);
    if (wasThere) keep(target, kept);
    renameSync(copy, target);
    writeOutNames(dirname(target));
    return wasThere ? kept : undefined;
  } catch (error) {
    throw openFailure(target, error);
  } finally {
    lock?.close();
  }
}

/**
 * A log that is left (damaged, or of a store that is gone) would be taken for the log of what comes there now. Without a
 * log its index says nothing.
 */
function moveLog(target: string, kept: string): void {
  const hasLog = existsSync(`${target}-wal`);
  for (const path of logEndings.map((ending) => target + ending).filter(existsSync)) {
    if (hasLog)
      renameSync(
        path,
        path.replace(target, () => kept),
      );
    else rmSync(path);
  }
}

/** Gives a file a second name, so that the first one names something at every moment. */
function keep(target: string, kept: string): void {
  try {
    linkSync(target, kept);
  } catch {
    // Some file systems have no such links.
    renameSync(target, kept);
  }
}

/**
 * Takes the store's file for this process alone until the handle is closed: every connection, also an idle one, holds
 * a shared lock on it, and nobody gets one meanwhile (https://www.sqlite.org/pragma.html#pragma_locking_mode).
 * Undefined where there is nothing to lock.
 * @throws StoreUnusable when somebody has it open, or when that can't be known.
 */
function lockOut(path: string): Sqlite | undefined {
  if (!existsSync(path)) return undefined;
  let sqlite: Sqlite | undefined;
  try {
    sqlite = new Database(path, { fileMustExist: true, timeout: 0 });
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return sqlite;
  } catch (error) {
    sqlite?.close();
    if (isBusy(error)) throw inUse(path);
    // A file without SQLite's header can't be locked: who had it open has left or keeps the index of its log.
    if ((error as { code?: string }).code !== 'SQLITE_NOTADB') throw openFailure(path, error);
    if (existsSync(`${path}-shm`)) throw inUse(path, `, move ${path}-shm away if none has`);
    return undefined;
  }
}

/** Brings what its log holds into the file. Of a damaged log SQLite would drop what it can't read: not for that. */
function intoOneFile(sqlite: Sqlite): void {
  try {
    sqlite.pragma('journal_mode = DELETE');
    // The lock was given up with the log.
    sqlite.exec('BEGIN EXCLUSIVE; ROLLBACK');
  } catch (error) {
    if (isBusy(error)) throw error;
    // Damaged: it is kept with its log.
  }
}

function inUse(path: string, else_ = ''): StoreUnusable {
  return new StoreUnusable(
    `The store ${path} is open in another process. End the hosts and servers that use it${else_}, then try again. Nothing was changed.`,
  );
}
