import { type Embedder, type EmbeddingAnswer, EmbeddingFailed, type TokenEstimate } from '../domain/ai.ts';
import type { EmbeddingModel } from '../domain/stores/embeddings.ts';
import { estimateTokens, truncateToTokens } from '../text/tokens.ts';
import { readFault, untilAborted } from './failure.ts';
import { embeddingModel } from './models.ts';
import type { OpenAiClient } from './openai-client.ts';

/** The model reads 8,191 tokens; a longer text is known by its beginning. */
const maxTokens = 8_000;
/** The address when none is set. */
const openAiAddress = 'https://api.openai.com/v1';

/** The model of vectors without a named address. */
export const usualGeneration = embeddingModel.name;

/** Embeddings of OpenAI or an endpoint compatible with it. */
export class OpenAiEmbedder implements Embedder {
  readonly model = embeddingModel.name;
  readonly #client: OpenAiClient;
  #dimensions: number | undefined;

  constructor(client: OpenAiClient) {
    this.#client = client;
  }

  get generation(): EmbeddingModel {
    return { name: generationName(this.#client.baseUrl), dimensions: this.#dimensions };
  }

  estimate(texts: readonly string[]): TokenEstimate {
    const inputTokens = texts.reduce((sum, text) => sum + Math.min(maxTokens, estimateTokens(text)), 0);
    return { inputTokens, outputTokens: 0 };
  }

  async embed(texts: string[], signal?: AbortSignal): Promise<EmbeddingAnswer> {
    const input = texts.map((text) => truncateToTokens(text, maxTokens));
    const client = await this.#client.get();
    try {
      // base64 is a third of the size. Endpoints that do not support it answer with numbers; both are read.
      const request = { model: this.model, input, encoding_format: 'base64' } as const;
      const { data, usage } = await untilAborted(client.embeddings.create(request, { signal }), signal);
      const vectors = (data ?? []).toSorted((a, b) => a.index - b.index).map((one) => readVector(one.embedding));
      if (vectors.length !== texts.length) throw unusable(`${vectors.length} vectors for ${texts.length} texts`);
      this.#learnLength(vectors);
      const { inputTokens } = usage ? { inputTokens: usage.prompt_tokens } : this.estimate(texts);
      return { vectors, usage: { calls: 1, inputTokens, outputTokens: 0 } };
    } catch (error) {
      if (error instanceof EmbeddingFailed) throw error;
      const { apiKey } = this.#client;
      const { status, message } = readFault(error, { provider: 'openai', model: this.model, apiKey });
      throw new EmbeddingFailed(failureKind(status), message);
    }
  }

  /** The first answer sets the dimensions; a vector of other length can't be compared. */
  #learnLength(vectors: readonly Float32Array[]): void {
    const dimensions = this.#dimensions ?? vectors[0]?.length;
    const other = vectors.find(({ length }) => length !== dimensions);
    if (other) throw unusable(`vectors of ${other.length} dimensions after ones of ${dimensions}`);
    this.#dimensions = dimensions;
  }
}

/**
 * At OpenAI itself only the model; elsewhere also the address, because the name may mean any model there. User,
 * password and parameters of the address are left out: they may be secret, and they may change.
 */
function generationName(baseUrl: string | null): string {
  if (baseUrl === null) return embeddingModel.name;
  const { origin, pathname } = new URL(baseUrl);
  const address = origin + (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname);
  return address === openAiAddress ? embeddingModel.name : `${embeddingModel.name} at ${address}`;
}

function readVector(embedding: unknown): Float32Array {
  const vector = typeof embedding === 'string' ? fromBase64(embedding) : Float32Array.from(embedding as number[]);
  const { maxDimensions } = embeddingModel;
  if (vector.length === 0 || vector.length > maxDimensions)
    throw unusable(`vectors of ${vector.length} dimensions, not of 1 to ${maxDimensions},`);
  // A zero vector has no direction: its distance is NULL, which would rank first.
  if (!vector.every(Number.isFinite) || vector.every((part) => part === 0))
    throw unusable('a vector without direction');
  return vector;
}

function fromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  // Copied, because a pooled buffer need not be aligned to four bytes.
  return new Float32Array(Uint8Array.from(bytes).buffer, 0, Math.floor(bytes.length / 4));
}

function unusable(what: string): EmbeddingFailed {
  return new EmbeddingFailed('unsupported', `the endpoint answered ${what} for ${embeddingModel.name}`);
}

function failureKind(status: number | undefined): EmbeddingFailed['kind'] {
  if (status === 404 || status === 405 || status === 501) return 'unsupported';
  return status === 400 || status === 413 || status === 422 ? 'refused' : 'failed';
}
