import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { lazyJudge } from '../../src/ai/lazy-judge.ts';
import { createAi } from '../../src/ai/providers.ts';
import type { Log } from '../../src/base/log.ts';
import type { Config } from '../../src/features/config.ts';
import { createStore } from '../../src/features/sqlite.ts';
import { DocumentReader } from '../../src/files/reading/document-reader.ts';
import type { OnMachine, Services } from '../../src/service/context.ts';
import { ensureLocalTenant } from '../../src/service/tenancy/local.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';

/**
 * Runs something on the store, which is closed again. As `openConnection`.
 * @param timeoutMs how long each unit waits for a locked store
 */
export async function withServices(
  config: Config,
  log: Log,
  timeoutMs: number,
  run: (services: OnMachine<Services>) => Promise<void>,
) {
  const connection = openConnection(config.databasePath, { log, timeoutMs });
  try {
    const store = createStore(connection);
    await ensureLocalTenant(store.tenants, config, Date.now());
    const { extractor, settings } = createAi(config.ai);
    await run({
      store,
      extractor,
      ai: settings,
      documents: new DocumentReader(join(__dirname, 'document-worker.cjs')),
      dailyTokens: config.ai.dailyTokens,
      captureMode: config.captureMode,
      judge: config.encoder === undefined ? undefined : lazyJudge(log),
      now: Date.now,
      newId: randomUUID,
      log,
    });
  } finally {
    await connection.close();
  }
}
