import { ServiceError } from '../../../domain/errors.ts';
import type { SyncStatus } from '../../../domain/file.ts';
import { iso } from '../../../domain/text.ts';

type Failure = NonNullable<SyncStatus['watching']>['failed'][number];

const firstRetryMs = 1_000;
const maxRetryMs = 300_000;

/**
 * Watched files whose current state could not be stored, with the reasons. In memory only: a restart checks every file
 * again.
 */
export class Failures {
  readonly #failures = new Map<string, Failure>();

  /**
   * Records a failure of a character's file.
   * @returns after how many milliseconds to try again, twice as long each time; undefined when only a change of the
   * file can help, and whether the same was noted before
   */
  record(characterId: string, path: string, error: unknown, now: number): { wait?: number; isNew: boolean } {
    const key = fileKey(characterId, path);
    const known = this.#failures.get(key);
    const attempts = (known?.attempts ?? 0) + 1;
    const message = messageOf(error);
    const wait = isPassing(error) ? Math.min(firstRetryMs * 2 ** (attempts - 1), maxRetryMs) : undefined;
    this.#failures.set(key, {
      path,
      error: message,
      attempts,
      ...(wait !== undefined && { nextAttemptAt: iso(now + wait) }),
    });
    return { isNew: known?.error !== message, ...(wait !== undefined && { wait }) };
  }

  clear(characterId: string, path: string): void {
    this.#failures.delete(fileKey(characterId, path));
  }

  /** The failures of a character's files. */
  of(characterId: string): Failure[] {
    return [...this.#failures]
      .filter(([key]) => key.startsWith(fileKey(characterId, '')))
      .map(([, failure]) => failure);
  }

  /** Drops obsolete entries. */
  keep(isWatched: (characterId: string, path: string) => boolean): void {
    for (const key of this.#failures.keys()) {
      const [characterId = '', path = ''] = key.split('\0');
      if (!isWatched(characterId, path)) this.#failures.delete(key);
    }
  }
}

function fileKey(characterId: string, path: string): string {
  return `${characterId}\0${path}`;
}

/** Whether a retry may succeed: the store or the machine lacked something, and the file is valid. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.status >= 429 || error.type === 'SnapshotConflict';
}

/** Reports only the code of an internal error; the log has the rest. */
function messageOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return `It could not be stored${code}.`;
}
