import { closeSync, existsSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import type { Database as Sqlite } from 'better-sqlite3';
import type { Log } from '../../../base/log.ts';
import { unavailable } from '../../unusable.ts';
import { isBusy } from '../failures.ts';
import { type FileIdentity, fileIdentity, isSameFile, storeIdOf } from './identity.ts';

/** Opens what is at the store's path, which must be there and be the store of that id. Throws when it is not. */
type Reopen = (storeId: string) => Sqlite;

/** What a connection works on. */
export interface OpenFile {
  readonly sqlite: Sqlite;
  readonly isInPlace: boolean;
  follow(): void;
  loadExtension(path: string): void;
}

/** A store that is nowhere but in memory. */
export function inMemory(sqlite: Sqlite): OpenFile {
  return { sqlite, isInPlace: true, follow: () => undefined, loadExtension: (path) => void sqlite.loadExtension(path) };
}

/** What SQLite keeps beside the file of a store: its write-ahead log and the index of it. */
export const logEndings = ['-wal', '-shm'] as const;

/**
 * The file of a store and the handle that is open on it. Sync tools and restores put another file in its place, or
 * somebody removes or moves it; SQLite goes on writing into the file that is open, which then nobody finds again.
 * So the path is looked at beside every unit: one stat.
 */
export class StoreFile implements OpenFile {
  readonly #path: string;
  readonly #reopen: Reopen;
  readonly #log: Log;
  readonly #storeId: string;
  readonly #extensions = new Set<string>();
  #sqlite: Sqlite;
  #file: FileIdentity | undefined;
  /** Its write-ahead log and the index of it. */
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

  /** Whether the path still names the file that is open. */
  get isInPlace(): boolean {
    return isSameFile(fileIdentity(this.#path), this.#file);
  }

  loadExtension(path: string): void {
    this.#sqlite.loadExtension(path);
    this.#extensions.add(path);
  }

  /**
   * Opens what has taken the file's place, when it is the same store; what was in the replaced file is kept in a copy
   * beside it. ServiceUnavailable when there is nothing or something else; a file that comes back is gone on with.
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
    // SQLite sees that its file has moved, and leaves what is at the path now alone.
    this.#sqlite.close();
    for (const [, to] of aside) rmSync(to, { force: true });
    this.#sqlite = next;
    [this.#file, ...this.#logFiles] = this.#identities();
    this.#log('warn', 'the store was replaced while it was open: going on with what is there now', {
      store: this.#path,
      replaced: copy,
    });
  }

  #identities(): [FileIdentity | undefined, ...(FileIdentity | undefined)[]] {
    return [fileIdentity(this.#path), ...logEndings.map((ending) => fileIdentity(this.#path + ending))];
  }

  /**
   * The log of the replaced file still is at its path, where SQLite would take it for the log of the file that is
   * there now, and mix the two.
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

  /** Everything that is in the replaced file, as a store of its own. */
  #copy(): string {
    const copy = freePath(`${this.#path}.replaced`);
    copyStore(this.#sqlite, copy);
    return copy;
  }
}

/** Copies the store as it is, its write-ahead log included, into a new file for this user only. */
export function copyStore(sqlite: Sqlite, copy: string): void {
  makePrivateFile(copy);
  sqlite.prepare('VACUUM INTO ?').run(copy);
}

/** An empty file for this user only, which SQLite then fills: a mode set afterwards would come too late. */
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
