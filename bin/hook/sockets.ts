import { randomBytes } from 'node:crypto';
import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isPrivate } from '../../src/base/private-file.ts';

/**
 * Each server answers hooks on a Unix socket beside the store's file, for the same user only. The name has the
 * protocol's number.
 * - The hook sends a `Question` as a line of JSON, and the server answers with a `HookAnswer`.
 * - Before the hook prints it, it sends any line. The server records the recall and says `true`, or `false` when
 *   another run of the same hook has just printed it.
 */
const protocol = 'hook2';

/** Bytes that a socket's path may have on every system (`sun_path`). */
const maxPathBytes = 103;

/** UTF-16 units of a line at most. */
export const maxLineLength = 1_000_000;

/** A name for the socket of one more server; undefined where there can be none. Windows has no such sockets. */
export function newSocket(databasePath: string): string | undefined {
  const path = `${databasePath}-${protocol}-${randomBytes(4).toString('hex')}`;
  return process.platform === 'win32' || Buffer.byteLength(path) > maxPathBytes ? undefined : path;
}

/** The sockets of this user's servers, also of killed ones, which leave theirs. Others may put theirs beside the store. */
export function socketsOf(databasePath: string): string[] {
  if (process.platform === 'win32') return [];
  const folder = dirname(databasePath);
  const beginning = `${basename(databasePath)}-${protocol}-`;
  return entriesOf(folder)
    .filter((entry) => entry.isSocket() && entry.name.startsWith(beginning))
    .map(({ name }) => join(folder, name))
    .filter(isPrivate);
}

/** Empty for a folder that may not be listed. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
