import { EventEmitter } from 'node:events';
import type { Store } from '../../domain/store.ts';
import { aiSettingsStore } from './ai-settings.ts';
import { aiUsageStore } from './ai-usage.ts';
import { Calls } from './calls.ts';
import { changeStore } from './changes.ts';
import { categoryStore } from './characters/categories.ts';
import { characterStore } from './characters/characters.ts';
import type { Connection } from './connection.ts';
import { Directory } from './directory.ts';
import { embeddingStore } from './embeddings.ts';
import type { Engine } from './engine.ts';
import { captureStore } from './files/captures.ts';
import { fileStore } from './files/files.ts';
import { watchStore } from './files/watches.ts';
import { hookStore } from './hooks.ts';
import { memoryStore } from './memories/memories.ts';
import { recallStore } from './recalls.ts';
import { searchStore } from './search.ts';
import { IndexReader } from './search-index/index-reader.ts';
import { Reach } from './sharing/reach.ts';
import { keyStore } from './tenancy/keys.ts';
import { memberStore } from './tenancy/members.ts';
import { sessionStore } from './tenancy/sessions.ts';
import { tenantStore } from './tenancy/tenants.ts';
import { auditStore } from './trail/audit.ts';
import { outboxStore } from './trail/outbox.ts';
import { webhookStore } from './trail/webhooks.ts';

/** The Store on one open database. */
export function createStore(
  db: Connection,
  { cacheBytes, onIndexRead }: { cacheBytes: number; onIndexRead: (isKept: boolean) => void },
  withoutVectors: string | undefined,
): Store {
  const directory = new Directory(db);
  const reach = new Reach(db, directory);
  const engine: Engine = { db, directory, reach, index: new IndexReader(db, cacheBytes, onIndexRead), withoutVectors };
  const withdrawals = new EventEmitter();
  const calls = new Calls();
  const parts = {
    tenants: tenantStore(db, directory),
    members: memberStore(db, directory, withdrawals),
    keys: keyStore(db, directory, withdrawals),
    sessions: sessionStore(db, directory),
    characters: characterStore(db, directory),
    categories: categoryStore(engine),
    memories: memoryStore(engine),
    changes: changeStore(engine),
    search: searchStore(engine),
    ai: { ...aiUsageStore(db, directory), ...aiSettingsStore(db, directory) },
    embeddings: embeddingStore(engine),
    files: fileStore(engine),
    watches: watchStore(db, directory),
    captures: captureStore(engine),
    hooks: hookStore(engine),
    recalls: recallStore(engine),
    audit: auditStore(db, directory),
    webhooks: webhookStore(db, directory),
    outbox: outboxStore(db),
  };
  let closing: Promise<void> | undefined;
  const close = async () => {
    await calls.done();
    await db.close();
  };
  return {
    ...calls.watched(parts),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
