import type { Store } from '../../domain/store.ts';
import { categoryStore } from './categories.ts';
import { characterStore } from './characters.ts';
import type { Engine } from './engine.ts';
import { memoryStore } from './memories.ts';
import { openConnection } from './open.ts';
import { searchStore } from './search.ts';
import { SearchIndex } from './search-index/search-index.ts';
import { tenantStore } from './tenants.ts';

/** The Store on one SQLite file. StoreUnusable, see openConnection. */
export function openStore(path: string): Store {
  const db = openConnection(path);
  const engine: Engine = { db, index: new SearchIndex(db.sqlite) };
  return {
    tenants: tenantStore(db),
    characters: characterStore(db),
    categories: categoryStore(engine),
    memories: memoryStore(engine),
    search: searchStore(engine),
    close: () => db.close(),
  };
}
