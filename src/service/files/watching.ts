import { ServiceError } from '../../domain/errors.ts';
import type { Watch } from '../../domain/file.ts';
import type { LocalRoots } from '../../files/local/paths.ts';
import type { Patience } from '../../files/local/schedule.ts';
import { Watcher } from '../../files/local/watcher.ts';
import type { BackgroundJob } from '../background/background.ts';
import type { Context } from '../context.ts';
import { filesOf, retryAfter, syncLocalFile } from './local-files.ts';
import { watchForDefault } from './watches.ts';

/** How often the registry is read again: another process may have changed it. */
const refreshMs = 15_000;

/** Keeps the store in step with the files and folders that its registry names. */
export class Watching implements BackgroundJob {
  readonly #context: Context;
  readonly #roots: LocalRoots;
  readonly #watches = new Map<string, Watch[]>();
  readonly #initial: readonly string[];
  readonly #watcher: Watcher;
  /** What was last said about a file, so that it is said once. */
  readonly #complaints = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  #stopped = false;

  /** @param initial paths of the default character that are put into the registry first */
  constructor(context: Context, roots: LocalRoots, initial: readonly string[] = [], patience?: Patience) {
    this.#context = context;
    this.#roots = roots;
    this.#initial = initial;
    this.#watcher = new Watcher(
      {
        settled: (watched, file) => this.#settled(watched, file),
        failed: (watched, error) => this.#context.log('warn', 'watching failed', { path: watched, error }),
      },
      patience,
    );
  }

  start(): void {
    this.#refreshing = this.#register();
    void this.refresh();
    this.#timer = setInterval(() => void this.refresh(), refreshMs).unref();
  }

  /** Reads the registry and watches what it names, no more and no less. Never throws. */
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
        await watchForDefault(this.#context, this.#roots, path);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#context.log('warn', 'a path of SERVICE_WATCH_PATHS is not watched', { path, reason });
      }
    }
  }

  async #apply(): Promise<void> {
    if (this.#stopped) return;
    const { store, principal } = this.#context;
    const watches = await store.watches.list(principal);
    const before = new Set([...this.#watches.values()].flat().map(identity));
    this.#watches.clear();
    for (const watch of watches) this.#watches.set(watch.path, [...(this.#watches.get(watch.path) ?? []), watch]);
    for (const path of this.#watcher.paths) if (!this.#watches.has(path)) await this.#watcher.remove(path);
    for (const watch of watches) {
      await this.#watcher.add(watch);
      if (!before.has(identity(watch))) await this.#catchUp(watch);
    }
  }

  /** What was deleted, or belongs to another character too, causes no event at the start. */
  async #catchUp(watch: Watch): Promise<void> {
    const { store, principal } = this.#context;
    const stored = await store.files.pathsBelow(principal, watch.characterId, watch.path);
    for (const path of stored) this.#watcher.touch(watch.path, path);
    if ((this.#watches.get(watch.path)?.length ?? 0) < 2) return;
    for (const path of await filesOf(this.#context, watch)) this.#watcher.touch(watch.path, path);
  }

  async #settled(watched: string, file: string): Promise<number | undefined> {
    let retry: number | undefined;
    for (const watch of this.#watches.get(watched) ?? []) {
      try {
        await syncLocalFile(this.#context, watch, file, this.#roots);
        this.#complaints.delete(file);
      } catch (error) {
        const wait = retryAfter(error, this.#context.now());
        if (wait === undefined) this.#complain(file, error);
        else retry = Math.max(retry ?? 0, wait);
      }
    }
    return retry;
  }

  #complain(file: string, error: unknown): void {
    if (!(error instanceof ServiceError)) throw error;
    if (this.#complaints.get(file) === error.message) return;
    this.#complaints.set(file, error.message);
    this.#context.log('warn', 'a watched file was not stored', { path: file, reason: error.message });
  }
}

function identity({ characterId, path }: Watch): string {
  return `${characterId} ${path}`;
}
