import { join } from 'node:path';
import { createLog } from '../src/base/log.ts';
import { oneAtATime } from '../src/base/once.ts';
import { localOwner } from '../src/domain/principal.ts';
import type { Config } from '../src/features/config.ts';
import { localOperations } from '../src/features/operations.ts';
import { createHttpApp } from '../src/http/app.ts';
import { listen } from '../src/http/server.ts';
import { backUpStore } from '../src/operations/back-up-store.ts';
import { checkHosts } from '../src/operations/check-hosts.ts';
import { connectHost } from '../src/operations/connect-host.ts';
import { CodeSessions, codeMs } from '../src/service/tenancy/code-sessions.ts';
import { databaseTimeoutMs, notListening, portOf, urlOf } from './serve.ts';
import { openStore } from './store/open-store.ts';
import { type Given, textFlag } from './terminal/command-line.ts';
import { openBrowser } from './terminal/open-browser.ts';
import { anchoringAt, referencesAt, wire } from './wiring.ts';

const host = '127.0.0.1';
/** It ends without a request for this long. */
const idleMs = 30 * 60_000;
/** The timeout of a running request at the end. */
const graceMs = 3_000;

/**
 * `ui`: the dashboard over the configured store, for anyone who sits at this machine, until Ctrl-C or half an hour without
 * use. A link that is good once opens it; Enter makes another. ConfigError, StoreUnusable, UsageError, Refused.
 */
export async function ui(config: Config, version: string, given: Given): Promise<void> {
  const port = portOf(textFlag(given, 'port') ?? '0');
  // For a person: only faults are logged.
  const level = config.logLevel === 'info' ? 'warn' : config.logLevel;
  const log = createLog(level, (line) => process.stderr.write(line), config.secrets);
  const opened = await openStore(config, log, databaseTimeoutMs);
  // Watches in a database of several machines may belong to another machine.
  const touching = config.database === undefined ? 'files' : 'nothing';
  const backend = await wire({ ...config, rateLimits: false }, opened, log, touching);
  const owner = { ...localOwner(config.tier), name: 'dashboard', via: 'dashboard' } as const;
  backend.services.layers = referencesAt(process.cwd(), { ...backend.services, principal: owner });
  backend.services.anchoring = anchoringAt(process.cwd(), { ...backend.services, principal: owner });
  const sessions = new CodeSessions(owner, backend.services);
  backend.services.sessions = sessions;
  backend.services.checkHosts = async () => {
    const { checkReached, cleaner } = await import('./doctor/reached.ts');
    const found = await checkReached({
      version,
      named: undefined,
      databasePath: config.databasePath,
      hostExtractions: config.maxHostExtractions,
    });
    return found.map(cleaner(config.secrets));
  };
  backend.services.hostSetup = {
    found: async () => (await import('./init/host-setup.ts')).hostSetup.found(),
    connect: async (name, hooks) => (await import('./init/host-setup.ts')).hostSetup.connect(name, hooks),
  };
  if (config.database === undefined)
    backend.services.backUp = oneAtATime(async () =>
      (await import('./store/copies.ts')).backUpForPerson(config.databasePath),
    );
  const local = backend.services.local ? localOperations : [checkHosts, connectHost, backUpStore];
  const operations = new Map([...backend.operations, ...local.map((one) => [one.name, one] as const)]);
  const idle = setTimeout(() => {
    // An open page follows changes.
    if (app.streams.size > 0) idle.refresh();
    else void stop('Nobody used the dashboard for half an hour; it has ended.');
  }, idleMs);
  const app = await createHttpApp(
    { ...backend, operations },
    {
      version,
      hosts: [],
      origins: [],
      mcp: { tools: [], surface: [], maxSessions: 0, idleMs },
      sessions,
      web: join(__dirname, 'web'),
      around: async (_, run) => {
        idle.refresh();
        await run();
      },
    },
  );
  const listening = await listen(app, { host, port }, log).catch(async (error) => {
    clearTimeout(idle);
    await Promise.all([backend.background.stop(), backend.services.documents.close()]);
    await opened.store.close();
    throw notListening(error, { host, port });
  });
  backend.background.start();

  let isStopping = false;
  const stop = async (why?: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    if (why !== undefined) process.stdout.write(`${why}\n`);
    await listening.close(graceMs);
    await Promise.all([backend.background.stop(), backend.services.documents.close()]);
    await opened.store.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());

  const tell = (opens: boolean) => {
    let close = () => {};
    const link = `${urlOf(listening)}/#code=${sessions.newCode(() => close())}`;
    process.stdout.write(`${link}\n`);
    if (!opens) return;
    try {
      close = openBrowser(link);
      setTimeout(close, codeMs).unref();
    } catch (error) {
      process.stdout.write(`No browser was opened (${(error as Error).message}): open the link yourself.\n`);
    }
  };
  process.stdout.write(`The dashboard of ${opened.name}. Its link is good once, for a minute; Ctrl-C ends it.\n`);
  tell(given.flags['no-open'] !== true);
  if (process.stdin.isTTY) {
    process.stdout.write('Enter makes a new link.\n');
    process.stdin.on('data', () => tell(false));
  }
}
