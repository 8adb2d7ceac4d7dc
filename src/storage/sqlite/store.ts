import { EventEmitter } from 'node:events';
import type { Store } from '../../domain/store.ts';
import { aiSettingsStore } from './ai-settings.ts';
import { aiUsageStore } from './ai-usage.ts';
import { auditStore } from './audit.ts';
import { categoryStore } from './categories.ts';
import { changeStore } from './changes.ts';
import { characterStore } from './characters.ts';
import type { Connection } from './connection.ts';
import type { Engine } from './engine.ts';
import { captureStore } from './files/captures.ts';
import { fileStore } from './files/files.ts';
import { watchStore } from './files/watches.ts';
import { hookStore } from './hooks.ts';
import { keyStore } from './keys.ts';
import { memberStore } from './members.ts';
import { memoryStore } from './memories.ts';
import { outboxStore } from './outbox.ts';
import { recallStore } from './recalls.ts';
import { searchStore } from './search.ts';
import { SearchIndex } from './search-index/search-index.ts';
import { sessionStore } from './sessions.ts';
import { tenantStore } from './tenants.ts';
import { embeddingStore } from './vectors/embeddings.ts';
import { webhookStore } from './webhooks.ts';

/**
 * The Store on one open SQLite file.
 * @param onIndexRead told of each search whether its character's index was kept in memory
 */
export function createStore(db: Connection, onIndexRead?: (isKept: boolean) => void): Store {
  const index = db.ofHandle((sqlite) => new SearchIndex(sqlite, onIndexRead));
  const engine: Engine = {
    db,
    get index() {
      return index();
    },
  };
  const withdrawals = new EventEmitter();
  return {
    tenants: tenantStore(db),
    members: memberStore(db, withdrawals),
    keys: keyStore(db, withdrawals),
    sessions: sessionStore(db),
    characters: characterStore(db),
    categories: categoryStore(engine),
    memories: memoryStore(engine),
    changes: changeStore(db),
    search: searchStore(engine),
    ai: { ...aiUsageStore(db), ...aiSettingsStore(db) },
    embeddings: embeddingStore(db),
    files: fileStore(engine),
    watches: watchStore(db),
    captures: captureStore(engine),
    hooks: hookStore(db),
    recalls: recallStore(db),
    audit: auditStore(db),
    webhooks: webhookStore(db),
    outbox: outboxStore(db),
    close: () => db.close(),
  };
}
