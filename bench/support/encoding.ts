import { EncoderEmbedder } from '../../src/ai/encoder/encoder-embedder.ts';
import { OwnEncoder, ownModel } from '../../src/ai/encoder/own-encoder.ts';
import type { Store } from '../../src/domain/stores/store.ts';

const maxWaiting = { memories: 200, size: 200_000 };

/** The encoder of the package, as a server has it. */
export const ownEmbedder = () => new EncoderEmbedder(ownModel, new OwnEncoder());

/**
 * Stores a vector for each memory of the tenant `local` that has none. Texts that differ in a number at their end, as
 * further rounds of `realTexts`, have one vector: encoding each would take an hour for a million.
 */
export async function encodeAll({ embeddings }: Store, embedder = ownEmbedder()): Promise<void> {
  const model = { ...embedder.generation, dimensions: ownModel.dimensions };
  await embeddings.useModel(model);
  const known = new Map<string, Float32Array>();
  for (;;) {
    const waiting = await embeddings.takeWaiting(model, 'local', maxWaiting.memories, maxWaiting.size);
    if (waiting.length === 0) return;
    const embedded = [];
    for (const one of waiting) {
      const text = one.content.replace(/ \d+$/, '');
      const vector = known.get(text) ?? (await embedder.embed([text])).vectors[0]!;
      known.set(text, vector);
      embedded.push({ ...one, vector });
    }
    await embeddings.save(model, embedded);
  }
}
