import type { Backlog } from '../metrics.ts';
import type { Scope } from '../principal.ts';
import type { Tier } from '../tier.ts';

/** A memory that has no embedding of the current model yet. */
export interface WaitingMemory {
  /** Numbers of the engine. */
  characterNo: number;
  memoryNo: number;
  content: string;
}

/** A memory's embedding. Without a vector: the endpoint refuses this text, so it is not sent again. */
export interface EmbeddedMemory extends WaitingMemory {
  vector?: Float32Array | undefined;
}

/** The model of vectors. Only vectors of one model and one length can be compared. */
export interface EmbeddingModel {
  /** Includes the endpoint unless it is the default; never a key. */
  name: string;
  /** The length of the vectors; undefined before the first one. */
  dimensions: number | undefined;
}

/** A model with known vector length. */
export interface KnownModel extends EmbeddingModel {
  dimensions: number;
}

/**
 * Embeddings of active memories, all of one model. A vector is removed in the same unit as its memory. The memories
 * record which ones wait, so a crash loses nothing. For a new model all wait, and the old vectors stay until its first
 * vector.
 */
export interface EmbeddingStore {
  /** The current model; none before the first embedding. */
  currentModel(): Promise<KnownModel | undefined>;
  /** Makes a model the current one. Embeddings of other models are dropped, and their memories wait again. */
  useModel(model: KnownModel): Promise<void>;
  /** Drops all embeddings of all models; every memory waits again. */
  dropAll(): Promise<void>;
  /** Tenants that have memories waiting for the model, with the tier in force at `now` (ms). */
  waitingTenants(model: EmbeddingModel, now: number): Promise<{ tenantId: string; tier: Tier }[]>;
  /** How many memories of a tenant wait. */
  countWaiting(model: EmbeddingModel, scope: Scope): Promise<number>;
  /** How many memories of a tenant wait, and since when the oldest does. */
  backlog(model: EmbeddingModel, tenantId: string): Promise<Backlog>;
  /** Memories of a tenant that wait, of the newest character the newest first: at most `limit`, and at most `maxChars` of text beyond the first. */
  takeWaiting(model: EmbeddingModel, tenantId: string, limit: number, maxChars: number): Promise<WaitingMemory[]>;
  /**
   * Acquires or renews the lease on embedding a tenant's memories for `holder` until `until`. False while another
   * holder has it at `now`. Times in ms.
   */
  lease(holder: string, tenantId: string, now: number, until: number): Promise<boolean>;
  /** Releases all leases of a holder. */
  release(holder: string): Promise<void>;
  /**
   * Stores embeddings and returns how many. Skips a memory that was deleted, changed or already embedded; skips all if
   * another model is current.
   */
  save(model: EmbeddingModel, embedded: EmbeddedMemory[]): Promise<number>;
  /**
   * Similarities of a character's memories to a vector; none if the vector is of another model, or while `isHalfRead`. Of
   * a large character: at most `limit` of the nearest (nearly exact) and those of `sample`, which show the usual
   * similarity. CharacterNotFound.
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

/** An encoder on this machine, which costs no tokens. Its vectors of languages that it does not know have no meaning. */
export interface MachineEncoder {
  readonly languages: 'english' | 'many';
  /** It is the one in the package. */
  readonly isOwn?: boolean | undefined;
}

/** Cosines of some memories with a vector, in columns. */
export interface Cosines {
  readonly memoryNos: Int32Array;
  readonly values: Float64Array;
}

export const noCosines: Cosines = { memoryNos: new Int32Array(0), values: new Float64Array(0) };

/** Similarities of memories to a vector. */
export interface Nearness {
  /** The encoder of this machine that made the vectors; absent: a provider. */
  readonly onMachine?: MachineEncoder | undefined;
  /** Those of the nearest memories, the highest first; where none is left out, of all in any order. */
  readonly near: Cosines;
  /** Those of memories that show what is usual for the character: of a sample, or `near` itself. */
  readonly usual: Cosines;
  /** An upper bound of the cosines left out; undefined when none is left out. */
  readonly beyond?: number | undefined;
}
