import { join } from 'node:path';
import { EncoderEmbedder } from '../../src/ai/encoder/encoder-embedder.ts';
import { EncoderProcess } from '../../src/ai/encoder/encoder-process.ts';
import { readManifest } from '../../src/ai/encoder/manifest.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';

/** An encoder of the built program, without a timeout for searches. */
export function openEncoding(folder: string, store: Store) {
  const manifest = readManifest(folder);
  if (!manifest) throw new Error(`there is no encoder in ${folder}`);
  const file = join(process.cwd(), 'dist/encoder.cjs');
  const encoder = new EncoderProcess({ folder, maxTokens: manifest.maxTokens, file, env: process.env });
  const embeddings = new Embeddings(new EncoderEmbedder(manifest, encoder), () => undefined, { timeoutMs: 60_000 });
  const { embedder } = embeddings;
  return {
    embeddings,
    /** Embeds every memory of the local tenant that waits. */
    async embedAll(): Promise<void> {
      const model = { ...embedder.generation, dimensions: manifest.dimensions };
      await store.embeddings.useModel(model);
      for (;;) {
        const waiting = await store.embeddings.takeWaiting(model, 'local', 100, 1_000_000);
        if (waiting.length === 0) return;
        const { vectors } = await embedder.embed(waiting.map(({ content }) => content));
        await store.embeddings.save(
          model,
          waiting.map((one, i) => ({ ...one, vector: vectors[i] })),
        );
      }
    },
    close: () => encoder.close(),
  };
}
