import { EventEmitter } from 'node:events';
import schema from '../../../schema.sql';
import { Database } from '../../base/sqlite.ts';
import type { MachineStore } from '../../domain/stores/store.ts';
import { screened } from '../screened.ts';
import { auditStore } from './audit/audit.ts';
import { changeStore } from './audit/changes.ts';
import { backupStore } from './backups.ts';
import { categoryStore } from './characters/categories.ts';
import { characterStore } from './characters/characters.ts';
import { joinedNameStore } from './characters/joined-names.ts';
import { Connection } from './connection.ts';
import { inMemory } from './disk/store-file.ts';
import { embeddingStore } from './embeddings/embeddings.ts';
import { type Engine, hooksOf, type StorePart } from './engine.ts';
import { erasingStore } from './erasing/erasing.ts';
import { captureStore } from './files/captures.ts';
import { fileStore } from './files/files.ts';
import { hookStore } from './hooks.ts';
import { hostExtractionStore } from './host-extractions.ts';
import { alikeStore } from './memories/alike.ts';
import { forgettingStore } from './memories/forgetting.ts';
import { judgingStore } from './memories/judging.ts';
import { memoryStore } from './memories/memories.ts';
import { pairStore } from './memories/pairs.ts';
import { projectStore } from './projects.ts';
import { recallStore } from './recalls.ts';
import { searchStore } from './search-index/search.ts';
import { SearchIndex } from './search-index/search-index.ts';
import { aiUsageStore } from './tenancy/ai-usage.ts';
import { idempotencyStore } from './tenancy/idempotency.ts';
import { keyStore } from './tenancy/keys.ts';
import { memberStore } from './tenancy/members.ts';
import { rateStore } from './tenancy/rates.ts';
import { sessionStore } from './tenancy/sessions.ts';
import { tenantStore } from './tenancy/tenants.ts';

/**
 * The Store on one open SQLite file.
 * @param parts the stores of features
 * @param onIndexRead called for each search with whether its character's index was cached
 */
export function createStore(
  db: Connection,
  parts: readonly StorePart[],
  onIndexRead?: (isCached: boolean) => void,
): MachineStore {
  const index = db.ofHandle((sqlite) => new SearchIndex(sqlite, onIndexRead));
  const engine: Engine = {
    db,
    get index() {
      return index();
    },
    hooks: hooksOf(parts),
    withdrawals: new EventEmitter(),
  };
  const { withdrawals } = engine;
  const characters = characterStore(engine);
  const rates = rateStore(() => db.sqlite.name);
  const ofRooms = {
    tenants: tenantStore(db),
    members: memberStore(engine),
    keys: keyStore(db, withdrawals),
    sessions: sessionStore(db),
    characters,
    categories: categoryStore(engine),
    memories: screened(memoryStore(engine), characters),
    alike: alikeStore(db),
    joinedNames: joinedNameStore(db),
    pairs: pairStore(db),
    judging: judgingStore(db),
    forgetting: forgettingStore(db),
    erasing: erasingStore(engine),
    changes: changeStore(db),
    search: searchStore(engine),
    ai: aiUsageStore(db),
    embeddings: embeddingStore(db),
    files: fileStore(engine),
    captures: captureStore(engine),
    hooks: hookStore(db),
    hostExtractions: hostExtractionStore(db),
    backups: backupStore(db),
    projects: projectStore(engine),
    recalls: recallStore(db),
    audit: auditStore(db),
    rates: { take: rates.take },
    idempotency: idempotencyStore(db),
    close: async () => {
      rates.close();
      await db.close();
    },
  };
  // Features declare their stores as members of the interface.
  return Object.assign(ofRooms, ...parts.map((part) => part.stores(engine)));
}

/** An open in-memory store without data. */
export function connectionInMemory(): Connection {
  return new Connection(inMemory(new Database(':memory:').exec(schema)));
}
