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
   * How near the memories of a character are to a vector: all of a small character; of a large one at most `limit` of
   * the nearest, nearly exact (a coarse search chooses them), and those of `sample`, which tell what is usual there.
   * CharacterNotFound.
   */
  nearest(
    scope: Scope,
    characterId: string,
    vector: Float32Array,
    limit: number,
    sample: readonly number[],
  ): Promise<Nearness>;
}

/** How near memories are to a vector. */
export interface Nearness {
  /** Memory number → cosine, the highest first. */
  readonly cosines: ReadonlyMap<number, number>;
  /** Those whose cosines are as usual for the character: all, or a sample. */
  readonly usual: readonly number[];
  /** What no memory left out exceeds; undefined when none is left out. */
  readonly beyond?: number | undefined;
}
