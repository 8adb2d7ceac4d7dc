import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parents, for this user only. Step by step: Node's recursive mkdir never ends where the
 * system says "no such file" for a folder that could be made (below /proc).
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const one of missing) {
    try {
      mkdirSync(one, { mode: 0o700 });
    } catch (error) {
      // Another process may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** fsync: the file survives a crash of the machine. */
export function writeOut(path: string): void {
  synced(path, 'r+');
}

/** As `writeOut`, for the names in a folder. Windows opens no folders, and needs no such thing. */
export function writeOutNames(folder: string): void {
  if (process.platform !== 'win32') synced(folder, 'r');
}

function synced(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
