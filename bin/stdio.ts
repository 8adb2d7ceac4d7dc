import { randomUUID } from 'node:crypto';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { rulesExtractor } from '../src/ai/rules.ts';
import type { Config } from '../src/config.ts';
import { localTenantId } from '../src/domain/tenant.ts';
import { createLog } from '../src/log.ts';
import { surface } from '../src/mcp/published.ts';
import { createMcpServer } from '../src/mcp/server.ts';
import { selectTools } from '../src/mcp/tools.ts';
import { operations } from '../src/operations/index.ts';
import type { Services } from '../src/service/context.ts';
import { RateLimiter } from '../src/service/rate-limiter.ts';
import { openStore } from '../src/storage/sqlite/store.ts';
import { startedByHand } from './help.ts';

/** The largest message: a batch of files fits, a runaway client does not. */
const maxMessageBytes = 64 * 1024 * 1024;
/** How long running calls may take to finish once the host has gone. */
const graceMs = 800;

/** Serves one MCP connection over standard input and output until the host goes away. StoreUnusable. */
export async function serveStdio(config: Config, version: string): Promise<void> {
  const { ai, character } = config;
  const log = createLog(config.logLevel, (line) => process.stderr.write(line), ai.apiKey ? [ai.apiKey] : []);
  const store = openStore(config.databasePath);
  await store.tenants.ensure(localTenantId, config.tier, Date.now());
  const services: Services = {
    store,
    extractor: rulesExtractor(),
    ai: { provider: ai.provider, model: ai.model, configured: ai.apiKey !== undefined },
    now: Date.now,
    newId: randomUUID,
    log,
    rateLimiter: config.rateLimits ? new RateLimiter() : undefined,
    defaultCharacter: character,
  };
  const { server, idle } = createMcpServer(services, {
    tools: selectTools(operations, surface, config.toolsets, character !== undefined),
    principal: { tenantId: localTenantId, tier: config.tier, role: 'OWNER', name: 'local' },
    sessionId: randomUUID(),
    version,
  });
  server.onerror = (error) => log('warn', 'unusable message', { error });

  const finish = async () => {
    await idle();
    // One turn of the event loop lets the last answers reach the pipe.
    await new Promise((resolve) => setImmediate(resolve));
    await store.close();
  };
  const stop = once(async (reason: string) => {
    log('debug', 'stopping', { reason });
    await Promise.race([finish(), new Promise((resolve) => setTimeout(resolve, graceMs))]);
    process.exit(0);
  });
  process.stdin.once('end', () => stop('stdin ended'));
  process.stdin.once('close', () => stop('stdin closed'));
  process.stdout.once('error', () => stop('stdout closed'));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => stop(signal));

  if (process.stdin.isTTY) process.stderr.write(startedByHand);
  await server.connect(new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: maxMessageBytes }));
  log('info', 'serving', { transport: 'stdio', version, store: config.databasePath });
}

function once<Argument>(run: (argument: Argument) => Promise<void>): (argument: Argument) => Promise<void> {
  let running: Promise<void> | undefined;
  return (argument) => {
    running ??= run(argument);
    return running;
  };
}
