import { ServiceError } from '../../../domain/errors.ts';
import { storedPath } from '../../../files/local/stored-path.ts';
import type { BackgroundJob } from '../../../service/background/background.ts';
import type { Context } from '../../../service/context.ts';
import type { Watch } from '../domain/watch.ts';
import type { LocalFiles } from './local.ts';
import { filesOf, retryAfter, syncLocalFile } from './local-files.ts';
import type { Timing } from './schedule.ts';
import { Watcher } from './watcher.ts';
import { watchForDefault } from './watches.ts';

/** How often the registry is read again: another process may have changed it. */
const refreshMs = 15_000;

/** Keeps the store in step with the files and folders that its registry names. */
export class Watching implements BackgroundJob {
  readonly #context: Context;
  readonly #local: LocalFiles;
  readonly #watches = new Map<string, Watch[]>();
  /** Paths that are not registered yet, because their folder may be created after the server starts. */
  readonly #initial: Set<string>;
  /** Watches whose stored files have been checked since they were opened. */
  readonly #caughtUp = new Set<string>();
  readonly #watcher: Watcher;
  /** The last message about a path that can't be registered, so that it is logged once. */
  readonly #complaints = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  #stopped = false;

  /** @param initial paths of the default character that are put into the registry first */
  constructor(context: Context, local: LocalFiles, initial: readonly string[] = [], timing?: Timing) {
    this.#context = context;
    this.#local = local;
    this.#initial = new Set(initial);
    local.refreshWatches = () => this.refresh();
    this.#watcher = new Watcher(
      {
        settled: (watched, file) => this.#settled(watched, file),
        leftOut: (watched, file) => {
          if (local.leftOutCopy(watched, file))
            context.log('warn', 'a copy of a synchroniser is left out', { path: file });
        },
        failed: (watched, error) => {
          for (const watch of this.#watches.get(watched) ?? []) this.#failed(watch, watched, error);
        },
      },
      timing,
    );
  }

  start(): void {
    void this.refresh();
    this.#timer = setInterval(() => void this.refresh(), refreshMs).unref();
  }

  /** Synchronises the watchers with the registry. Never throws. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing
      .then(() => this.#apply())
      .catch((error: unknown) => {
        if (!this.#stopped) this.#context.log('warn', 'the registry of watches cannot be read', { error });
      });
    return this.#refreshing;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#refreshing;
    await this.#watcher.close();
  }

  async #register(): Promise<void> {
    for (const path of this.#initial) {
      try {
        await watchForDefault(this.#context, this.#local, path);
        this.#initial.delete(path);
        this.#complaints.delete(path);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (this.#complaints.get(path) === reason) continue;
        this.#complaints.set(path, reason);
        this.#context.log('warn', 'a path of SERVICE_WATCH_PATHS is not watched', { path, reason });
      }
    }
  }

  async #apply(): Promise<void> {
    if (this.#stopped) return;
    await this.#register();
    const watches = await this.#local.registry.list(this.#context.principal);
    this.#local.keepOnly(watches);
    this.#watches.clear();
    for (const watch of watches) this.#watches.set(watch.path, [...(this.#watches.get(watch.path) ?? []), watch]);
    for (const path of this.#watcher.paths) if (!this.#watches.has(path)) await this.#watcher.remove(path);
    const identities = new Set(watches.map(identity));
    for (const known of this.#caughtUp) if (!identities.has(known)) this.#caughtUp.delete(known);
    const opened = new Set<string>();
    for (const watch of watches) {
      try {
        if (await this.#watcher.add(watch)) opened.add(watch.path);
        if (this.#caughtUp.has(identity(watch)) && !opened.has(watch.path)) continue;
        this.#caughtUp.delete(identity(watch));
        await this.#catchUp(watch);
        this.#caughtUp.add(identity(watch));
        this.#local.failures.clear(watch.characterId, watch.path);
      } catch (error) {
        this.#failed(watch, watch.path, error);
      }
    }
  }

  /** Deleted files, and files of several characters, cause no event at the start. */
  async #catchUp(watch: Watch): Promise<void> {
    const stored = await this.#local.registry.pathsBelow(this.#context.principal, watch.characterId, watch.path);
    for (const path of stored) this.#watcher.touch(watch.path, path);
    if ((this.#watches.get(watch.path)?.length ?? 0) < 2) return;
    for (const path of await filesOf(this.#context, this.#local, watch)) this.#watcher.touch(watch.path, path);
  }

  async #settled(watched: string, file: string): Promise<number | undefined> {
    const waits: number[] = [];
    for (const watch of this.#watches.get(watched) ?? []) {
      try {
        await syncLocalFile(this.#context, this.#local, watch, file);
      } catch (error) {
        const wait = retryAfter(error, this.#context.now()) ?? this.#failed(watch, file, error);
        if (wait !== undefined) waits.push(wait);
      }
    }
    for (const { watch, path } of this.#local.vanished.takeReleased()) this.#watcher.touch(watch.path, path);
    return waits.length > 0 ? Math.min(...waits) : undefined;
  }

  /** Records a failure and logs it once. Returns after how many milliseconds to try again. */
  #failed(watch: Watch, file: string, error: unknown): number | undefined {
    const { log, now } = this.#context;
    const { wait, isNew } = this.#local.failures.record(watch.characterId, storedPath(file), error, now());
    const reason = error instanceof ServiceError ? { reason: error.message } : { error };
    if (isNew) log('warn', 'a watched file was not stored', { path: file, ...reason });
    return wait;
  }
}

function identity({ characterId, path }: Watch): string {
  return `${characterId} ${path}`;
}
