import type { Log } from '../../base/log.ts';
import { type Embedder, EmbeddingFailed } from '../../domain/ai.ts';

/** After a failure, searches run without the endpoint for this long, instead of each waiting for it. */
const restAfterFailureMs = 30_000;

/** The state of the embeddings' endpoint in this process, shared by background jobs and searches. */
export class Embeddings {
  readonly embedder: Embedder;
  /** A search waits this long for the query's embedding, then does without (ms). */
  readonly timeoutMs: number;
  readonly #log: Log;
  #unsupported: string | undefined;
  #failing: string | undefined;
  #restsUntil = 0;
  #hasMissed = false;

  constructor(embedder: Embedder, log: Log, { timeoutMs = embedder.onMachine ? 150 : 3_000 } = {}) {
    this.embedder = embedder;
    this.timeoutMs = timeoutMs;
    this.#log = log;
  }

  /** Why there are no embeddings at all; undefined when there are. */
  get unsupported(): string | undefined {
    return this.#unsupported;
  }

  /** Why the last request failed; undefined when it succeeded. */
  get failing(): string | undefined {
    return this.#failing;
  }

  /** Whether a search went without, because the query's embedding was late or failed. */
  get hasMissed(): boolean {
    return this.#hasMissed;
  }

  missed(): void {
    this.#hasMissed = true;
  }

  succeeded(): void {
    this.#failing = undefined;
    this.#restsUntil = 0;
  }

  /** Whether the endpoint is worth asking for a search at `now`. */
  answers(now: number): boolean {
    return this.#unsupported === undefined && now >= this.#restsUntil;
  }

  /** Records a failure and logs it once. From then on searches run without embeddings. */
  failed(error: unknown, now: number): EmbeddingFailed['kind'] {
    const kind = error instanceof EmbeddingFailed ? error.kind : 'failed';
    const reason = error instanceof EmbeddingFailed ? error.message : 'the endpoint did not answer in time';
    if (kind === 'failed') {
      this.#failing = reason;
      this.#restsUntil = now + restAfterFailureMs;
    }
    if (kind === 'unsupported' && this.#unsupported === undefined) {
      this.#unsupported = reason;
      this.#log('warn', 'search uses the internal similarity model: no embeddings', { reason });
    } else if (kind !== 'unsupported') {
      this.#log('info', 'embedding failed', { reason });
    }
    return kind;
  }
}
