import { BroadcastChannel } from 'node:worker_threads';
import { EmbeddingFailed } from '../../domain/ai.ts';
import type { Encoder } from './encoder.ts';

/** Reaches every thread of this process, and no other process. */
const channelName = 'agent-memory-service encoder';

interface Question {
  id: string;
  text: string;
  isQuery: boolean;
}

type Reply = { id: string } & ({ vector: Float32Array } | { kind: EmbeddingFailed['kind']; message: string });

/** Shares an encoder with the other threads of this process. Returns the function that ends it. */
export function shareEncoder(encoder: Encoder): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = async (event: unknown) => {
    const question = (event as { data: Question | Reply }).data;
    if (!('text' in question)) return;
    const { id, text, isQuery } = question;
    const reply = await encoder.encode(text, isQuery).then(
      (vector): Reply => ({ id, vector }),
      (error: Error): Reply => ({
        id,
        kind: error instanceof EmbeddingFailed ? error.kind : 'failed',
        message: error.message,
      }),
    );
    channel.postMessage(reply);
  };
  channel.unref();
  return () => channel.close();
}

/** The encoder that another thread of this process shares. */
export class SharedEncoder implements Encoder {
  readonly #channel = new BroadcastChannel(channelName);
  readonly #newId: () => string;
  readonly #asked = new Map<string, (reply: Reply) => void>();

  /** @param newId ids that no other thread makes */
  constructor(newId: () => string) {
    this.#newId = newId;
    this.#channel.onmessage = (event: unknown) => {
      const reply = (event as { data: Question | Reply }).data;
      if (!('text' in reply)) this.#asked.get(reply.id)?.(reply);
    };
    this.#channel.unref();
  }

  async encode(text: string, isQuery: boolean, signal?: AbortSignal): Promise<Float32Array> {
    signal?.throwIfAborted();
    const id = this.#newId();
    let leave = () => {};
    try {
      const reply = await new Promise<Reply>((resolve, reject) => {
        leave = () => reject(signal?.reason);
        signal?.addEventListener('abort', leave, { once: true });
        this.#asked.set(id, resolve);
        this.#channel.postMessage({ id, text, isQuery } satisfies Question);
      });
      if ('vector' in reply) return reply.vector;
      throw new EmbeddingFailed(reply.kind, reply.message);
    } finally {
      this.#asked.delete(id);
      signal?.removeEventListener('abort', leave);
    }
  }

  async close(): Promise<void> {
    this.#channel.close();
  }
}
