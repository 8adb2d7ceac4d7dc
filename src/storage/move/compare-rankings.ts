import type { Character } from '../../domain/character.ts';
import { type Scope, serviceScope } from '../../domain/principal.ts';
import type { Store } from '../../domain/stores/store.ts';
import { analyzeQuery } from '../../search/query.ts';
import { rank } from '../../search/rank/rank.ts';
import { StoreUnusable } from '../unusable.ts';

/** Characters of each tenant that are asked, those with the most memories, and how many searches each. */
const characters = 10;
const searches = 5;
/** Memories that are compared of each ranking. */
const depth = 20;
const wordsAsked = 8;

export interface Compared {
  /** Searches that were asked of both. */
  searches: number;
  /** Of these, how many found the same with the same relevance, to twelve digits; equals may change places. */
  alike: number;
}

/**
 * Asks two stores the same. Both must find the same memories; which of equal ones is first, and so in rare cases how
 * relevant others are, depends on the order in which they came into the index, and that was made again.
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

/** What a search comes to: memories by their ids, since numbers are the engine's own; equals in the order of these. */
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
    // Of those as relevant as the last one others may stand beyond it.
    return [rounded, relevance === last ? '' : (found.get(memoryNo)?.id ?? '')] as const;
  });
  return { total, shown: JSON.stringify(shown.toSorted(([a, one], [b, two]) => b - a || (one < two ? -1 : 1))) };
}
