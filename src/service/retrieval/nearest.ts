import type { Memory } from '../../domain/memory.ts';
import type { Cosines } from '../../domain/stores/embeddings.ts';
import type { ReadingContext } from '../context.ts';
import { analysisOf, askedFor, ranked } from './search.ts';
import { embedQuery } from './similarity.ts';

/** The stored memories that are most similar to a text. */
export async function findSimilar(
  context: ReadingContext,
  characterId: string,
  text: string,
  limit: number,
): Promise<Memory[]> {
  const { candidates } = await ranked(context, characterId, await askedFor(context, text), { limit });
  return candidates.flatMap(({ memory }) => memory ?? []);
}

/** A memory, and the cosine of its meaning and a text's. */
export interface Near {
  memory: Memory;
  cosine: number;
}

/** The stored memories that are nearest to a text by their vectors alone; none where vectors do not take part. */
export async function findNearest(
  context: ReadingContext,
  characterId: string,
  text: string,
  limit: number,
): Promise<Near[]> {
  const { store, principal, embeddings } = context;
  const { vector } = await embedQuery(context, text, () => analysisOf(context, text).meaning);
  if (vector === undefined || embeddings === undefined) return [];
  const { generation } = embeddings.embedder;
  const { near: found } = await store.embeddings.nearest(generation, principal, characterId, vector, limit, []);
  const near = pairsOf(found).slice(0, limit);
  const memories = await store.search.fetch(
    principal,
    characterId,
    near.map(([no]) => no),
  );
  return near.flatMap(([no, cosine]) => {
    const memory = memories.get(no);
    return memory ? [{ memory, cosine }] : [];
  });
}

/** Memory numbers with their cosines, the highest first. */
function pairsOf({ memoryNos, values }: Cosines): [no: number, cosine: number][] {
  const pairs = Array.from(values, (cosine, i): [number, number] => [memoryNos[i]!, cosine]);
  return pairs.sort((a, b) => b[1] - a[1]);
}
