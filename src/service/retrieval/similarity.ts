import { hasFeature } from '../../domain/tier.ts';
import { accounted } from '../ai-usage.ts';
import type { Context } from '../context.ts';
import { withDeadline } from '../deadline.ts';

/** As many memories as can take part in a ranking by meaning; more where a category will leave only some of them. */
const nearestCount = { all: 100, filtered: 400 };
/**
 * The cosine below which text-embedding-3-small says nothing: unrelated texts lie around 0.1, seldom above 0.25.
 * A memory's similarity is how far it is above this floor, 0..1; below it the memory does not match by meaning.
 */
export const similarityFloor = 0.25;

/**
 * How near the memories of a character are to a query by meaning: memory number → 0..1. Undefined when embeddings do
 * not take part: none are configured, FREE, the day's tokens are used up, or the endpoint does not answer in time.
 * CharacterNotFound.
 */
export async function findByMeaning(
  context: Context,
  characterId: string,
  query: string,
  isFiltered: boolean,
): Promise<ReadonlyMap<number, number> | undefined> {
  const { embeddings, principal, store, now } = context;
  if (!embeddings?.answers(now()) || !hasFeature(principal.tier, 'aiExtraction')) return undefined;
  const vector = await embedQuery(context, query);
  if (!vector) return undefined;
  const count = isFiltered ? nearestCount.filtered : nearestCount.all;
  const found = await store.embeddings.nearest(principal, characterId, vector, count);
  const near = [...found].filter(([, cosine]) => cosine > similarityFloor);
  return new Map(near.map(([memoryNo, cosine]) => [memoryNo, (cosine - similarityFloor) / (1 - similarityFloor)]));
}

async function embedQuery(context: Context, query: string): Promise<Float32Array | undefined> {
  const { embeddings, now, signal } = context;
  if (!embeddings) return undefined;
  const { embedder, patienceMs: deadlineMs } = embeddings;
  try {
    const embedded = await withDeadline(signal, deadlineMs, (limit) => {
      const call = { estimate: embedder.estimate([query]), deadlineMs, signal: limit };
      return accounted(context, call, () => embedder.embed([query], limit));
    });
    if (embedded) embeddings.succeeded();
    return embedded?.vectors[0];
  } catch (error) {
    if (!signal?.aborted) embeddings.failed(error, now());
    return undefined;
  }
}
