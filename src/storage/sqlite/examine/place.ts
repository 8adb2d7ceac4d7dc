import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Check } from '../../../base/check.ts';
import { lostBytes } from '../disk/write-ahead-log.ts';

/** The log of one import may use up less than this. */
const leastFreeBytes = 100_000_000;
/** A log of this size is not checkpointed any more: something prevents it. */
const largeLogBytes = 300_000_000;

export interface Disk {
  /** Bytes that this user may still write in a folder. */
  freeIn(folder: string): number;
}

export const disk: Disk = {
  freeIn(folder) {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  },
};

/** The free space on the store's disk. */
export function checkDisk(path: string, { freeIn }: Disk): Check {
  const folder = nearestFolder(path);
  const free = freeIn(folder);
  const check = { name: 'disk', ok: free >= leastFreeBytes, detail: `${megabytes(free)} free` };
  if (check.ok) return check;
  return { ...check, advice: `Make room on the disk of ${folder}: a full disk takes no memories.` };
}

/** A missing store: whether it can be created. */
export function checkMissing(path: string): Check {
  const folder = nearestFolder(path);
  const name = 'store';
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return { name, ok: true, detail: `${path} is not there yet; the first memory makes it` };
  } catch {
    const advice = `Give yourself the right to write there, or name another file in SERVICE_DB.`;
    return { name, ok: false, detail: `${path} is not there, and ${folder} is read-only for this user`, advice };
  }
}

/** Whether other users may read the memories. On Windows the folder's own rights decide. */
export function checkMode(path: string): Check | undefined {
  if (process.platform === 'win32') return undefined;
  const mode = statSync(path).mode & 0o777;
  const check = { name: 'mode', ok: (mode & 0o077) === 0, detail: mode.toString(8).padStart(4, '0') };
  return check.ok ? check : { ...check, advice: `Others may read your memories: chmod 600 "${path}"` };
}

/** The write-ahead log, checked before the store is opened: opening discards its unreadable part. */
export function checkLog(path: string): Check {
  const name = 'log';
  const { size } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? { size: 0 };
  const lost = lostBytes(path);
  if (lost > 0) {
    const detail = `the write-ahead log is damaged: the last ${lost} bytes can't be read`;
    return { name, ok: false, detail, advice: restoreAdvice(path) };
  }
  if (size <= largeLogBytes) return { name, ok: true, detail: size === 0 ? 'empty' : megabytes(size) };
  const advice =
    'A process has had an old snapshot open for a long time: end the hosts that have run longest, then check again.';
  return { name, ok: false, detail: `${megabytes(size)}, much more than usual`, advice };
}

/** The remedy for a damaged store. */
export function restoreAdvice(path: string): string {
  const copies = copiesBeside(path);
  const beside = copies.length > 0 ? ` Beside it stand ${copies.join(', ')}.` : '';
  return `Put a backup in its place: agent-memory-service restore FILE.${beside}`;
}

/** The copies that migrations and restores have left. */
function copiesBeside(path: string): string[] {
  const name = basename(path);
  const isCopy = (other: string) => other.startsWith(`${name}.`) && !/-(?:wal|shm|journal)$/.test(other);
  try {
    return readdirSync(dirname(path)).filter(isCopy).sort();
  } catch {
    return [];
  }
}

function nearestFolder(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export function megabytes(bytes: number): string {
  const size = bytes / 1e6;
  return size >= 10_000 ? `${Math.round(size / 1_000)} GB` : `${size.toFixed(size < 10 ? 1 : 0)} MB`;
}
