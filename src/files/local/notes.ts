import { opendir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isBelow, isNote, type PassedOver, passedOver } from './paths.ts';

export interface Walk {
  isWanted?: (path: string) => boolean;
  /** Gets each file and folder that is left out. */
  leaveOut?: (path: string, why: PassedOver) => void;
}

/** Every note (or other wanted file) in a folder, recursively, by its path; unreadable ones are left out. */
export async function* notesBelow(root: string, walk: Walk = {}, folder = root): AsyncGenerator<string> {
  const { isWanted = isNote, leaveOut } = walk;
  const entries = await opendir(folder).catch(() => undefined);
  if (!entries) {
    leaveOut?.(folder, 'unreadable');
    return;
  }
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    const way = relative(root, path);
    const isFolder = entry.isDirectory();
    const isTaken = isFolder || ((entry.isFile() || entry.isSymbolicLink()) && isWanted(path));
    const why = passedOver(isFolder ? join(way, 'note') : way) ?? (isTaken ? undefined : 'kind');
    if (why !== undefined) leaveOut?.(path, why);
    else if (isFolder) yield* notesBelow(root, walk, path);
    else yield path;
  }
}

/** Whether a folder contains a note. */
export async function holdsNotes(folder: string): Promise<boolean> {
  for await (const _ of notesBelow(folder)) return true;
  return false;
}

/** The device that a folder is on; undefined when it is not there. */
async function deviceOf(path: string): Promise<bigint | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats?.isDirectory() ? stats.dev : undefined;
}

/** The device of a path's folder, or of its nearest existing parent, up to `root`. */
export async function nearestDevice(path: string, root: string): Promise<bigint | undefined> {
  for (let folder = dirname(path); folder === root || isBelow(folder, root); folder = dirname(folder)) {
    const device = await deviceOf(folder);
    if (device !== undefined) return device;
  }
  return undefined;
}
