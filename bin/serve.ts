import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { createLog, logUnnoticed } from '../src/base/log.ts';
import type { Config } from '../src/features/config.ts';
import { authorization, features, telemetry as measuring, signIn, type Telemetry } from '../src/features/index.ts';
import { surface } from '../src/features/published.ts';
import { remoteTools } from '../src/features/remote-tools.ts';
import { createHttpApp } from '../src/http/app.ts';
import type { JwtSettings } from '../src/http/jwt.ts';
import { defaultLimits, type Listening, listen } from '../src/http/server.ts';
import type { Services } from '../src/service/context.ts';
import { createFirstKey } from '../src/service/tenancy/tenancy.ts';
import { ConfigError } from '../src/settings/setting.ts';
import { observeParts } from './gauges.ts';
import { openStore } from './store/open-store.ts';
import { type Given, Refused, serveDefaults, textFlag, UsageError } from './terminal/command-line.ts';
import { startThreads, usualThreads } from './threads/pool.ts';
import { wire } from './wiring.ts';

/** How long to wait at the start for a database that does not answer. */
export const databaseTimeoutMs = 30_000;

/**
 * V8's heap growth (percent) between full collections. The default would use 60 MB more for garbage of requests; the
 * additional collections take no measurable time.
 */
const heapGrowth = 30;
/** How long readiness answers 503 before no connection is accepted any more. */
const announcingMs = 2_000;
/** How long running requests may take after a signal: supervisors kill after ten seconds. */
const graceMs = 8_000;
/** After that the process ends in any case. */
const stopMs = 9_500;
/** The same for a document that is being read, which could otherwise take much longer. */
const readingGraceMs = 300;
const maxMcpSessions = 1_000;
const mcpIdleMs = 30 * 60_000;

/** Serves REST and MCP over HTTP until a signal comes. ConfigError, StoreUnusable, UsageError, Refused. */
export async function serve(config: Config, version: string, given: Given): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  const address = {
    host: textFlag(given, 'host') ?? serveDefaults.host,
    port: portOf(textFlag(given, 'port') ?? serveDefaults.port),
  };
  const jwt = jwtSettings(config.jwt);
  for (const feature of features) feature.check?.(config);
  let telemetry: Telemetry | undefined;
  const ofAll = () => ({ node: config.nodeName, ...telemetry?.ids() });
  const log = createLog(config.logLevel, (line) => process.stderr.write(line), config.secrets, ofAll);
  logUnnoticed(log);
  for (const message of config.deprecated) log('warn', message);
  telemetry = await measuring.start(config, version, log).catch((error: Error) => {
    throw new Refused(`can't serve /metrics: ${error.message}`);
  });
  const opened = await openStore(config, log, databaseTimeoutMs, telemetry?.watch);
  if (config.database && config.isFileGiven) {
    log('info', 'SERVICE_DATABASE_URL is used, SERVICE_DB is not', { store: opened.name });
  }
  // One machine's default character means nothing to callers of many tenants.
  const backend = await wire({ ...config, character: undefined }, opened, log, 'nothing', telemetry?.watch, true);
  for (const feature of features) await feature.open?.(backend.services);
  const workers = config.workers ?? usualThreads();
  const threads =
    workers > 0 ? await startThreads(join(__dirname, 'worker.cjs'), workers, Date.now, telemetry) : undefined;
  backend.services.threads = threads;
  if (telemetry) observeParts(telemetry.metrics, backend.services, threads, opened.pool);
  const app = await createHttpApp(backend, {
    version,
    hosts: [...config.http.hosts, address.host.toLowerCase(), ...hostsIn(config.publicUrl)],
    origins: config.http.origins,
    proxies: config.http.proxies,
    jwt,
    oauth: config.oauth,
    signInWays: signIn.ways,
    builtIn: config.builtIn && authorization.server(config.builtIn),
    web: join(__dirname, 'web'),
    mcp: { tools: remoteTools(config.toolsets), surface, maxSessions: maxMcpSessions, idleMs: mcpIdleMs },
    ...(telemetry && { around: telemetry.request }),
  });
  const { connections, connectionsOfAddress } = config.http;
  const limits = { ...defaultLimits, connections, connectionsOfAddress };
  const listening = await listen(app, address, log, limits).catch(async (error) => {
    await Promise.all([backend.background.stop(), backend.services.documents.close(), threads?.close()]);
    await opened.store.close();
    await telemetry?.close();
    throw notListening(error, address);
  });
  await announceFirstKey(backend.services, config.databasePath, given.flags['print-key'] === true);
  backend.background.start();
  let isStopping = false;
  const stop = async () => {
    // Asked twice, someone does not want to wait for the running requests.
    if (isStopping) process.exit(1);
    isStopping = true;
    const deadline = performance.now() + graceMs;
    setTimeout(() => process.exit(1), stopMs);
    await app.readiness.stop(announcingMs);
    const { documents } = backend.services;
    setTimeout(() => void documents.close(), readingGraceMs);
    await listening.close(deadline - performance.now());
    await Promise.all([backend.background.stop(), threads?.close()]);
    await opened.store.close();
    await telemetry?.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  log('info', 'serving', {
    transport: 'http',
    version,
    store: opened.name,
    url: urlOf(listening),
    metrics: telemetry?.metricsUrl,
  });
}

/**
 * Otherwise a person who starts a server on a store without keys could not use it. The key is in a file for this user
 * alone beside the store's, because logs are kept and read by others; `isPrinted`: on stderr.
 */
async function announceFirstKey(services: Services, databasePath: string, isPrinted: boolean): Promise<void> {
  const key = await createFirstKey(services);
  if (!key) return;
  if (isPrinted) {
    process.stderr.write(`An OWNER key for the tenant "local", shown only now:\n\n  ${key.key}\n\n`);
    return;
  }
  const file = `${databasePath}-first-key`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // What an earlier store left there; a link is not followed.
    rmSync(file, { force: true });
    writeFileSync(file, `${key.key}\n`, { mode: 0o600, flag: 'wx' });
    services.log('warn', 'the first key, of an OWNER, is in a file: store it, then delete the file', { file });
  } catch (error) {
    await services.store.keys.revoke(key.id, services.now());
    const remedy = 'make another: agent-memory-service keys create --tenant local';
    services.log('error', `the first key cannot be written to a file; ${remedy}`, { file, error });
  }
}

/** UsageError. */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError('--port must be a number from 0 (any free one) to 65535');
}

/** Why a server does not start: its address is taken, or not of this machine. */
export function notListening(error: NodeJS.ErrnoException, { host, port }: Omit<Listening, 'close'>): Refused {
  const isTaken = error.code === 'EADDRINUSE';
  const why = isTaken ? 'another program does; choose another --port (0 takes any free one)' : error.message;
  return new Refused(`can't listen on ${host}:${port}: ${why}`);
}

/** The name in an address by which this server is called. */
function hostsIn(url: string | undefined): string[] {
  return url === undefined ? [] : [new URL(url).hostname];
}

function jwtSettings({ secret, keySetPath, issuer, audience }: Config['jwt']): JwtSettings | undefined {
  if (secret === undefined && keySetPath === undefined) return undefined;
  return { secret, issuer, audience, keySet: keySetPath === undefined ? undefined : readKeySet(keySetPath) };
}

function readKeySet(path: string): NonNullable<JwtSettings['keySet']> {
  try {
    const keySet = JSON.parse(readFileSync(path, 'utf8')) as NonNullable<JwtSettings['keySet']>;
    if (Array.isArray(keySet.keys) && keySet.keys.length > 0) return keySet;
  } catch {
    // Said below: the file's content has no place in an error.
  }
  throw new ConfigError(`SERVICE_JWT_JWKS must be a file with a JSON Web Key Set; ${path} is not one.`);
}

export function urlOf({ host, port }: Listening): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
