import type { Nearness } from '../../domain/stores/embeddings.ts';
import type { PassageTable, SearchMaterial } from '../../domain/stores/search.ts';
import { hasFeature } from '../../domain/tier.ts';
import { accounted } from '../ai-usage.ts';
import type { ReadingContext } from '../context.ts';
import { withDeadline } from '../deadline.ts';

/** As many memories of a large character as can take part by meaning; more where a category leaves only some of them. */
const nearestCount = { all: 100, filtered: 300 };
/** Memories of a large character that tell which cosines are usual there. */
const sampleSize = 256;

/**
 * How near the memories of a character are to a query by meaning. Undefined when embeddings do not take part: none are
 * configured, FREE, the day's tokens are used up, or the endpoint does not answer in time. CharacterNotFound.
 */
export async function findByMeaning(
  context: ReadingContext,
  characterId: string,
  vector: Float32Array | undefined,
  { passages }: SearchMaterial,
  isFiltered: boolean,
): Promise<Nearness | undefined> {
  const { principal, store, embeddings } = context;
  if (vector === undefined || embeddings === undefined) return undefined;
  const { generation } = embeddings.embedder;
  const count = isFiltered ? nearestCount.filtered : nearestCount.all;
  const nearness = await store.embeddings.nearest(
    generation,
    principal,
    characterId,
    vector,
    count,
    sampleOf(passages),
  );
  return nearness.cosines.size === 0 ? undefined : nearness;
}

/** The numbers of some memories at equal distances. */
export function sampleOf({ count, memoryNo }: PassageTable): number[] {
  const step = Math.max(1, count / sampleSize);
  const places = Array.from({ length: Math.floor(count / step) }, (_, i) => Math.floor(i * step));
  return [...new Set(places.map((place) => memoryNo[place]!))];
}

/** The embedding of a query; undefined when embeddings do not take part. */
export async function embedQuery(context: ReadingContext, query: string): Promise<Float32Array | undefined> {
  const { embeddings, principal, now } = context;
  if (!embeddings?.answers(now()) || !hasFeature(principal.tier, 'aiExtraction')) return undefined;
  return askForEmbedding(context, query);
}

async function askForEmbedding(context: ReadingContext, query: string): Promise<Float32Array | undefined> {
  const { embeddings, now, signal } = context;
  if (!embeddings) return undefined;
  const { embedder, timeoutMs: deadlineMs } = embeddings;
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
