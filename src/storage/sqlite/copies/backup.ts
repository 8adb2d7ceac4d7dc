import { existsSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database } from '../../../base/sqlite.ts';
import { StoreUnusable } from '../../unusable.ts';
import { writeOutNames } from '../disk/folder.ts';
import { fileIdentity, isSameFile, knownStoreId } from '../disk/identity.ts';
import type { StoreContents } from '../disk/inventory.ts';
import { requireReadable } from '../disk/probe.ts';
import { freePath, logEndings } from '../disk/store-file.ts';
import { copyFailure } from '../failures.ts';
import { type CopyOptions, checkedCopy } from './checked-copy.ts';

/**
 * Writes a checked copy of the store at `path` to `file`, while others use the store. It is written under another name
 * and then renamed, so that `file` is a whole backup at every moment; an existing one is replaced when it is of the
 * same store.
 * @throws StoreUnusable as `checkedCopy`; for a `file` that is something else, or the store itself.
 */
export async function backupStore(path: string, file: string, options: CopyOptions = {}): Promise<StoreContents> {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new StoreUnusable(`The folder ${folder} does not exist.`);
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there && isSameFile(fileIdentity(file), fileIdentity(path)))
    throw new StoreUnusable(`${file} is the store itself.`);
  if (there && !there.isFile()) throw new StoreUnusable(`${file} is there already and is no file.`);
  if (there) {
    await requireReadable(file, options.signal);
    requireOlderBackup(file, storeIdIn(path));
  }
  const partial = freePath(`${file}.partial`);
  const contents = await checkedCopy(path, partial, options);
  try {
    renameSync(partial, file);
    writeOutNames(folder);
    return { ...contents, bytes: statSync(file).size };
  } catch (error) {
    throw copyFailure(path, file, error);
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Replaces only an unused copy of the same store. */
function requireOlderBackup(file: string, storeId: string | undefined): void {
  const isUsed = logEndings.some((ending) => existsSync(file + ending));
  if (!isUsed && storeId !== undefined && storeIdIn(file) === storeId) return;
  throw new StoreUnusable(
    `${file} is there already and is no backup of this store: choose another name, or remove it.`,
  );
}

function storeIdIn(file: string): string | undefined {
  try {
    const sqlite = new Database(file, { fileMustExist: true });
    try {
      return knownStoreId(sqlite);
    } finally {
      sqlite.close();
    }
  } catch {
    return undefined;
  }
}
