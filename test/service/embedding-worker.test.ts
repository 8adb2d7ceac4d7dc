import { expect, onTestFinished, test } from 'vitest';
import { EncoderEmbedder } from '../../src/ai/encoder/encoder-embedder.ts';
import { type Embedder, noUsage } from '../../src/domain/ai.ts';
import { EmbeddingWorker } from '../../src/service/background/embedding-worker.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import type { Stored, TierAnswer } from '../support/answers.ts';
import { openWithAda } from '../support/harness.ts';

const manifest = { name: 'test', sha256: 'f'.repeat(64), dimensions: 3, languages: 'many' } as const;
const vector = Float32Array.of(1, 0, 0);
const until = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Memories that wait, and a worker whose batches have hardly any time. */
async function working(embedder: Embedder, texts: readonly string[]) {
  const session = await openWithAda({ onFile: true });
  const embeddings = new Embeddings(embedder, session.services.log);
  session.services.embeddings = embeddings;
  for (const content of texts) {
    await session.call<Stored>('add_memory_direct', { characterId: 'Ada', content, category: 'facts' });
  }
  const worker = new EmbeddingWorker(session.services, embeddings, { pollMs: 1, requestMs: 20 });
  worker.start();
  onTestFinished(() => worker.stop());
  await expect.poll(async () => (await session.call<TierAnswer>('get_tier')).ai.embedding.pending).toBe(0);
}

const texts = (count: number) => Array.from({ length: count }, (_, i) => `Fact ${i}`);

test('embeddings of a batch that times out are kept, and no text is embedded twice', async () => {
  const embedded: string[] = [];
  let ofBatch = 0;
  const encoder = {
    async encode(text: string, _isQuery: boolean, signal?: AbortSignal) {
      if (++ofBatch > 2) {
        ofBatch = 0;
        return until(signal);
      }
      embedded.push(text);
      return vector;
    },
    close: async () => undefined,
  };
  await working(new EncoderEmbedder(manifest, encoder), texts(5));
  expect(embedded.toSorted()).toStrictEqual(texts(5));
});

test('a batch that times out halves the next one, down to one text, before it grows again', async () => {
  const sizes: number[] = [];
  const embedder: Embedder = {
    ...new EncoderEmbedder(manifest, { encode: async () => vector, close: async () => undefined }),
    estimate: () => noUsage,
    async embed(given, signal) {
      sizes.push(given.length);
      // The endpoint becomes faster.
      return given.length > 1 && sizes.length < 5
        ? until(signal)
        : { vectors: given.map(() => vector), usage: noUsage };
    },
  };
  await working(embedder, texts(8));
  expect(sizes).toStrictEqual([8, 4, 2, 1, 2, 4, 1]);
});
