import { basename } from 'node:path';
import type { SyncStatus } from '../../../domain/file.ts';
import type { LocalRoots } from '../../../files/local/paths.ts';
import { LocalReader } from '../../../files/local/reader.ts';
import { teamLimits, teamNotes } from '../../../files/local/team-folder.ts';
import type { Watch } from '../domain/watch.ts';
import type { WatchStore } from '../storage/store.ts';
import { Failures } from './failures.ts';
import { Vanished } from './vanished.ts';

/** Copies that are counted in one watched path. */
const maxCopies = 1_000;

/** How long the count of a team folder's notes holds: git brings many at once. */
const overfullMs = 5_000;

/** The files of this machine, and this process's state of watched ones beyond the store. */
export class LocalFiles {
  /** The watches on them. */
  readonly registry: WatchStore;
  readonly roots: LocalRoots;
  readonly reader: LocalReader;
  readonly failures = new Failures();
  readonly vanished = new Vanished();
  /** Takes up a changed registry of watches at once; set where this process watches. */
  refreshWatches: () => Promise<void> = async () => undefined;
  readonly #overfull = new Map<string, { is: boolean; until: number }>();
  readonly #copies = new Map<string, Set<string>>();

  constructor(registry: WatchStore, roots: LocalRoots) {
    this.registry = registry;
    this.roots = roots;
    this.reader = new LocalReader(roots);
  }

  /** Copies of synchronisers that were left out of a watched path, by name. */
  readonly copiesIn = ({ path }: Pick<Watch, 'path'>): string[] => [...(this.#copies.get(path) ?? [])];

  /** @returns whether it is new */
  leftOutCopy(watched: string, file: string): boolean {
    const known = this.#copies.get(watched) ?? new Set();
    this.#copies.set(watched, known);
    const name = basename(file);
    if (known.size >= maxCopies || known.has(name)) return false;
    known.add(name);
    return true;
  }

  /** Whether a team folder has more notes than are read; looked up anew when `overfullMs` are over. */
  isOverfull(folder: string, now: number): boolean {
    const known = this.#overfull.get(folder);
    if (known && now < known.until) return known.is;
    const is = teamNotes(folder).length > teamLimits.maxFiles;
    this.#overfull.set(folder, { is, until: now + overfullMs });
    return is;
  }

  /** The state of a character's watched files. */
  statusOf(characterId: string): NonNullable<SyncStatus['watching']> {
    // As many as of everything else that a sync status lists.
    return { held: this.vanished.of(characterId), failed: this.failures.of(characterId).slice(0, 100) };
  }

  /** Drops the state of files that are no longer watched. */
  keepOnly(watches: readonly Watch[]): void {
    const isWatched = (characterId: string, path: string) =>
      watches.some((watch) => watch.characterId === characterId && covers(watch, path));
    this.failures.keep(isWatched);
    this.vanished.keep(isWatched);
  }
}

/** Whether a stored path is a watched path or inside of it. */
export function covers(watch: Pick<Watch, 'path'>, path: string): boolean {
  return path === watch.path || path.startsWith(`${watch.path}/`);
}
