import { opendir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isBelow, isNote, isPassedOver } from './paths.ts';

/** Every note (or what else is wanted) in a folder and below it, by its path; what cannot be opened is left out. */
export async function* notesBelow(root: string, isWanted = isNote, folder = root): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => undefined);
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    const way = relative(root, path);
    if (entry.isDirectory()) {
      if (!isPassedOver(join(way, 'note'))) yield* notesBelow(root, isWanted, path);
    } else if ((entry.isFile() || entry.isSymbolicLink()) && isWanted(path) && !isPassedOver(way)) yield path;
  }
}

/** Whether a folder holds a note. */
export async function holdsNotes(folder: string): Promise<boolean> {
  for await (const _ of notesBelow(folder)) return true;
  return false;
}

/** The device that a folder is on; undefined when it is not there. */
async function deviceOf(path: string): Promise<bigint | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats?.isDirectory() ? stats.dev : undefined;
}

/** The device of the folder that holds a path, or of the nearest one above it that is there, up to `root`. */
export async function nearestDevice(path: string, root: string): Promise<bigint | undefined> {
  for (let folder = dirname(path); folder === root || isBelow(folder, root); folder = dirname(folder)) {
    const device = await deviceOf(folder);
    if (device !== undefined) return device;
  }
  return undefined;
}
