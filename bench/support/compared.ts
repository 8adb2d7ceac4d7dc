import { serviceScope } from '../../src/domain/principal.ts';
import type { EmbeddingModel } from '../../src/domain/stores/embeddings.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import { analyzeQuery } from '../../src/search/query.ts';
import { rank } from '../../src/search/rank/rank.ts';
import { sampleOf } from '../../src/service/retrieval/similarity.ts';
import { median, quantile, timed } from './report.ts';

const warmUps = 30;
const searches = 150;
/** Of vectors, as a search asks for. */
const nearest = 100;

/** A store and the characters to search. */
export interface Side {
  store: Store;
  characterOf(search: number): Character;
}

export interface Character {
  id: string;
  tenantId: string;
}

interface Question {
  text: string;
  /** With its vector a search is a hybrid one. */
  embedded?: { model: EmbeddingModel; vector: Float32Array };
  /** Whether to use the optimistic read from the cache. */
  asksFirst?: boolean;
}

/** One search: read, rank, and fetch of ten. Returns the results with exact scores. */
async function search(
  { store }: Side,
  { id, tenantId }: Character,
  { text, embedded, asksFirst }: Question,
): Promise<string> {
  const scope = serviceScope(tenantId);
  const analyzed = analyzeQuery(text, 0);
  const kept = asksFirst ? undefined : await store.search.readCached(scope, id, analyzed);
  const { material } = kept ?? (await store.search.read(scope, id, analyzed, undefined));
  const nearness =
    embedded &&
    (await store.embeddings.nearest(embedded.model, scope, id, embedded.vector, nearest, sampleOf(material.passages)));
  const { memories } = rank(analyzed, material, { limit: 10, nearness });
  const numbers = memories.map(({ memoryNo }) => memoryNo);
  const fetched = await (kept
    ? store.search.fetchCached(scope, id, numbers, kept.version)
    : store.search.fetch(scope, id, numbers));
  // Nothing is written meanwhile: the cache is valid.
  return JSON.stringify(memories.map(({ memoryNo, relevance }) => [fetched!.get(memoryNo)?.content, relevance]));
}

/**
 * The same searches in SQLite and in another store, which take turns so that both meet the same machine: times (ms),
 * their ratio, and how many found the same to the digit.
 * @param question the question, and another one for the second store, whose cache has already answered the first
 */
export async function compared([sqlite, other]: readonly [Side, Side], question: () => Question) {
  const times: Record<'sqlite' | 'other' | 'asking', number[]> = { sqlite: [], other: [], asking: [] };
  let alike = 0;
  for (let i = 0; i < warmUps + searches; i++) {
    // The service looks up the character first.
    for (const { store, characterOf } of [sqlite, other]) {
      const { id, tenantId } = characterOf(i);
      await store.characters.find(serviceScope(tenantId), id);
    }
    const asked = question();
    const one = await timed(() => search(sqlite, sqlite.characterOf(i), asked));
    const two = await timed(() => search(other, other.characterOf(i), asked));
    const again = question();
    const three = await timed(() => search(other, other.characterOf(i), { ...again, asksFirst: true }));
    if (i < warmUps) continue;
    times.sqlite.push(one.ms);
    times.other.push(two.ms);
    times.asking.push(three.ms);
    if (one.result === two.result) alike++;
  }
  return {
    'SQLite p50': median(times.sqlite),
    'SQLite p95': quantile(times.sqlite, 0.95),
    'PostgreSQL p50': median(times.other),
    'PostgreSQL p95': quantile(times.other, 0.95),
    'p50 / SQLite': median(times.other) / median(times.sqlite),
    'asking first': median(times.asking) / median(times.sqlite),
    'alike of': `${alike} of ${searches}`,
  };
}
