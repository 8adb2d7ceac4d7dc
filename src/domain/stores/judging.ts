import type { Scope } from '../principal.ts';
import type { Tier } from '../tier.ts';

/** A memory that waits to be judged. */
export interface WaitingStatement {
  memoryId: string;
  content: string;
  /** Whether it may end others without a question. */
  mayEnd: boolean;
  /** Of its present text: what it ends belongs to it. */
  batch?: string | undefined;
}

/** One of any tenant. */
export interface QueuedStatement extends WaitingStatement {
  tenantId: string;
  /** In force at the time of the call. */
  tier: Tier;
  characterId: string;
  /** When its text was stored or changed (ms). */
  since: number;
}

/**
 * The durable queue of memories of which it is not yet judged what they do to others. They wait from the unit that stores
 * their text; who judges one twice does no harm.
 */
export interface JudgingStore {
  /**
   * The first ones to judge at `now` (ms): those that may end others, then what is no message of an imported chat, each
   * time the newest first.
   * @param least the least `to_judge` of them; default: any that waits
   */
  waiting(now: number, limit: number, least?: number): Promise<QueuedStatement[]>;
  /** Those of some memories of a character that wait. CharacterNotFound. */
  among(scope: Scope, characterId: string, memoryIds: readonly string[]): Promise<WaitingStatement[]>;
  /** Acquires or renews the lease on judging a tenant's memories until `until`; false while another holder has it at `now`. Times in ms. */
  lease(holder: string, tenantId: string, now: number, until: number): Promise<boolean>;
  /** Releases all leases of a holder. */
  release(holder: string): Promise<void>;
  /**
   * Takes a memory from the queue, unless its text has changed; in a deleted character until that is restored.
   * CharacterNotFound.
   */
  judged(scope: Scope, characterId: string, judged: Pick<WaitingStatement, 'memoryId' | 'content'>): Promise<void>;
}
