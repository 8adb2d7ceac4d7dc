import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ServiceError } from '../../src/domain/errors.ts';
import { readConfig } from '../../src/features/config.ts';
import type { StoreCopy } from '../../src/service/context.ts';
import { backupStore } from '../../src/storage/sqlite/copies/backup.ts';
import type { CopyOptions } from '../../src/storage/sqlite/copies/checked-copy.ts';
import { eraseAgain, noteBackup } from '../../src/storage/sqlite/copies/erasures.ts';
import { restoreStore } from '../../src/storage/sqlite/copies/restore.ts';
import type { StoreContents } from '../../src/storage/sqlite/disk/inventory.ts';
import { StoreUnusable } from '../../src/storage/unusable.ts';
import { canAsk, isConfirmed } from '../terminal/asking.ts';
import { type Given, Refused } from '../terminal/command-line.ts';
import { interruptible } from '../terminal/interruption.ts';
import { megabytes, print, table, underHome } from '../terminal/print.ts';
import { progressBar } from '../terminal/progress.ts';

/** `backup FILE`: a checked copy of the store, while servers run. StoreUnusable. */
export async function backup(given: Given): Promise<void> {
  const { databasePath: store } = readConfig(process.env);
  const file = resolve(given.args[0] ?? '');
  const { storeId: _, ...contents } = await shown((options) => backupStore(store, file, options));
  noteBackup(store, file, Date.now());
  print(given, { store, backup: file, ...contents }, () => [contentsTable({ backup: file, ...contents })]);
}

/**
 * A backup by the button of the dashboard, where its user looks for files: in Downloads, else beside the store. A
 * ServiceError says why there is none.
 */
export async function backUpForPerson(store: string): Promise<StoreCopy> {
  const downloads = join(homedir(), 'Downloads');
  const isThere = statSync(downloads, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = join(isThere ? downloads : dirname(store), `agent-memory-${stampOf(new Date())}.db`);
  try {
    const { bytes, characters, memories } = await backupStore(store, file);
    noteBackup(store, file, Date.now());
    return { file, bytes, characters, memories };
  } catch (error) {
    throw error instanceof StoreUnusable ? new ServiceError('InternalError', error.message, undefined, error) : error;
  }
}

/** A time as a part of a file's name. */
function stampOf(at: Date): string {
  return at.toISOString().replace(/\.\d+/, '').replaceAll(':', '');
}

/**
 * `restore FILE`: replaces the store by a checked copy of a backup. The old store stays beside it. StoreUnusable,
 * Refused.
 */
export async function restore(given: Given): Promise<void> {
  const { databasePath: store } = readConfig(process.env);
  const file = resolve(given.args[0] ?? '');
  if (!given.flags.yes) await requireConsent(given, store, file);
  const { storeId: _, ...restored } = await shown((options) => restoreStore(store, file, stampOf(new Date()), options));
  const erased = restored.kept === undefined ? 0 : await eraseAgain(store, restored.kept, Date.now());
  print(given, { store, restored: file, ...restored, ...(erased !== 0 && { erased: erased ?? null }) }, () => [
    contentsTable({ store, ...restored }),
    ...(erased ? [`Erased again what the previous store had erased: ${erased} memories.`] : []),
    ...(erased === undefined
      ? ['The previous store is damaged: if something was erased from it since the backup, erase it again.']
      : []),
    ...(restored.kept === undefined ? [] : [`The previous store is now ${restored.kept}`]),
  ]);
}

/** Copies with a bar on stderr and an ear for signals. */
function shown<Result>(copy: (options: CopyOptions) => Promise<Result>): Promise<Result> {
  const bar = progressBar();
  const progress = (done: number, total: number) =>
    bar.show(done, total, done < total ? `${megabytes(done)} of ${megabytes(total)}` : 'checking');
  return interruptible((signal) => copy({ progress, signal }).finally(bar.end));
}

async function requireConsent(given: Given, store: string, file: string): Promise<void> {
  if (!canAsk(given)) {
    throw new Refused(
      'restoring takes the place of the whole store: say --yes, since no terminal is there to be asked',
    );
  }
  const isAgreed = await isConfirmed(`Put ${file} in the place of ${store} (which stays beside it)?`);
  if (!isAgreed) throw new Refused('nothing was restored');
}

function contentsTable(row: Partial<Omit<StoreContents, 'storeId'>> & { backup?: string; store?: string }): string {
  const shownRow = { ...row, size: megabytes(row.bytes ?? 0) };
  return table(underHome([shownRow]), ['backup', 'store', 'size', 'characters', 'memories', 'revisions', 'files']);
}
