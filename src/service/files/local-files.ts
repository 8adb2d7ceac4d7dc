import { opendir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ServiceError } from '../../domain/errors.ts';
import { type FailedPush, type PushResult, SyncTooEarly, type Watch } from '../../domain/file.ts';
import {
  folderExists,
  isBelow,
  isNote,
  isPassedOver,
  type LocalRoots,
  readLocalFile,
} from '../../files/local/paths.ts';
import type { Context } from '../context.ts';
import { orFailure, pushBytes } from './files.ts';

/** How often a file is read again when another process stores it at the same time. */
const attempts = 5;
/** How many notes one folder may hold. */
const maxFiles = 20_000;

/** A file of this machine as the store names it: its absolute path with `/` between parts. */
export function storedPath(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/**
 * Stores the present state of a watched file, or marks it as gone. Undefined when there was nothing to do.
 * The stored version is read before the file: if another process stores the file in between, this one reads again,
 * so an older state never follows a newer one.
 * InvalidInput: the file is not taken (too large, not allowed, keeps changing); and as FileStore.push.
 */
export async function syncLocalFile(
  context: Context,
  watch: Watch,
  file: string,
  roots: LocalRoots,
): Promise<PushResult | undefined> {
  const { store, principal } = context;
  const path = storedPath(file);
  for (let attempt = 1; ; attempt++) {
    const known = await store.files.find(principal, watch.characterId, path);
    const state = await readLocalFile(file, roots);
    if (state.kind === 'refused') throw new ServiceError('InvalidInput', `"${path}" is not taken: ${state.why}.`);
    if (state.kind === 'missing') {
      if (known && known.missingSince === undefined) await markGone(context, watch, path);
      return undefined;
    }
    try {
      const baseVersion = known?.version ?? 0;
      return await pushBytes(context, watch.characterId, { path, label: watch.label, baseVersion, bytes: state.bytes });
    } catch (error) {
      const isRaced = error instanceof ServiceError && error.type === 'SnapshotConflict';
      if (!isRaced || attempt === attempts) throw error;
    }
  }
}

/** A file counts as deleted only while the folder it was in is there: a disk that is away has deleted nothing. */
async function markGone({ store, principal, now }: Context, watch: Watch, path: string): Promise<void> {
  const anchor = watch.kind === 'directory' ? join(watch.path, 'any') : watch.path;
  if (!(await folderExists(anchor))) return;
  const by = { changedBy: principal.name, now: now() };
  await store.files.markMissing(principal, watch.characterId, path, watch.deleteMissing, by);
}

/** Every file that a watch covers: what is there now and what is stored of it. */
export async function filesOf({ store, principal }: Context, watch: Watch): Promise<string[]> {
  const stored = await store.files.pathsBelow(principal, watch.characterId, watch.path);
  if (watch.kind === 'file') return [watch.path];
  const found: string[] = [];
  await collect(watch.path, watch.path, found);
  return [...new Set([...found, ...stored.filter((path) => isBelow(path, watch.path))])];
}

async function collect(root: string, folder: string, found: string[]): Promise<void> {
  const entries = await opendir(folder).catch(() => undefined);
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    const way = path.slice(root.length + 1);
    if (entry.isDirectory()) {
      if (!isPassedOver(`${way}/note`)) await collect(root, path, found);
    } else if ((entry.isFile() || entry.isSymbolicLink()) && isNote(path) && !isPassedOver(way)) {
      if (found.length >= maxFiles)
        throw new ServiceError('InvalidInput', `"${root}" holds more than ${maxFiles} notes.`);
      found.push(path);
    }
  }
}

/** Stores what every watched file says now; the failure of one leaves the others. */
export async function syncWatches(
  context: Context,
  watches: readonly Watch[],
  roots: LocalRoots,
): Promise<(PushResult | FailedPush)[]> {
  const results: (PushResult | FailedPush)[] = [];
  for (const watch of watches) {
    for (const file of await filesOf(context, watch)) {
      const outcome = await orFailure(storedPath(file), () => syncLocalFile(context, watch, file, roots));
      if (outcome) results.push(outcome);
    }
  }
  return results;
}

/** After how many milliseconds a file that came too early may come again; undefined for any other error. */
export function retryAfter(error: unknown, now: number): number | undefined {
  return error instanceof SyncTooEarly ? Math.max(50, error.retryAt - now + 10) : undefined;
}
