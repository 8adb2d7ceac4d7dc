import type { Erasure, Trace } from '../erasure.ts';
import type { Author } from '../memory.ts';
import type { Scope } from '../principal.ts';

/** A memory in any state, with each text that it has had. */
export interface WordedMemory {
  id: string;
  state: 'ACTIVE' | 'DELETED' | 'PROPOSED';
  /** The present text first. */
  texts: string[];
  /** The texts of its tags and metadata, now or before. */
  labels: string[];
  /** The characters that it has moved to or from: it is there too, perhaps deleted. */
  moved: string[];
}

/** Memories to erase, and words that everything else is searched for too. */
export interface ErasureChoice {
  memoryIds: readonly string[];
  words: readonly string[];
}

/** How far traces are looked for: only what goes of a character, also what stays, also prompts that have no character yet. */
export type TraceReach = 'going' | 'character' | 'store';

/** Erasures for good. All methods reach archived and deleted characters too. */
export interface ErasingStore {
  /**
   * Memories in any state by their numbers: those behind `after`, or those of some ids. `last`: the last one's number;
   * undefined: there are no more. CharacterNotFound.
   */
  worded(
    scope: Scope,
    characterId: string,
    asked: { after: number; limit: number } | { ids: readonly string[] },
  ): Promise<{ memories: WordedMemory[]; last?: number | undefined }>;
  /** What else holds their texts, or the words. CharacterNotFound. */
  traces(scope: Scope, characterId: string, choice: ErasureChoice, reach: TraceReach): Promise<Trace[]>;
  /**
   * Removes memories with their revisions and records the erasure, in one unit; they and their texts can't come back.
   * Undefined: there is nothing to do. CharacterNotFound, AccessDenied.
   */
  begin(scope: Scope, characterId: string, id: string, choice: ErasureChoice, by: Author): Promise<Erasure | undefined>;
  /** Does one step of the oldest unfinished erasure of the store; undefined: there is none. `waits`: it can't go on yet. */
  step(now: number): Promise<{ waits: boolean } | undefined>;
  /** The receipts of a character, the latest first. CharacterNotFound. */
  list(scope: Scope, characterId: string, limit: number): Promise<Erasure[]>;
}
