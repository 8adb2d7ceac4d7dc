import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CannotEdit } from '../edit/editor.ts';

/** A host's file as it was read. */
export interface TextFile {
  /** As the host names it. */
  path: string;
  /** Where it is when all links are followed, itself last. */
  target: string;
  /** undefined when there is none. */
  text: string | undefined;
  /** The project that the target is inside of, for a file of a project. */
  project: string | undefined;
}

const maxBytes = 32 * 1024 * 1024;
const maxLinks = 32;

/**
 * CannotEdit for a file that is too large, no file, or not UTF-8; else the file system's error.
 * @param project a project's folder: CannotEdit for a file that links lead out of it, or into its `.git`
 */
export function readTextFile(path: string, project?: string): TextFile {
  const target = followLinks(path);
  if (project !== undefined) requireInside(target, project);
  const stat = statSync(target, { throwIfNoEntry: false });
  if (!stat) return { path, target, text: undefined, project };
  if (!stat.isFile()) throw new CannotEdit('it is no file');
  if (stat.size > maxBytes) throw new CannotEdit('it is larger than 32 MiB');
  return { path, target, text: decode(readFileSync(target)), project };
}

function requireInside(target: string, project: string): void {
  const inside = relative(realpathSync(project), realPath(target));
  const steps = inside.split(sep);
  // On Windows another drive is an absolute path.
  if (steps[0] === '..' || isAbsolute(inside)) throw new CannotEdit('it is a link that leads out of the project');
  if (steps.some((step) => step.toLowerCase() === '.git')) throw new CannotEdit('it is a link that leads into .git');
}

/** A path without any link, of a file that may not exist yet. */
function realPath(path: string): string {
  const target = followLinks(path);
  if (existsSync(target) || dirname(target) === target) return realpathSync(target);
  return join(realPath(dirname(target)), basename(target));
}

/** A link to nothing leads to where its file would be. */
function followLinks(path: string): string {
  let target = path;
  for (let links = 0; links < maxLinks; links++) {
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  throw new CannotEdit('it is a link that leads to itself');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CannotEdit('it is not UTF-8');
  }
}

/**
 * Writes the file in one step, after a copy of what there was; its mode and owner stay, links stay links.
 * @param stamp of the copy's name: FILE.bak-STAMP
 * @param newMode of a file that there was none of.
 * @returns the copy, and the folders that were made, outermost first.
 * CannotEdit when somebody else has changed the file since it was read, or it may not be written.
 */
export function replaceFile(
  file: TextFile,
  text: string,
  stamp: string,
  newMode: number,
): { copy?: string; folders: string[] } {
  requireUnchanged(file);
  const folders = makeFolder(dirname(file.target));
  const stat = statSync(file.target, { throwIfNoEntry: false });
  // A rename would not ask.
  if (stat && (stat.mode & 0o222) === 0) throw new CannotEdit('it is read-only');
  const copy = stat ? copyOf(file, stamp) : undefined;
  const part = `${file.target}.${process.pid}.tmp`;
  try {
    const handle = openSync(part, 'wx', stat ? stat.mode & 0o777 : newMode);
    try {
      writeFileSync(handle, text);
      if (stat) keepOwner(handle, stat);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(part, file.target);
  } catch (error) {
    rmSync(part, { force: true });
    removeFolders(folders);
    throw error;
  }
  return copy === undefined ? { folders } : { copy, folders };
}

/** Removes a file that was only ours. CannotEdit as `replaceFile`. */
export function deleteFile(file: TextFile): void {
  requireUnchanged(file);
  rmSync(file.target, { force: true });
}

/** Takes away the folders that are empty, innermost first, and answers those that stay. */
export function removeFolders(folders: readonly string[]): string[] {
  const created: string[] = [];
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') created.unshift(folder);
    }
  }
  return created;
}

function requireUnchanged({ path, target, text, project }: TextFile): void {
  const now = readTextFile(path, project);
  if (now.text !== text || now.target !== target) throw new CannotEdit('it was changed meanwhile; try again');
}

function makeFolder(folder: string): string[] {
  const first = mkdirSync(folder, { recursive: true });
  const made: string[] = [];
  for (let at = folder; first !== undefined && at.length >= first.length; at = dirname(at)) made.unshift(at);
  return made;
}

/** Next to the target: not next to the link. */
function copyOf({ target }: TextFile, stamp: string): string {
  for (let number = 1; ; number++) {
    const copy = `${target}.bak-${stamp}${number === 1 ? '' : `-${number}`}`;
    try {
      copyFileSync(target, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** The umask has cut the mode, and another user may own the file that an administrator changes. */
function keepOwner(handle: number, { mode, uid, gid }: { mode: number; uid: number; gid: number }): void {
  fchmodSync(handle, mode & 0o777);
  if (process.getuid?.() === 0) fchownSync(handle, uid, gid);
}
