import { lstatSync, type Stats } from 'node:fs';

/**
 * Whether this user alone may change what is at a path, which is no link. Others may put files beside a store that lies
 * in a shared folder. Windows has neither owners nor modes of this kind.
 */
export function isPrivate(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isSymbolicLink() && isOwn(stats);
}

function isOwn({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
}
