import { randomBytes } from 'node:crypto';
import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Where servers answer hooks: a Unix socket each, beside the store's file and for the same user only. The hook sends a
 * `Question` as a line of JSON; the server answers with a `HookAnswer`; the hook says that it gives it (any line); the server
 * records that and says `true`, or `false` when another run of the same hook has given it just now. A hook that does
 * not wait for an answer has not given it.
 * The number in the name is the protocol's: another one, another name.
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

/** The sockets of all servers, also of killed ones, which leave theirs. */
export function socketsOf(databasePath: string): string[] {
  if (process.platform === 'win32') return [];
  const folder = dirname(databasePath);
  const beginning = `${basename(databasePath)}-${protocol}-`;
  return entriesOf(folder)
    .filter((entry) => entry.isSocket() && entry.name.startsWith(beginning))
    .map(({ name }) => join(folder, name));
}

/** Empty for a folder that may not be listed. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
