import { closeSync, existsSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import type { Database as Sqlite } from 'better-sqlite3';
import type { Log } from '../../../base/log.ts';
import { unavailable } from '../../unusable.ts';
import { isBusy } from '../failures.ts';
import { type FileIdentity, fileIdentity, isSameFile, storeIdOf } from './identity.ts';

/** Opens the file at the store's path, which must exist and be the store of that id. Throws otherwise. */
type Reopen = (storeId: string) => Sqlite;

/** The file and handle of a connection. */
export interface OpenFile {
  readonly sqlite: Sqlite;
  readonly isInPlace: boolean;
  follow(): void;
  loadExtension(path: string): void;
}

/** An in-memory store. */
export function inMemory(sqlite: Sqlite): OpenFile {
  return { sqlite, isInPlace: true, follow: () => undefined, loadExtension: (path) => void sqlite.loadExtension(path) };
}

/** The files that SQLite keeps next to a store: its write-ahead log and the log's index. */
export const logEndings = ['-wal', '-shm'] as const;

/**
 * The file of a store and its open handle. Sync tools and restores replace the file, and users remove or move it;
 * SQLite would go on writing into the open file, which is then lost. So every unit checks the path: one stat.
 */
export class StoreFile implements OpenFile {
  readonly #path: string;
  readonly #reopen: Reopen;
  readonly #log: Log;
  readonly #storeId: string;
  readonly #extensions = new Set<string>();
  #sqlite: Sqlite;
  #file: FileIdentity | undefined;
  /** Its write-ahead log and the log's index. */
  #logFiles: readonly (FileIdentity | undefined)[];

  constructor(path: string, sqlite: Sqlite, reopen: Reopen, log: Log) {
    this.#path = path;
    this.#reopen = reopen;
    this.#log = log;
    this.#sqlite = sqlite;
    this.#storeId = storeIdOf(sqlite);
    [this.#file, ...this.#logFiles] = this.#identities();
  }

  get sqlite(): Sqlite {
    return this.#sqlite;
  }

  /** Whether the path still names the open file. */
  get isInPlace(): boolean {
    return isSameFile(fileIdentity(this.#path), this.#file);
  }

  loadExtension(path: string): void {
    this.#sqlite.loadExtension(path);
    this.#extensions.add(path);
  }

  /**
   * Opens the new file at the path if it is the same store, and saves the content of the replaced file in a copy next
   * to it. ServiceUnavailable for a missing file or another store; a file that comes back is used again.
   */
  follow(): void {
    const there = fileIdentity(this.#path);
    if (isSameFile(there, this.#file)) return;
    if (!there) throw unavailable('its file was moved or removed while it was open; put it back');
    const aside = this.#setLogAside();
    let next: Sqlite | undefined;
    let copy: string;
    try {
      next = this.#reopen(this.#storeId);
      for (const extension of this.#extensions) next.loadExtension(extension);
      copy = this.#copy();
    } catch (error) {
      next?.close();
      for (const [from, to] of aside) if (!existsSync(from)) renameSync(to, from);
      if (isBusy(error)) throw error;
      throw next ? error : unavailable('another file is in its place that is not this store; put it back', error);
    }
    // SQLite sees that its file has moved, and does not touch the path any more.
    this.#sqlite.close();
    for (const [, to] of aside) rmSync(to, { force: true });
    this.#sqlite = next;
    [this.#file, ...this.#logFiles] = this.#identities();
    this.#log('warn', 'the store was replaced while it was open: continuing with the new file', {
      store: this.#path,
      replaced: copy,
    });
  }

  #identities(): [FileIdentity | undefined, ...(FileIdentity | undefined)[]] {
    return [fileIdentity(this.#path), ...logEndings.map((ending) => fileIdentity(this.#path + ending))];
  }

  /**
   * The log of the replaced file is still at its path, where SQLite would use it as the log of the new file, and mix
   * the two.
   */
  #setLogAside(): [from: string, to: string][] {
    const own = logEndings.filter((ending, i) => {
      const file = this.#logFiles[i];
      return file !== undefined && isSameFile(fileIdentity(this.#path + ending), file);
    });
    return own.map((ending) => {
      const from = this.#path + ending;
      const to = freePath(`${from}.aside`);
      renameSync(from, to);
      return [from, to];
    });
  }

  /** The whole content of the replaced file, as a store of its own. */
  #copy(): string {
    const copy = freePath(`${this.#path}.replaced`);
    copyStore(this.#sqlite, copy);
    return copy;
  }
}

/** Copies the store, its write-ahead log included, into a new file for this user only. */
export function copyStore(sqlite: Sqlite, copy: string): void {
  makePrivateFile(copy);
  sqlite.prepare('VACUUM INTO ?').run(copy);
}

/** An empty file for this user only, which SQLite then fills: a later chmod would come too late. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

/** The path, or the first of `path.1`, `path.2`, … that does not exist. */
export function freePath(path: string): string {
  for (let i = 0; ; i++) {
    const candidate = i === 0 ? path : `${path}.${i}`;
    if (!lstatSync(candidate, { throwIfNoEntry: false })) return candidate;
  }
}
