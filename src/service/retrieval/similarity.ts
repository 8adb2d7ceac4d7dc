import { EmbeddingFailed } from '../../domain/ai.ts';
import type { Nearness } from '../../domain/stores/embeddings.ts';
import type { AnalyzedQuery, PassageTable, SearchMaterial } from '../../domain/stores/search.ts';
import { hasFeature } from '../../domain/tier.ts';
import { accounted } from '../ai-usage.ts';
import type { ReadingContext } from '../context.ts';
import { withDeadline } from '../deadline.ts';
import type { Embeddings } from './embeddings.ts';

/** How many memories of a large character may match by meaning; more where a category leaves only some of them. */
const nearestCount = { all: 100, filtered: 300 };
/** A sample of a large character's memories, for the mean of its cosines. */
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
  const { generation, onMachine } = embeddings.embedder;
  const count = isFiltered ? nearestCount.filtered : nearestCount.all;
  const nearness = await store.embeddings.nearest(
    generation,
    principal,
    characterId,
    vector,
    count,
    sampleOf(passages),
  );
  const { near, usual } = nearness;
  return near.values.length + usual.values.length === 0 ? undefined : { ...nearness, onMachine };
}

/** The numbers of some memories at equal distances. */
export function sampleOf(passages: PassageTable): readonly number[] {
  const sample = samples.get(passages) ?? sampled(passages);
  samples.set(passages, sample);
  return sample;
}

/** A cache: a table serves every search until a write. */
const samples = new WeakMap<PassageTable, readonly number[]>();

function sampled({ count, memoryNo }: PassageTable): readonly number[] {
  const step = Math.max(1, count / sampleSize);
  const places = Array.from({ length: Math.floor(count / step) }, (_, i) => Math.floor(i * step));
  return [...new Set(places.map((place) => memoryNo[place]!))];
}

/** A query's embedding, and whether it was given up because the encoder of this machine was not ready in time. */
export interface QueryVector {
  vector?: Float32Array | undefined;
  isLate?: true;
}

/**
 * The embedding of a query; none when embeddings do not take part.
 * @param meaning of the query, which only a model that knows no other language than English asks for
 */
export async function embedQuery(
  context: ReadingContext,
  query: string,
  meaning: () => AnalyzedQuery['meaning'],
): Promise<QueryVector> {
  const { embeddings, principal, now } = context;
  if (!embeddings?.answers(now()) || !hasFeature(principal.tier, 'aiExtraction')) return {};
  // A text without English words has no meaning for a model that knows only English; nor does one with few of them.
  const knowsEnglish = embeddings.embedder.onMachine?.languages === 'english';
  if (knowsEnglish && (meaning() === undefined || !isInPlainLetters(query))) return {};
  // A deadline and the account of tokens would take longer than the rest.
  const known = embeddings.embedder.knownQuery?.(query);
  return known ? { vector: known } : askForEmbedding(context, embeddings, query);
}

/** Whether nearly all letters are those of English, which has few words as "café". */
function isInPlainLetters(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => letter < '\u0080').length >= plainLetters * letters.length;
}

const plainLetters = 0.9;

async function askForEmbedding(context: ReadingContext, embeddings: Embeddings, query: string): Promise<QueryVector> {
  const { now, signal } = context;
  const { embedder, timeoutMs: deadlineMs } = embeddings;
  try {
    const embedded = await withDeadline(signal, deadlineMs, (limit) => {
      const call = { estimate: embedder.estimate([query]), deadlineMs, signal: limit };
      return accounted(context, call, () => embedder.embedQuery?.(query, limit) ?? embedder.embed([query], limit));
    });
    if (embedded) embeddings.succeeded();
    // The day's tokens are used up.
    else context.validity?.endsAt(now());
    return { vector: embedded?.vectors[0] };
  } catch (error) {
    context.validity?.endsAt(now());
    if (signal?.aborted) return {};
    embeddings.missed();
    // The encoder of this machine starts, or has other queries: the next search may have it.
    if (embedder.onMachine && !(error instanceof EmbeddingFailed)) return { isLate: true };
    embeddings.failed(error, now());
    return {};
  }
}
