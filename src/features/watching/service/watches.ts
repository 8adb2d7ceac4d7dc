import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { counted } from '../../../base/counted.ts';
import { expandHome } from '../../../base/home.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { storablePath } from '../../../domain/file.ts';
import { requireAtMachine } from '../../../domain/principal.ts';
import { allowedPath, type LocalRoots } from '../../../files/local/paths.ts';
import { storedPath } from '../../../files/local/stored-path.ts';
import { findCharacter, findWritableCharacter } from '../../../service/characters.ts';
import type { Context } from '../../../service/context.ts';
import type { Watch } from '../domain/watch.ts';
import type { NewWatch } from '../storage/store.ts';
import { LocalFiles } from './local.ts';
import { type SyncChoice, syncWatches } from './local-files.ts';

function requireLocal({ local, principal }: Context): LocalFiles {
  if (!(local instanceof LocalFiles)) {
    throw new ServiceError('InvalidInput', 'This server does not watch files: it does not run on your machine.');
  }
  requireAtMachine(principal);
  return local;
}

/** Adds a path to the registry and begins to watch it. InvalidInput for a path that is not allowed. */
export async function watchPath(
  context: Context,
  reference: string,
  given: { path: string; label?: string | undefined; deleteMissing: boolean },
): Promise<Watch> {
  const local = requireLocal(context);
  const { id } = await findWritableCharacter(context, reference);
  const { principal, now } = context;
  const stored = await local.registry.put(principal, id, await checkedWatch(local.roots, given), now());
  await local.refreshWatches();
  return stored;
}

/**
 * Adds a path to the registry for the default character. The settings of an existing watch do not change. Errors as
 * watchPath.
 */
export async function watchForDefault(context: Context, { registry, roots }: LocalFiles, path: string): Promise<void> {
  const { principal, defaultCharacter, now } = context;
  if (defaultCharacter === undefined) return;
  const { id } = await findWritableCharacter(context, defaultCharacter);
  const watch = await checkedWatch(roots, { path, deleteMissing: false });
  const known = await registry.list(principal, id);
  if (!known.some((one) => one.path === watch.path)) await registry.put(principal, id, watch, now());
}

/** A watch of a path's target. InvalidInput when that is not allowed. */
async function checkedWatch(roots: LocalRoots, given: Omit<NewWatch, 'kind'>): Promise<NewWatch> {
  const { path, kind } = await allowedPath(given.path, roots);
  return { ...given, path: storablePath(storedPath(path)), kind };
}

/** Removes a path from the registry: as given, or its target. */
export async function unwatchPath(context: Context, path: string, reference: string | undefined) {
  const local = requireLocal(context);
  const { principal, now } = context;
  const id = reference === undefined ? undefined : (await findCharacter(context, reference, 'WRITE')).id;
  const asked = resolve(local.roots.workingDirectory, expandHome(path, local.roots.home));
  const names = new Set([asked, await realpath(asked).catch(() => asked)]);
  let removed = 0;
  for (const name of names) removed += await local.registry.remove(principal, storedPath(name), id, now());
  local.keepOnly(await local.registry.list(principal));
  await local.refreshWatches();
  return { removed };
}

export async function watchesOf(context: Context, reference: string | undefined): Promise<Watch[]> {
  const { registry, vanished, copiesIn } = requireLocal(context);
  const id = reference === undefined ? undefined : (await findCharacter(context, reference)).id;
  const watches = await registry.list(context.principal, id);
  return watches.map((watch) => ({ ...watch, ...noteOf(watch, vanished.of(watch.characterId), copiesIn(watch)) }));
}

/** What a count of files does not show. */
function noteOf(
  { path, missing = 0, deleteMissing }: Watch,
  held: readonly { path: string; files: number; reason: string }[],
  copies: readonly string[],
): Pick<Watch, 'note'> {
  const waiting = held.find((one) => one.path === path);
  const notes = [
    ...(waiting
      ? [
          `${waiting.reason} ${counted(waiting.files, 'file waits', 'files wait')}: sync_now with confirm treats what is missing as deleted.`,
        ]
      : []),
    ...(missing > 0 && !waiting && !deleteMissing
      ? [
          `${counted(missing, 'file is', 'files are')} not on the disk any more. The memories stay, because deleteMissing is off.`,
        ]
      : []),
    ...(copies.length > 0
      ? [`${copies.length} copies that a synchroniser made are left out, such as "${copies[0]}". Merge or delete them.`]
      : []),
  ];
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

/** Stores the present state of all watched files; errors as `syncWatches`. */
export async function syncNow(context: Context, reference: string | undefined, choice: SyncChoice) {
  const local = requireLocal(context);
  return syncWatches(context, local, await watchesOf(context, reference), choice);
}
