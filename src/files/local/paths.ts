import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { expandHome } from '../../base/home.ts';
import { ServiceError } from '../../domain/errors.ts';
import { formatOfName } from '../read-document.ts';
import { isSecretPath } from './secrets.ts';

/** The folders from which files may be read, and the base of relative paths. */
export interface LocalRoots {
  home: string;
  workingDirectory: string;
}

function refused(path: string, why: string): ServiceError {
  return new ServiceError('InvalidInput', `path "${path}" ${why}.`);
}

/**
 * The real path (links resolved) for a watch. InvalidInput: it does not exist, is outside of the home and working
 * directories, may hold secrets, is neither a regular file of a text kind nor a directory.
 */
export async function allowedPath(
  given: string,
  roots: LocalRoots,
): Promise<{ path: string; kind: 'file' | 'directory' }> {
  const asked = resolve(roots.workingDirectory, expandHome(given, roots.home));
  const path = await realpath(asked).catch((error: NodeJS.ErrnoException) => {
    throw refused(given, error.code === 'ENOENT' ? 'does not exist' : `cannot be opened (${error.code ?? error.name})`);
  });
  const fault = await faultOf(path, roots);
  if (fault !== undefined) throw refused(given, fault);
  const stats = await lstat(path);
  if (stats.isDirectory()) return { path, kind: 'directory' };
  if (!stats.isFile()) throw refused(given, 'is neither a file nor a directory');
  const format = formatOfName(path);
  if (format === undefined || format === 'pdf' || format === 'docx') {
    throw refused(given, 'is no text file of a known kind (.md, .txt, …)');
  }
  return { path, kind: 'file' };
}

/** Why a real path is not allowed, or undefined. */
export async function faultOf(path: string, roots: LocalRoots): Promise<string | undefined> {
  const allowed = await usableRoots(roots);
  const root = allowed.find((one, i) => isBelow(path, one) || (i > 0 && path === one));
  if (root === undefined) return 'is outside the home directory and the working directory';
  return isSecretPath(relative(root, path)) ? 'may hold secrets' : undefined;
}

/** The real folders below which files may be read: the home directory, then the working directory where that adds to it. */
export async function usableRoots(roots: LocalRoots): Promise<string[]> {
  const home = await realOrSame(roots.home);
  const work = await realOrSame(roots.workingDirectory);
  // Hosts start servers in "/" or in a folder above the home directory: such a folder is not allowed.
  const isUsable = dirname(work) !== work && !isBelow(home, work) && work !== home;
  return isUsable ? [home, work] : [home];
}

/** Whether nothing has this path, in this spelling: a system that ignores case finds a renamed file by both. */
export async function isGone(path: string): Promise<boolean> {
  try {
    const name = basename(path).normalize('NFC');
    const real = basename(await realpath(path)).normalize('NFC');
    return real !== name && real.toLowerCase() === name.toLowerCase();
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

async function realOrSame(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Whether a path lies strictly below a folder. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
