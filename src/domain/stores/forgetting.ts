import type { Scope } from '../principal.ts';

/** A memory that the user asked to forget. */
export interface ToForget {
  memoryId: string;
  /** What was asked, as it was said. */
  what: string;
  /** When it was asked last (ms). */
  at: number;
}

/** Requests to forget memories, until a person has answered them. A memory waits once, for the latest request. */
export interface ForgettingStore {
  /** Records a request for active memories; returns how many there are. CharacterNotFound, AccessDenied. */
  ask(scope: Scope, characterId: string, what: string, memoryIds: readonly string[], now: number): Promise<number>;
  /** The active memories that wait, the latest request first. CharacterNotFound. */
  waiting(scope: Scope, characterId: string, limit: number): Promise<ToForget[]>;
  /** Ends the waiting of some memories; returns the ids of those that waited. CharacterNotFound, AccessDenied. */
  answered(scope: Scope, characterId: string, memoryIds: readonly string[], now: number): Promise<string[]>;
}
