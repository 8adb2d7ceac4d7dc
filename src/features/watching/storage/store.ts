import type { FileRecord } from '../../../domain/file.ts';
import type { Author, Memory } from '../../../domain/memory.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { Watch } from '../domain/watch.ts';

export interface NewWatch {
  /** Absolute, links resolved, `/` between parts. */
  path: string;
  kind: Watch['kind'];
  label?: string | undefined;
  deleteMissing: boolean;
}

/** A file with the memories of its pieces. */
export interface FileWithMemories {
  path: string;
  contentHash: string;
  /** How many pieces it has. */
  pieces: number;
  /** `left`: the revision that the last sync wrote, while `revision` is the present one. */
  memories: { id: string; state: Memory['state']; revision: number; left: number }[];
}

/** The watched files and folders of this machine. */
export interface WatchStore {
  /** Adds a watch or replaces the one of the same path. CharacterNotFound, CharacterArchived. */
  put(scope: Scope, characterId: string, watch: NewWatch, now: number): Promise<Watch>;
  /** Removes watches of a path, of one character or of all; how many there were. */
  remove(scope: Scope, path: string, characterId: string | undefined, now: number): Promise<number>;
  /** By path. */
  list(scope: Scope, characterId?: string): Promise<Watch[]>;
  /**
   * Marks a file as missing from the disk; with `dropMemories` its pieces vanish. Undefined for an unknown file.
   * @param wins as of `NewSnapshot`
   */
  markMissing(
    scope: Scope,
    characterId: string,
    path: string,
    dropMemories: boolean,
    by: Author,
    wins?: boolean,
  ): Promise<FileRecord | undefined>;
  /** Paths of some files at or below a path, present or missing, whose latest content is this. */
  pathsWithContent(scope: Scope, characterId: string, path: string, contentHash: string): Promise<string[]>;
  /**
   * Gives a file another path, with its versions and memories, and clears its mark as missing. Undefined for an unknown
   * file, one whose memories were dropped, and a path that another file has.
   */
  rename(scope: Scope, characterId: string, from: string, to: string, by: Author): Promise<FileRecord | undefined>;
  /** The files at or below a path that are not marked as missing, with their memories, by path. */
  filesBelow(scope: Scope, characterId: string, path: string): Promise<FileWithMemories[]>;
  /** Paths at or below a folder's or file's path that are not marked as missing. */
  pathsBelow(scope: Scope, characterId: string, path: string): Promise<string[]>;
}

declare module '../../../domain/stores/store.ts' {
  interface MachineStore {
    watches: WatchStore;
  }
}
