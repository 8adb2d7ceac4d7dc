import { opendir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isNote, isTemplate, type PassedOver, passedOver, templateSettings, templatesNamed } from '../passed-over.ts';
import { isBelow } from './paths.ts';

export interface Walk {
  isWanted?: (path: string) => boolean;
  /** Gets each file and folder that is left out. */
  leaveOut?: (path: string, why: PassedOver) => void;
  /** Its templates, see `templatesIn`; default: they are looked up. */
  templates?: readonly string[];
}

/** The paths of templates that the settings in a folder of notes name. */
export async function templatesIn(root: string): Promise<string[]> {
  const read = async (name: string) => [name, await readFile(join(root, name), 'utf8').catch(() => '')] as const;
  return templatesNamed(await Promise.all([...templateSettings.keys()].map(read)));
}

/** Why a walk from `root` skips a path; undefined when it does not. */
export function leftOutBelow(root: string, path: string, templates: readonly string[]): PassedOver | undefined {
  const way = relative(root, path);
  return passedOver(way) ?? (isTemplate(way, templates) ? 'template' : undefined);
}

/** Every note (or other wanted file) in a folder, recursively, by its path; unreadable ones are left out. */
export async function* notesBelow(root: string, walk: Walk = {}, folder = root): AsyncGenerator<string> {
  const { isWanted = isNote, leaveOut, templates = await templatesIn(root) } = walk;
  const entries = await opendir(folder).catch(() => undefined);
  if (!entries) {
    leaveOut?.(folder, 'unreadable');
    return;
  }
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory();
    const isTaken = isFolder || ((entry.isFile() || entry.isSymbolicLink()) && isWanted(path));
    const way = isFolder ? join(path, 'note') : path;
    const why = leftOutBelow(root, way, templates) ?? (isTaken ? undefined : 'kind');
    if (why !== undefined) leaveOut?.(path, why);
    else if (isFolder) yield* notesBelow(root, { ...walk, templates }, path);
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
