import { existsSync, linkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database } from '../../../base/sqlite.ts';
import { StoreUnusable } from '../../unusable.ts';
import { makeFolder, writeOutNames } from '../disk/folder.ts';
import { fileIdentity, isSameFile } from '../disk/identity.ts';
import type { StoreContents } from '../disk/inventory.ts';
import { freePath, logEndings } from '../disk/store-file.ts';
import { lostBytes } from '../disk/write-ahead-log.ts';
import { isBusy, openFailure } from '../failures.ts';
import { type CopyOptions, checkedCopy } from './checked-copy.ts';

interface Restored extends StoreContents {
  /** The path of the old store, with its log if it has one; undefined: there was none. */
  kept: string | undefined;
}

/**
 * Replaces the store at `path` by a checked copy of `from`; the old store is renamed to `path.before-restore-<stamp>`.
 * A path that is a link stays one.
 * @param stamp the time, as part of a file's name
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
  // Reported before the copying, and checked once more after it.
  lockForRestore(target)?.close();
  const copy = freePath(`${target}.restoring`);
  const contents = await checkedCopy(from, copy, options);
  try {
    return { ...contents, kept: exchange(target, copy, freePath(`${target}.before-restore-${stamp}`)) };
  } finally {
    rmSync(copy, { force: true });
  }
}

/** Replaces `target` by `copy` and renames it to `previous`; returns that name when there was a file. */
function exchange(target: string, copy: string, previous: string): string | undefined {
  const lock = lockForRestore(target);
  try {
    if (lock && lostBytes(target) === 0) intoOneFile(lock);
    // Windows renames no open file, so an opening at this moment makes the renaming fail.
    if (process.platform === 'win32') lock?.close();
    moveLog(target, previous);
    const wasThere = existsSync(target);
    if (wasThere) keep(target, previous);
    renameSync(copy, target);
    writeOutNames(dirname(target));
    return wasThere ? previous : undefined;
  } catch (error) {
    throw openFailure(target, error);
  } finally {
    lock?.close();
  }
}

/**
 * A left-over log (damaged, or of a store that was removed) would be used as the log of the new file. Without a log its
 * index has no effect.
 */
function moveLog(target: string, previous: string): void {
  const hasLog = existsSync(`${target}-wal`);
  for (const path of logEndings.map((ending) => target + ending).filter(existsSync)) {
    if (hasLog)
      renameSync(
        path,
        path.replace(target, () => previous),
      );
    else rmSync(path);
  }
}

/** Gives a file a second name, so that the first one exists at every moment. */
function keep(target: string, previous: string): void {
  try {
    linkSync(target, previous);
  } catch {
    // Some file systems have no hard links.
    renameSync(target, previous);
  }
}

/** The store is open in another process. */
class StoreInUse extends StoreUnusable {}

/** Throws StoreUnusable while another process has the store open, also an idle one. The file may be read-only. */
export function requireClosed(path: string): void {
  // Closing would drop the unreadable part of a damaged log.
  if (lostBytes(path) > 0) return;
  try {
    lockForRestore(path)?.close();
  } catch (error) {
    if (error instanceof StoreInUse) throw error;
  }
}

/**
 * Locks the store's file for this process until the handle is closed: every connection, also an idle one, holds a
 * shared lock on it, and nobody gets one meanwhile (https://www.sqlite.org/pragma.html#pragma_locking_mode). Undefined
 * where there is nothing to lock.
 * @throws StoreUnusable when somebody has it open, or when that can't be known.
 */
function lockForRestore(path: string): Database | undefined {
  if (!existsSync(path)) return undefined;
  let sqlite: Database | undefined;
  try {
    sqlite = new Database(path, { fileMustExist: true, timeout: 0 });
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return sqlite;
  } catch (error) {
    sqlite?.close();
    if (isBusy(error)) throw inUse(path);
    // A file without SQLite's header can't be locked: an opener has left or keeps the index of its log.
    if ((error as { code?: string }).code !== 'SQLITE_NOTADB') throw openFailure(path, error);
    if (existsSync(`${path}-shm`)) throw inUse(path, `, move ${path}-shm away if none has`);
    return undefined;
  }
}

/** Checkpoints its log. Not for a damaged log, of which SQLite would drop the unreadable part. */
function intoOneFile(sqlite: Database): void {
  try {
    sqlite.pragma('journal_mode = DELETE');
    // The lock was released with the log.
    sqlite.exec('BEGIN EXCLUSIVE; ROLLBACK');
  } catch (error) {
    if (isBusy(error)) throw error;
    // Damaged: stored with its log.
  }
}

function inUse(path: string, else_ = ''): StoreInUse {
  return new StoreInUse(
    `The store ${path} is open in another process. End the hosts and servers that use it${else_}, then try again. Nothing was changed.`,
  );
}
