import type { Log } from '../../src/base/log.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import type { Config } from '../../src/features/config.ts';
import type { Instrumentation } from '../../src/features/index.ts';
import { createStore } from '../../src/features/sqlite.ts';
import type { PoolState } from '../../src/storage/postgres/fair-driver.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';

/** An open store with its engine's state. */
export interface OpenedStore {
  store: Store;
  /** Where it is, as logs name it. */
  name: string;
  /** Why it can't keep vectors; absent: it can. */
  withoutVectors?: string | undefined;
  /** How the sessions of its database are used, where it has some. */
  pool?: () => PoolState;
}

/**
 * Opens the configured store: a database if a URL is set (its driver is loaded then), otherwise the file.
 * StoreUnusable.
 * @param timeoutMs how long to wait for a database that does not answer
 */
export async function openStore(
  { database, databasePath }: Pick<Config, 'database' | 'databasePath'>,
  log: Log,
  timeoutMs = 0,
  watch?: Instrumentation,
): Promise<OpenedStore> {
  const onIndexRead = (isCached: boolean) => {
    watch?.metrics?.measure('agent_memory.search.index.reads', 1, { result: isCached ? 'hit' : 'miss' });
  };
  if (database === undefined) {
    return { store: createStore(openConnection(databasePath, { log }), onIndexRead), name: databasePath };
  }
  const [{ openServer }, { parts }] = await Promise.all([
    import('../../src/storage/postgres/open.ts'),
    import('../../src/features/postgres.ts'),
  ]);
  const { url, ...settings } = database;
  return openServer(url, { ...settings, log, timeoutMs, onIndexRead, parts });
}
