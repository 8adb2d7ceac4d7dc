import type { Store } from '../../src/domain/stores/store.ts';
import { analyzeQuery } from '../../src/search/query.ts';
import { type RankedMemory, rank } from '../../src/search/rank/rank.ts';
import { id, ours } from './builders.ts';

/** Of deleted memories too. */
export async function idsIn(store: Store): Promise<string[]> {
  const { memories } = await store.memories.list(ours, id(1), { state: 'ALL', page: 0, limit: 300 });
  return memories.map((one) => one.id);
}

export async function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: Error) => `${error.name}: ${error.message}`);
}

const queries = [
  'harbour',
  'violin painter',
  'haustur',
  'Ada garden winter',
  'lanttern',
  'marktes bridge',
  'captain said letter',
];

/** To twelve digits: sums over memories are rounded in the order in which an engine reads them. */
function rounded({
  relevance,
  match: { lexical, similarity },
}: Omit<RankedMemory, 'memoryNo'>): (string | undefined)[] {
  return [relevance, lexical, similarity].map((value) => value?.toPrecision(12));
}

/** Everything that can be read of the store; memories by their ids, since numbers belong to the engine. */
export async function view(store: Store): Promise<unknown> {
  const all = { page: 0, limit: 200 };
  const { memories, total } = await store.memories.list(ours, id(1), { ...all, state: 'ALL' });
  const rankings = [];
  for (const query of queries) {
    const analyzed = analyzeQuery(query, 2_000_000);
    const asked = await store.search.read(ours, id(1), analyzed, undefined);
    // The same, with and without the cache.
    const kept = await store.search.readCached(ours, id(1), analyzed);
    const { material } = kept ?? asked;
    const ranking = rank(analyzed, material, { limit: 15 });
    const numbers = ranking.memories.map(({ memoryNo }) => memoryNo);
    const found = await (kept
      ? store.search.fetchCached(ours, id(1), numbers, kept.version)
      : store.search.fetch(ours, id(1), numbers));
    rankings.push([
      ranking.total,
      ranking.memories.map(({ memoryNo, ...ranked }) => [found?.get(memoryNo), rounded(ranked)]),
      material.terms.map(({ forms, found: terms, substitutes }) => [
        forms,
        terms,
        substitutes.map((one) => one.term).sort(),
      ]),
    ]);
  }
  const files = await store.files.list(ours, id(1), all);
  const some = memories.filter((_, i) => i % 7 === 0);
  return {
    memories,
    total,
    rankings,
    inGoals: await outcome(inCategory(store, 'goals')),
    categories: await store.categories.list(ours, id(1)),
    character: await store.characters.find(ours, 'Ada'),
    exported: await store.memories.forExport(ours, id(1), { state: 'ACTIVE' }),
    useful: await store.memories.mostUseful(ours, id(1), 5, 1_000),
    histories: await Promise.all(some.map((one) => store.memories.history(ours, id(1), one.id))),
    files,
    ofFiles: await Promise.all(
      [...files.files.map(({ fileId }) => fileId), id(98)].map((fileId) =>
        outcome(store.memories.list(ours, id(1), { page: 0, limit: 20, state: 'ACTIVE', fileId })),
      ),
    ),
    status: await store.files.status(ours, id(1), 10),
    characters: await store.characters.list(ours, { ...all, status: 'ALL', sortBy: 'NAME', sortOrder: 'DESC' }),
    names: await store.characters.names(ours, 'a', 10),
    members: await store.members.list(ours.tenantId),
    backlog: await store.captures.backlog(['BUSINESS'], 2_000_000),
    usage: await store.tenants.usage(ours, 0),
  };
}

async function inCategory(store: Store, category: string): Promise<unknown> {
  const analyzed = analyzeQuery('harbour violin garden', 0);
  const { material, allowed } = await store.search.read(ours, id(1), analyzed, category);
  return [allowed?.size, rank(analyzed, material, { limit: 5, allowed }).memories.map(rounded)];
}
