import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The processes other than this one that have a file open, as `node (1234)`: those of this user, on Linux, which tells
 * it in /proc; elsewhere none.
 */
export function holdersOf(path: string): string[] {
  const ids = list('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return ids.filter((id) => hasOpen(id, path)).map((id) => `${nameOf(id)} (${id})`);
}

function hasOpen(id: string, path: string): boolean {
  return list(`/proc/${id}/fd`).some((descriptor) => {
    try {
      return readlinkSync(`/proc/${id}/fd/${descriptor}`) === path;
    } catch {
      // Closed meanwhile.
      return false;
    }
  });
}

/** Not its command line, which may hold anything. */
function nameOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/comm`, 'utf8').trim();
  } catch {
    return 'process';
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
