import type { SyncStatus, Watch } from '../../domain/file.ts';
import type { WatchStore } from '../../domain/stores/files.ts';
import type { LocalRoots } from '../../files/local/paths.ts';
import { LocalReader } from '../../files/local/reader.ts';
import { Failures } from './failures.ts';
import { Vanished } from './vanished.ts';

/** The files of this machine, and what this process knows of those that are watched beyond what is stored of them. */
export class LocalFiles {
  /** What of them is watched. */
  readonly registry: WatchStore;
  readonly roots: LocalRoots;
  readonly reader: LocalReader;
  readonly failures = new Failures();
  readonly vanished = new Vanished();
  /** Takes up a changed registry of watches at once. */
  readonly refreshWatches: () => Promise<void>;

  constructor(registry: WatchStore, roots: LocalRoots, refreshWatches: () => Promise<void>) {
    this.registry = registry;
    this.roots = roots;
    this.reader = new LocalReader(roots);
    this.refreshWatches = refreshWatches;
  }

  /** How the watched files of a character stand. */
  statusOf(characterId: string): NonNullable<SyncStatus['watching']> {
    // As many as of everything else that a sync status lists.
    return { held: this.vanished.of(characterId), failed: this.failures.of(characterId).slice(0, 100) };
  }

  /** Forgets what is not watched any more. */
  keepOnly(watches: readonly Watch[]): void {
    const isWatched = (characterId: string, path: string) =>
      watches.some((watch) => watch.characterId === characterId && covers(watch, path));
    this.failures.keep(isWatched);
    this.vanished.keep(isWatched);
  }
}

/** Whether a stored path is what is watched or lies in it. */
export function covers(watch: Pick<Watch, 'path'>, path: string): boolean {
  return path === watch.path || path.startsWith(`${watch.path}/`);
}
