import type { BigIntStats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalRoots, usableRoots } from './paths.ts';
import { isSecretPath, maxPatternLength } from './secrets.ts';

/** The most files that a search examines: more than a home's settings and browser profiles have. */
const maxEntries = 300_000;

/** How much the times of a file system may lag behind the clock. */
const coarseMs = 100;

interface Search {
  /** When it began (ns since the epoch, as file systems count). */
  since: bigint;
  /** Device and inode of every secret file with another name; undefined if there are too many files to examine. */
  known: Promise<Set<string> | undefined>;
}

/**
 * Detects, by device and inode, whether a hard link has another name among the secrets of the home or working
 * directory. The path alone would not show this.
 */
export class HardLinks {
  readonly #roots: LocalRoots;
  readonly #maxEntries: number;
  #search: Search | undefined;

  constructor(roots: LocalRoots, limit = maxEntries) {
    this.#roots = roots;
    this.#maxEntries = limit;
  }

  /** Why a file may not be read because of its other names, or undefined. */
  async faultOf(stats: BigIntStats): Promise<string | undefined> {
    if (stats.nlink <= 1n) return undefined;
    // A new name changes the ctime of an inode, so a search that began later has seen all its names.
    if (!this.#search || this.#search.since <= stats.ctimeNs) this.#search = this.#begin();
    const known = await this.#search.known;
    if (known === undefined) return 'has other names, and there are too many files to know whether one is secret';
    return known.has(identity(stats)) ? 'is another name of a file that may hold secrets' : undefined;
  }

  #begin(): Search {
    return { since: BigInt(Date.now() - coarseMs) * 1_000_000n, known: this.#collect() };
  }

  async #collect(): Promise<Set<string> | undefined> {
    const known = new Set<string>();
    let left = this.#maxEntries;
    const visit = async (folder: string, way: string, isSecret: boolean, depth: number): Promise<void> => {
      const entries = await opendir(folder).catch(() => undefined);
      if (!entries) return;
      for await (const entry of entries) {
        if (left <= 0) return;
        const path = join(folder, entry.name);
        const here = join(way, entry.name);
        const secret = isSecret || isSecretPath(here);
        if (entry.isDirectory()) {
          if (secret || depth < maxPatternLength) await visit(path, here, secret, depth + 1);
        } else if (secret && entry.isFile()) {
          left--;
          const stats = await lstat(path, { bigint: true }).catch(() => undefined);
          if (stats && stats.nlink > 1n) known.add(identity(stats));
        }
      }
    };
    for (const folder of await usableRoots(this.#roots)) await visit(folder, '', false, 1);
    return left > 0 ? known : undefined;
  }
}

function identity({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
