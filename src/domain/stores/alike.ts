import type { Memory } from '../memory.ts';
import type { Scope } from '../principal.ts';
import type { Tier } from '../tier.ts';

/** How two texts are alike: they have nearly the same words, or say the same with another number or a negation. */
export interface Alike {
  kind: 'duplicate' | 'contradiction';
  /** The share of telling words that both have, 0..1; in the store as `rankOf` has it. */
  likeness: number;
}

/** From here on stored pairs are those of which a person would decide; below both say something of their own. */
export const leastSure = 0.8;

/** The likeness of a pair as it is stored: the sure ones above all others. */
export function rankOf(likeness: number, isSure: boolean): number {
  return isSure ? leastSure + (1 - leastSure) * likeness : leastSure * Math.min(likeness, 0.99);
}

/** The likeness of a stored pair, and whether it is sure: the inverse of `rankOf`. */
export function ofRank(rank: number): { likeness: number; isSure: boolean } {
  const isSure = rank >= leastSure;
  return { likeness: isSure ? (rank - leastSure) / (1 - leastSure) : rank / leastSure, isSure };
}

/** The place of a pair among those of several characters: the most alike first. */
export interface PairPlace {
  /** The likeness in thousandths. */
  at: number;
  /** Numbers of the engine. */
  character: number;
  one: number;
  other: number;
}

export interface AlikePair extends Alike {
  memories: readonly [Memory, Memory];
  place: PairPlace;
}

/** The number of pairs of each kind. */
export type AlikeCounts = Record<Alike['kind'], number>;

/** A memory of any tenant that waits to be compared. */
export interface UncomparedMemory {
  tenantId: string;
  /** In force at the time of the call. */
  tier: Tier;
  characterId: string;
  memoryId: string;
  revision: number;
}

/**
 * Stored pairs of memories that are alike. A memory waits to be compared from each unit that changes it, and its pairs
 * are hidden until then.
 */
export interface AlikeStore {
  /** Active memories to compare at `now` (ms), of any tenant: those of the newest character, the last changed first. */
  waiting(now: number, limit: number): Promise<UncomparedMemory[]>;
  /** Those of one character or of all visible ones, the last changed first. CharacterNotFound. */
  uncompared(scope: Scope, characterId: string | undefined, limit: number): Promise<Memory[]>;
  /**
   * Replaces the pairs of a memory, unless it has changed; others that are not there are left out. In a deleted character it
   * waits again when that is restored. CharacterNotFound.
   */
  compared(
    scope: Scope,
    characterId: string,
    memory: Pick<Memory, 'id' | 'revision'>,
    pairs: readonly (Alike & { otherId: string })[],
  ): Promise<void>;
  /**
   * Pairs of active memories behind a place, the most alike first, with the number of each kind up to 10,000, of those
   * that were compared and of all; `weak`: those of the number that are not sure. `kept`: those that a person judged to be both right; else those without an answer, of
   * which both hold at `now`. Linked ones are left out. CharacterNotFound.
   */
  list(
    scope: Scope,
    asked: {
      characterId?: string | undefined;
      kept: boolean;
      before?: PairPlace | undefined;
      now: number;
      limit: number;
    },
  ): Promise<{ pairs: AlikePair[]; counts: AlikeCounts; weak: AlikeCounts; looked: number; total: number }>;
  /**
   * Acquires or renews the lease on comparing a tenant's memories until `until`; false while another holder has it at
   * `now`. Times in ms.
   */
  lease(holder: string, tenantId: string, now: number, until: number): Promise<boolean>;
  /** Releases all leases of a holder. */
  release(holder: string): Promise<void>;
}
