import type { Memory } from '../memory.ts';
import type { Scope } from '../principal.ts';

/** The place of a memory among the active ones of several characters: the newest first by occurredAt. */
export interface MemoryPlace {
  /** Milliseconds. */
  at: number;
  /** Numbers of the engine. */
  character: number;
  memory: number;
}

export type PlacedMemory = Memory & { place: MemoryPlace };

/** Two texts of one character. */
export interface TextPair {
  characterId: string;
  texts: readonly [string, string];
}

/** Two memories by their ids. */
export interface MemoryLink {
  olderId: string;
  newerId: string;
}

/** Two memories of a link, and when it was made (ms). */
export interface LinkedMemories {
  older: Memory;
  newer: Memory;
  at: number;
}

/** An answer by which both memories of pairs are right. */
export interface Keeping {
  /** Undefined: it is a part of another answer. */
  batch?: string | undefined;
  /** The author's name, and the program. */
  by: string;
  client: string | undefined;
}

/** Likely duplicates: the memories to compare, and the pairs that users judged to be both right. */
export interface PairStore {
  /**
   * Active memories after a place, of one character or of all visible ones, and the number of active ones. `withYear`:
   * only those whose texts contain a year from 2000 on. CharacterNotFound.
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
   * Records that two active memories are both right, or withdraws that. It is valid while both texts are unchanged.
   * CharacterNotFound, AccessDenied, MemoryNotFound.
   * @param as the batch of the answer, and who answered; undefined: it is withdrawn
   */
  keep(
    scope: Scope,
    characterId: string,
    memoryIds: readonly [string, string],
    as: Keeping | undefined,
    now: number,
  ): Promise<void>;
  /**
   * Withdraws the answers of a batch, and links again what was linked. Returns of how many pairs.
   * CharacterNotFound, AccessDenied.
   */
  withdraw(scope: Scope, characterId: string, batchId: string, now: number): Promise<number>;
  /**
   * Links active memories of the character with newer ones that may say what holds instead, unless a person has judged
   * both to be right. In the store of a machine the newer one may be of another character of the owner. Returns how many
   * links are new. CharacterNotFound, AccessDenied.
   */
  link(scope: Scope, characterId: string, links: readonly MemoryLink[], now: number): Promise<number>;
  /**
   * The links of active memories that are not replaced, newest first; `of`: all of a memory, also of one that has
   * ended. `kept`: those of which a person said that both are right; else those without an answer. CharacterNotFound.
   */
  links(
    scope: Scope,
    characterId: string,
    asked: { of?: string | undefined; kept?: boolean | undefined; limit: number },
  ): Promise<LinkedMemories[]>;
  /** Removes the link of two memories, in either direction. CharacterNotFound, AccessDenied. */
  unlink(scope: Scope, characterId: string, memoryIds: readonly [string, string], now: number): Promise<void>;
  /** Whether each pair of texts was judged to be both right. CharacterNotFound. */
  areKept(scope: Scope, pairs: readonly TextPair[]): Promise<boolean[]>;
}
