/** The store can't be used as it is: said in one line to whoever started the program, nothing was changed. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Another process holds the lock; the unit can be tried again. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED');
}

/** Says in one line why a store could not be opened. */
export function openFailure(path: string, error: unknown): StoreUnusable {
  if (error instanceof StoreUnusable) return error;
  const code = codeOf(error);
  const reason =
    code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')
      ? 'it is no SQLite database or is damaged'
      : code.startsWith('SQLITE_READONLY') || code === 'EACCES' || code === 'EROFS'
        ? 'it is read-only for this user'
        : code.startsWith('SQLITE_CANTOPEN')
          ? 'the file or its folder cannot be opened'
          : code.startsWith('SQLITE_FULL') || code === 'ENOSPC'
            ? 'the disk is full'
            : error instanceof Error
              ? error.message
              : String(error);
  return new StoreUnusable(`The store ${path} can't be used: ${reason}. Nothing was changed.`);
}
