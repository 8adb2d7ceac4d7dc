import type { Memory } from '../memory.ts';
import type { Scope } from '../principal.ts';

/** The place of a memory among the active ones of several characters: the newest first by occurredAt. */
export interface MemoryPlace {
  /** Milliseconds. */
  at: number;
  /** Numbers of the store. */
  character: number;
  memory: number;
}

export type PlacedMemory = Memory & { place: MemoryPlace };

/** Two texts of one character. */
export interface TextPair {
  characterId: string;
  texts: readonly [string, string];
}

/** Likely duplicates: what a search for them goes through, and which pairs people judged to be both right. */
export interface PairStore {
  /**
   * Active memories behind a place, of one character or of all that may be seen, and how many active ones there
   * are. `withYear`: only those whose texts have the figures of a year from 2000 on.
   * CharacterNotFound.
   */
  newest(
    scope: Scope,
    filter: {
      characterId?: string | undefined;
      before?: MemoryPlace | undefined;
      withYear?: boolean | undefined;
      limit: number;
    },
  ): Promise<{ memories: PlacedMemory[]; total: number }>;
  /**
   * Records that two active memories are both right, or takes it back. It holds as long as both texts stay.
   * CharacterNotFound, AccessDenied, MemoryNotFound.
   */
  keep(
    scope: Scope,
    characterId: string,
    memoryIds: readonly [string, string],
    isKept: boolean,
    now: number,
  ): Promise<void>;
  /** Of each pair of texts whether it is kept. CharacterNotFound. */
  areKept(scope: Scope, pairs: readonly TextPair[]): Promise<boolean[]>;
}
