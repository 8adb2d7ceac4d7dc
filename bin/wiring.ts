import { randomUUID } from 'node:crypto';
import { rulesExtractor } from '../src/ai/rules.ts';
import type { Config } from '../src/config.ts';
import { localTenantId } from '../src/domain/tenant.ts';
import { createLog } from '../src/log.ts';
import type { Services } from '../src/service/context.ts';
import { RateLimiter } from '../src/service/rate-limiter.ts';
import { openStore } from '../src/storage/sqlite/store.ts';

/** Opens the store and wires engine, providers and settings together, alike for every way of serving. StoreUnusable. */
export async function wire(config: Config): Promise<Services> {
  const { ai, character } = config;
  const secrets = [ai.apiKey, config.jwt.secret].filter((secret) => secret !== undefined);
  const log = createLog(config.logLevel, (line) => process.stderr.write(line), secrets);
  const store = openStore(config.databasePath);
  await store.tenants.ensure(localTenantId, config.tier, Date.now());
  return {
    store,
    extractor: rulesExtractor(),
    ai: { provider: ai.provider, model: ai.model, configured: ai.apiKey !== undefined },
    now: Date.now,
    newId: randomUUID,
    log,
    rateLimiter: config.rateLimits ? new RateLimiter() : undefined,
    defaultCharacter: character,
  };
}

/** Runs a stop once, however many reasons there are for it. */
export function once<Argument>(run: (argument: Argument) => Promise<void>): (argument: Argument) => Promise<void> {
  let running: Promise<void> | undefined;
  return (argument) => {
    running ??= run(argument);
    return running;
  };
}
