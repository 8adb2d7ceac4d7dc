import { randomUUID } from 'node:crypto';
import { rulesExtractor } from '../src/ai/rules.ts';
import type { Config } from '../src/config.ts';
import { localTenantId } from '../src/domain/tenant.ts';
import type { Backend } from '../src/mcp/server.ts';
import { operationsByName } from '../src/operations/index.ts';
import { call } from '../src/service/call.ts';
import type { Log } from '../src/service/context.ts';
import { RateLimiter } from '../src/service/rate-limiter.ts';
import type { Connection } from '../src/storage/sqlite/connection.ts';
import { createStore } from '../src/storage/sqlite/store.ts';

/** Wires engine, providers and settings together, alike for every way of serving. */
export async function wire(config: Config, connection: Connection, log: Log): Promise<Backend> {
  const { ai, character } = config;
  const store = createStore(connection);
  await store.tenants.ensure(localTenantId, config.tier, Date.now());
  const services = {
    store,
    extractor: rulesExtractor(),
    ai: { provider: ai.provider, model: ai.model, configured: ai.apiKey !== undefined },
    now: Date.now,
    newId: randomUUID,
    log,
    rateLimiter: config.rateLimits ? new RateLimiter() : undefined,
    defaultCharacter: character,
  };
  return { services, operations: operationsByName, call };
}
