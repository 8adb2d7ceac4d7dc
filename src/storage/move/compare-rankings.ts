import type { Character } from '../../domain/character.ts';
import { type Scope, serviceScope } from '../../domain/principal.ts';
import type { Store } from '../../domain/stores/store.ts';
import { analyzeQuery } from '../../search/query.ts';
import { rank } from '../../search/rank/rank.ts';
import { StoreUnusable } from '../unusable.ts';

/** The characters of each tenant that are compared, those with the most memories, and how many searches each. */
const characters = 10;
const searches = 5;
/** How many memories of each ranking are compared. */
const depth = 20;
const wordsAsked = 8;

export interface Compared {
  /** Searches that both stores answered. */
  searches: number;
  /** How many of these have the same memories and relevance, to twelve digits; equal ones may change places. */
  alike: number;
}

/**
 * Runs the same searches on two stores. Both must find the same memories. The order of equal ones, and so rarely the
 * relevance of others, depends on the order in which the index received them, and the index was built again.
 * @throws StoreUnusable
 */
export async function compareRankings(source: Store, target: Store): Promise<Compared> {
  const compared: Compared = { searches: 0, alike: 0 };
  for (const { id: tenantId } of await target.tenants.list(0)) {
    const scope = serviceScope(tenantId);
    for (const { id } of await largest(target, scope)) {
      const filter = { state: 'ACTIVE', page: 0, limit: searches } as const;
      const { memories } = await target.memories.list(scope, id, filter);
      for (const { content, createdAt } of memories) {
        const query = content.split(/\s+/).slice(0, wordsAsked).join(' ');
        const ask = (store: Store) => ranking(store, scope, id, query, Date.parse(createdAt));
        const [before, after] = await Promise.all([ask(source), ask(target)]);
        if (before.total !== after.total) {
          throw new StoreUnusable(
            `The check afterwards found a search of character ${id} that finds ${after.total} memories instead of ${before.total}. The target was left as it was.`,
          );
        }
        compared.searches += 1;
        if (before.shown === after.shown) compared.alike += 1;
      }
    }
  }
  return compared;
}

async function largest(store: Store, scope: Scope): Promise<Character[]> {
  const filter = { status: 'ALL', sortBy: 'MEMORY_COUNT', sortOrder: 'DESC', page: 0, limit: characters } as const;
  return (await store.characters.list(scope, filter)).characters;
}

/**
 * The result of a search: memories by their ids, since numbers belong to the engine; equal ones in the order of ids.
 */
async function ranking(
  store: Store,
  scope: Scope,
  characterId: string,
  query: string,
  now: number,
): Promise<{ total: number; shown: string }> {
  const analyzed = analyzeQuery(query, now);
  const { material } = await store.search.read(scope, characterId, analyzed, undefined);
  // Guesses depend on sums, which engines round in different orders; so does the last digit of a relevance.
  const { memories, total } = rank(analyzed, material, { limit: depth, guesses: false });
  const numbers = memories.map(({ memoryNo }) => memoryNo);
  const found = await store.search.fetch(scope, characterId, numbers);
  const last = total > depth ? memories.at(-1)?.relevance : undefined;
  const shown = memories.map(({ memoryNo, relevance }) => {
    const rounded = Number(relevance.toPrecision(12));
    // Others of the same relevance as the last one may be cut off.
    return [rounded, relevance === last ? '' : (found.get(memoryNo)?.id ?? '')] as const;
  });
  return { total, shown: JSON.stringify(shown.toSorted(([a, one], [b, two]) => b - a || (one < two ? -1 : 1))) };
}
