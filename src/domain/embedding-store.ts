import type { Scope } from './principal.ts';
import type { Tier } from './tier.ts';

/** A memory that has no embedding of the current model yet. */
export interface WaitingMemory {
  memoryNo: number;
  content: string;
}

/** A memory's embedding; without a vector: the endpoint refuses this text, and it is not asked again. */
export interface EmbeddedMemory extends WaitingMemory {
  vector?: Float32Array | undefined;
}

export interface EmbeddingModel {
  name: string;
  dimensions: number;
}

/**
 * Embeddings of active memories. Which ones wait follows from the memories themselves, so nothing is lost and nothing
 * is embedded twice whatever process ends when; vectors go with their memory, in the same unit.
 */
export interface EmbeddingStore {
  /** Makes a model the current one; embeddings of another model are dropped, and their memories wait again. */
  useModel(model: EmbeddingModel): Promise<void>;
  /** Tenants that have waiting memories, with the tier in force at `now` (ms). */
  waitingTenants(now: number): Promise<{ tenantId: string; tier: Tier }[]>;
  /** How many memories of a tenant wait. */
  countWaiting(tenantId: string): Promise<number>;
  /** Memories of a tenant that wait, oldest first: at most `limit`, and at most `maxChars` of text beyond the first. */
  takeWaiting(tenantId: string, limit: number, maxChars: number): Promise<WaitingMemory[]>;
  /** Gets or keeps the right to embed for `holder` until `until`; false while another holder has it at `now`. */
  lease(holder: string, now: number, until: number): Promise<boolean>;
  release(holder: string): Promise<void>;
  /** Keeps embeddings; one is left out when its memory is gone, says something else by now or has one already. */
  save(embedded: EmbeddedMemory[]): Promise<void>;
  /**
   * The memories of a character nearest to a vector: number → cosine, at most `limit`. Nearly exact: a coarse search
   * chooses candidates, whose cosine is computed from their own vectors. CharacterNotFound.
   */
  nearest(scope: Scope, characterId: string, vector: Float32Array, limit: number): Promise<Map<number, number>>;
}
