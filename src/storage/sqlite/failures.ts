import { ServiceError } from '../../domain/errors.ts';
import { StoreUnusable, unavailable } from '../unusable.ts';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Another process holds the lock; the unit can be tried again. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED');
}

/** The causes of a file's failures, by the beginnings of their codes (SQLite's and the system's). */
const reasons: readonly (readonly [codes: readonly string[], reason: string])[] = [
  [['SQLITE_NOTADB', 'SQLITE_CORRUPT'], 'it is no SQLite database or is damaged'],
  [['SQLITE_READONLY', 'EACCES', 'EPERM', 'EROFS'], 'it is read-only for this user'],
  [['SQLITE_CANTOPEN'], 'the file or its folder cannot be opened'],
  [['SQLITE_FULL', 'ENOSPC', 'EDQUOT'], 'the disk is full'],
  [['SQLITE_IOERR', 'EIO'], 'the disk answers with an error'],
  [['SQLITE_BUSY', 'SQLITE_LOCKED'], 'another process has kept it locked for too long'],
  [['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'], 'its folder cannot be made there'],
];

/** Why SQLite can't be loaded: built for another system or Node, or not at all; undefined for other errors. */
export function driverFault(error: unknown): string | undefined {
  const isMissing = error instanceof Error && error.message.startsWith('Could not locate the bindings file');
  if (!isMissing && codeOf(error) !== 'ERR_DLOPEN_FAILED') return undefined;
  const here = `Node ${process.versions.node} on ${process.platform}-${process.arch}`;
  return `better-sqlite3 is not built for ${here}`;
}

/** Why the store's file can't be used; undefined for an error that is not about the file. */
function reasonOf(error: unknown): string | undefined {
  const code = codeOf(error);
  return reasons.find(([codes]) => codes.some((one) => code.startsWith(one)))?.[1];
}

/** Says in one line why a store could not be opened. */
export function openFailure(path: string, error: unknown): StoreUnusable {
  if (error instanceof StoreUnusable) return error;
  const unbuilt = driverFault(error);
  const known = unbuilt ? `${unbuilt}; agent-memory-service doctor says what to do` : reasonOf(error);
  const reason = known ?? (error instanceof Error ? error.message : String(error));
  return new StoreUnusable(`The store ${path} can't be used: ${reason}. Nothing was changed.`);
}

/** The errors of copying on the side of the copy; all others are the store's. */
const writing = [
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
];

/** A one-line reason why a store could not be copied; other errors are returned unchanged. */
export function copyFailure(from: string, to: string, error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === undefined || error instanceof StoreUnusable) return error;
  const code = codeOf(error);
  if (!writing.some((one) => code.startsWith(one))) return openFailure(from, error);
  return new StoreUnusable(`${to} can't be written: ${reason}. Nothing was changed.`);
}

/** A unit's failure as an error for its caller: a fault of the file is reported like at opening, without a path. */
export function unitFailure(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const reason = reasonOf(error);
  return reason === undefined ? error : unavailable(reason, error);
}
