import { dirname } from 'node:path';
import type { SyncStatus } from '../../../domain/file.ts';
import { holdsNotes, nearestDevice } from '../../../files/local/notes.ts';
import type { Watch } from '../domain/watch.ts';

type Held = NonNullable<SyncStatus['watching']>['held'][number];

interface Hold {
  watch: Watch;
  reason: string;
  /** The files that are not there. */
  paths: Set<string>;
}

/**
 * Decides whether missing files were deleted: an unmounted disk looks the same. In doubt it waits until the files are
 * back or a user confirms. In memory only, because a restart checks every file again and a reboot changes device
 * numbers.
 */
export class Vanished {
  /** The device of every folder that files were read from. */
  readonly #devices = new Map<string, bigint>();
  readonly #holds = new Map<string, Hold>();
  #released: { watch: Watch; path: string }[] = [];

  /** Whether a file that is not there must wait. */
  async holds(watch: Watch, path: string): Promise<boolean> {
    const key = watchKey(watch);
    const reason = this.#holds.get(key)?.reason ?? (await this.#doubt(watch, path));
    if (reason === undefined) return false;
    const hold = this.#holds.get(key) ?? { watch, reason, paths: new Set() };
    hold.paths.add(path);
    this.#holds.set(key, hold);
    return true;
  }

  async #doubt(watch: Watch, path: string): Promise<string | undefined> {
    const root = rootOf(watch);
    const device = await nearestDevice(path, root);
    if (device === undefined) return 'The folder is not there.';
    // Without permission to delete, the file is only marked as missing; the mark is removed when the file is back.
    if (!watch.deleteMissing) return undefined;
    const before = this.#devices.get(dirname(path));
    if (before !== undefined && before !== device) return 'The folder is on another device than before.';
    if (watch.kind === 'directory' && !(await holdsNotes(root))) return 'All notes of the folder vanished at once.';
    return undefined;
  }

  /**
   * Records a file that was read. An unchanged file proves that its folder is the same as before; then the waiting
   * files are decided again.
   */
  async saw(watch: Watch, path: string, isUnchanged: boolean): Promise<void> {
    const folder = dirname(path);
    if (isUnchanged || !this.#devices.has(folder)) {
      const device = await nearestDevice(path, rootOf(watch));
      if (device !== undefined) this.sawDevice(folder, device);
    }
    const hold = this.#holds.get(watchKey(watch));
    if (!hold) return;
    hold.paths.delete(path);
    if (!isUnchanged && hold.paths.size > 0) return;
    this.#holds.delete(watchKey(watch));
    for (const held of hold.paths) this.#released.push({ watch, path: held });
  }

  /** A folder's files are on a device. */
  sawDevice(folder: string, device: bigint): void {
    this.#devices.set(folder, device);
  }

  /**
   * Records that the absence of a file has been stored. `confirmed`: the user said so, so the folder does not matter.
   */
  settled(watch: Watch, path: string, confirmed: boolean): void {
    if (confirmed) this.#devices.delete(dirname(path));
    const hold = this.#holds.get(watchKey(watch));
    hold?.paths.delete(path);
    if (hold?.paths.size === 0) this.#holds.delete(watchKey(watch));
  }

  /** Files that waited and are to be looked at again; each is answered once. */
  takeReleased(): { watch: Watch; path: string }[] {
    const released = this.#released;
    this.#released = [];
    return released;
  }

  of(characterId: string): Held[] {
    return [...this.#holds.values()]
      .filter(({ watch }) => watch.characterId === characterId)
      .map(({ watch, reason, paths }) => ({ path: watch.path, files: paths.size, reason }));
  }

  /** Drops entries that no longer matter. */
  keep(isWatched: (characterId: string, path: string) => boolean): void {
    for (const [key, { watch }] of this.#holds) {
      if (!isWatched(watch.characterId, watch.path)) this.#holds.delete(key);
    }
  }
}

function rootOf({ kind, path }: Watch): string {
  return kind === 'directory' ? path : dirname(path);
}

function watchKey({ characterId, path }: Watch): string {
  return `${characterId}\0${path}`;
}
