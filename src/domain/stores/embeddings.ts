import type { Backlog } from '../metrics.ts';
import type { Scope } from '../principal.ts';
import type { Tier } from '../tier.ts';

/** A memory that has no embedding of the current model yet. */
export interface WaitingMemory {
  /** Both as the engine calls them. */
  characterNo: number;
  memoryNo: number;
  content: string;
}

/** A memory's embedding; without a vector: the endpoint refuses this text, and it is not asked again. */
export interface EmbeddedMemory extends WaitingMemory {
  vector?: Float32Array | undefined;
}

/** What vectors are of. Only those of one model and one length can be compared. */
export interface EmbeddingModel {
  /** With the endpoint, where it is not the usual one; never with a key. */
  name: string;
  /** How long the vectors are; undefined before the first is known. */
  dimensions: number | undefined;
}

/** A model whose vectors are known. */
export interface KnownModel extends EmbeddingModel {
  dimensions: number;
}

/**
 * Embeddings of active memories, all of one model. Which ones wait follows from the memories themselves, so nothing is
 * lost and nothing is embedded twice whatever process ends when; vectors go with their memory, in the same unit. For
 * another model than the current one all wait, and the vectors are kept until it has shown that it makes some.
 */
export interface EmbeddingStore {
  /** The current model; none before the first embedding. */
  currentModel(): Promise<KnownModel | undefined>;
  /** Makes a model the current one; embeddings of another are dropped, and their memories wait again. */
  useModel(model: KnownModel): Promise<void>;
  /** Drops all embeddings, of whichever model; every memory waits again. */
  dropAll(): Promise<void>;
  /** Tenants that have memories waiting for the model, with the tier in force at `now` (ms). */
  waitingTenants(model: EmbeddingModel, now: number): Promise<{ tenantId: string; tier: Tier }[]>;
  /** How many memories of a tenant wait. */
  countWaiting(model: EmbeddingModel, scope: Scope): Promise<number>;
  /** How many memories of a tenant wait, and since when the one that was written first. */
  backlog(model: EmbeddingModel, tenantId: string): Promise<Backlog>;
  /** Memories of a tenant that wait, oldest first: at most `limit`, and at most `maxChars` of text beyond the first. */
  takeWaiting(model: EmbeddingModel, tenantId: string, limit: number, maxChars: number): Promise<WaitingMemory[]>;
  /**
   * Gets or keeps the right to embed a tenant's memories for `holder` until `until`; false while another holder has it
   * at `now`. Times in ms.
   */
  lease(holder: string, tenantId: string, now: number, until: number): Promise<boolean>;
  /** Gives back all that a holder has. */
  release(holder: string): Promise<void>;
  /**
   * Keeps embeddings and answers how many; one is left out when its memory is gone, says something else by now or has
   * one already, and all are where another model is the current one.
   */
  save(model: EmbeddingModel, embedded: EmbeddedMemory[]): Promise<number>;
  /**
   * How near the memories of a character are to a vector: all of a small character; of a large one at most `limit` of
   * the nearest, nearly exact (a coarse search chooses them), and those of `sample`, which tell what is usual there.
   * None where the vector is of another model than theirs. CharacterNotFound.
   */
  nearest(
    model: EmbeddingModel,
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
