import { Lru } from '../../base/lru.ts';
import { type Embedder, type EmbeddingAnswer, noUsage, type TokenEstimate } from '../../domain/ai.ts';
import type { EmbeddingModel } from '../../domain/stores/embeddings.ts';
import type { Encoder } from './encoder.ts';
import type { EncoderManifest } from './manifest.ts';

/** Size of the cache of query vectors, some 2 kB each. */
const maxQueries = 1_000;

/** What an encoder's vectors are of. */
type EncoderModel = Pick<EncoderManifest, 'name' | 'sha256' | 'dimensions' | 'languages'> & { isOwn?: boolean };

/** Embeddings by an encoder on this machine: they cost no tokens, and nothing leaves the machine. */
export class EncoderEmbedder implements Embedder {
  readonly model: string;
  readonly generation: EmbeddingModel;
  readonly onMachine: NonNullable<Embedder['onMachine']>;
  readonly #encoder: Encoder;
  readonly #queries = new Lru<string, Float32Array>(maxQueries);

  constructor(model: EncoderModel, encoder: Encoder) {
    const { name, sha256, dimensions, languages, isOwn } = model;
    this.model = name;
    this.generation = { name: generationOf({ name, sha256 }), dimensions };
    this.onMachine = { languages, isOwn };
    this.#encoder = encoder;
  }

  estimate(): TokenEstimate {
    return { inputTokens: 0, outputTokens: 0 };
  }

  async embed(texts: string[], signal?: AbortSignal): Promise<EmbeddingAnswer> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      try {
        vectors.push(await this.#encoder.encode(text, false, signal));
      } catch (error) {
        if (vectors.length === 0 || !signal?.aborted) throw error;
        break;
      }
    }
    return { vectors, usage: noUsage };
  }

  knownQuery(text: string): Float32Array | undefined {
    return this.#queries.get(text);
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<EmbeddingAnswer> {
    const vector = this.knownQuery(text) ?? (await this.#encoder.encode(text, true, signal));
    this.#queries.set(text, vector);
    return { vectors: [vector], usage: noUsage };
  }
}

/** The model of an encoder's vectors. */
export function generationOf({ name, sha256 }: Pick<EncoderManifest, 'name' | 'sha256'>): string {
  return `${name} ${sha256.slice(0, 16)}`;
}
