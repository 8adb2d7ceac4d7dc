import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { leftOutBelow, templatesIn } from '../../../files/local/notes.ts';
import { isNote } from '../../../files/passed-over.ts';
import { Schedule, type Timing } from './schedule.ts';

export interface WatcherCallbacks {
  /**
   * A file may have changed, appeared or vanished. Called once for many events, never in parallel for one file. Returns
   * after how many milliseconds to call again, if the file's state could not be stored yet.
   */
  settled(watched: string, file: string): Promise<number | undefined>;
  failed(watched: string, error: unknown): void;
  /** A copy that a synchroniser made is left out. */
  leftOut?(watched: string, file: string): void;
}

/** The watched place: a folder with all its notes, or one file. */
export interface Watched {
  path: string;
  kind: 'file' | 'directory';
}

/** The retry interval of a path that could not be watched. */
const reopenMs = 60_000;

interface Open {
  watcher: FSWatcher;
  ready: Promise<void>;
  /** Device and inode of the folder when it was opened; undefined: there was none. */
  identity: string | undefined;
  /** No more events: the folder vanished, or watching failed. */
  lost: boolean;
}

/** Watches files and folders; chokidar is loaded with the first one. */
export class Watcher {
  readonly #callbacks: WatcherCallbacks;
  readonly #open = new Map<string, Open>();
  readonly #schedule: Schedule;

  constructor(callbacks: WatcherCallbacks, timing?: Timing) {
    this.#callbacks = callbacks;
    this.#schedule = new Schedule(
      ({ watched, file }) => callbacks.settled(watched, file),
      ({ watched }, error) => callbacks.failed(watched, error),
      timing,
    );
  }

  /**
   * Watches a path; existing files are reported like changes. Watching it again does nothing as long as the folder is
   * the same; a replaced or restored folder is watched again.
   * @returns whether it was opened
   */
  async add(watched: Watched): Promise<boolean> {
    const { path } = watched;
    const { watch } = await import('chokidar');
    // A folder that is put in its place from now on is noticed the next time.
    const identity = await identityOf(watched);
    const templates = watched.kind === 'directory' ? await templatesIn(path) : [];
    const known = this.#open.get(path);
    if (known && !known.lost && known.identity === identity) return false;
    this.#open.delete(path);
    await known?.watcher.close();
    const watcher = watch(path, {
      ignored: (file, stats) => {
        if (watched.kind !== 'directory' || !isIgnored(path, file, stats, templates)) return false;
        if (stats?.isFile() && leftOutBelow(path, file, templates) === 'copy') this.#callbacks.leftOut?.(path, file);
        return true;
      },
      followSymlinks: false,
      // A folder with a FIFO, a socket or an unreadable part is watched as far as it can be.
      ignorePermissionErrors: true,
      atomic: false,
      awaitWriteFinish: false,
    });
    const ready = new Promise<void>((done) => watcher.once('ready', done));
    const open: Open = { watcher, ready, identity, lost: false };
    this.#open.set(path, open);
    for (const event of ['add', 'change', 'unlink'] as const) {
      watcher.on(event, (file) => this.#schedule.touch({ watched: path, file }));
    }
    watcher.on('unlinkDir', (folder) => {
      if (folder === path) open.lost = true;
    });
    watcher.on('error', (error) => {
      // Opening a large folder again is slow, and the cause of a failure rarely disappears at once.
      setTimeout(() => Object.assign(open, { lost: true }), reopenMs).unref();
      this.#callbacks.failed(path, error);
    });
    return true;
  }

  /** The paths that are watched. */
  get paths(): string[] {
    return [...this.#open.keys()];
  }

  /** Treats a file below a watched path as if it had changed. */
  touch(watched: string, file: string): void {
    if (this.#open.has(watched)) this.#schedule.touch({ watched, file });
  }

  async remove(path: string): Promise<void> {
    const found = this.#open.get(path);
    this.#open.delete(path);
    this.#schedule.forget((task) => task.watched === path);
    await found?.watcher.close();
  }

  /** Resolves when all initial files have been found and all due ones have been processed. */
  async idle(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ ready }) => ready));
    await this.#schedule.idle();
  }

  /** Stops; running calls are finished. */
  async close(): Promise<void> {
    await Promise.all(this.paths.map((path) => this.remove(path)));
    await this.#schedule.close();
  }
}

/** Device and inode of a watched folder, or of the folder of a watched file: files are replaced all the time. */
async function identityOf({ path, kind }: Watched): Promise<string | undefined> {
  const folder = kind === 'directory' ? path : dirname(path);
  const stats = await stat(folder, { bigint: true }).catch(() => undefined);
  return stats && `${stats.dev}:${stats.ino}`;
}

/** Enters folders unless they are skipped; of files only notes count (a link is judged by its name). */
function isIgnored(root: string, file: string, stats: Stats | undefined, templates: readonly string[]): boolean {
  if (relative(root, file) === '') return false;
  const isLeftOut = (path: string) => leftOutBelow(root, path, templates) !== undefined;
  if (stats?.isDirectory() && isLeftOut(join(file, 'note'))) return true;
  if (isLeftOut(file)) return true;
  if (stats === undefined || stats.isDirectory()) return false;
  return !isNote(file) || !(stats.isFile() || stats.isSymbolicLink());
}
