import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { createLog, type Log, logUnnoticed } from '../src/base/log.ts';
import { once, onceDone } from '../src/base/once.ts';
import { localOwner, type Principal } from '../src/domain/principal.ts';
import { byFolder, isReserved } from '../src/domain/project-rules.ts';
import type { Config } from '../src/features/config.ts';
import { surface } from '../src/features/published.ts';
import type { Backend, McpOptions } from '../src/mcp/backend.ts';
import { instructions, maxInstructions } from '../src/mcp/instructions.ts';
import { Front } from '../src/mcp/stdio/front.ts';
import { StdioTransport } from '../src/mcp/stdio/transport.ts';
import { selectTools } from '../src/mcp/tools.ts';
import { withinTier } from '../src/service/automatic.ts';
import { openConnection } from '../src/storage/sqlite/open.ts';
import { startedByHand } from './help.ts';

/**
 * How long waiting requests are still answered after the end of input, because a script may have written all of them
 * before.
 */
const drainMs = 1_500;
/** The timeout of finishing after the host has closed the pipe or a signal. */
const graceMs = 1_800;
/** The part of that time for documents that are being read, which may take much longer. */
const readingGraceMs = 300;
/** How long after the handshake everything else is loaded, unless a call needs it sooner. */
const warmUpMs = 100;
/** The pause before background work begins: the host's first calls come first. */
const backgroundDelayMs = 900;

/** Serves one MCP connection over standard input and output until the host disconnects. StoreUnusable. */
export async function serveStdio(given: Config, version: string): Promise<void> {
  // A host that reads a session for us must have no memory to write to.
  if (given.isExtracting) return;
  const log = createLog(given.logLevel, (line) => process.stderr.write(line), given.secrets);
  const config = { ...given, ...withinTier(given, log) };
  const principal = localOwner(config.tier);
  const connection = openConnection(config.databasePath, { log });
  // Until the host has said who it is, the folder is that of this process.
  let root = async (): Promise<string | undefined> => undefined;
  const load = onceDone(async () => {
    const [{ anchoringAt, wireFile, referencesAt }, { memoryOwnerAt }] = await Promise.all([
      import('./wiring.ts'),
      import('./memory-owner.ts'),
    ]);
    const folder = (await root()) ?? process.cwd();
    const isNamed = !config.isByFolder && !isReserved(config.character ?? '');
    const owner = isNamed ? undefined : memoryOwnerAt(config, folder);
    const wired = await wireFile(config, connection, log, 'files and hooks', owner);
    wired.services.anchoring = anchoringAt(folder, { ...wired.services, principal });
    if (isNamed) wired.services.layers = referencesAt(folder, { ...wired.services, principal });
    setTimeout(wired.background.start, backgroundDelayMs).unref();
    return wired;
  });
  const defaultCharacter = config.isByFolder ? byFolder : config.character;
  const options: McpOptions = {
    surface,
    tools: selectTools(surface, config.toolsets, defaultCharacter !== undefined),
    principal,
    defaultCharacter,
    version,
    app: join(__dirname, 'web/app.html'),
    notes: config.autoRecall ? await notesOf(load, log, principal) : undefined,
  };
  const logFault = (error: Error) => log('warn', 'unusable message', { reason: error.message });

  const transport = new StdioTransport(process.stdin, process.stdout);
  transport.onerror = logFault;
  let idle = async () => {};
  const front = new Front(transport, options, async () => {
    const { createMcpServer } = await import('../src/mcp/server.ts');
    const made = createMcpServer(load, { ...options, sessionId: randomUUID() });
    idle = made.idle;
    root = async () => (await import('./memory-owner.ts')).rootOf(made.server);
    made.server.onerror = logFault;
    made.server.oninitialized = warmUpSoon;
    await made.server.connect(front);
  });
  const warmUp = async () => {
    await front.open();
    // A client that calls already does not wait for a rehearsal.
    if (load.asked()) return;
    const { rehearse } = await import('./rehearsal.ts');
    await rehearse(await load(), principal);
  };
  // A failure here shows at the first call that needs it.
  const warmUpSoon = once(() => void setTimeout(() => warmUp().catch(() => undefined), warmUpMs).unref());
  front.oninitialized = warmUpSoon;

  const finish = async () => {
    await Promise.race([transport.settled(), elapse(drainMs)]);
    transport.drop();
    await idle();
    if (load.asked()) await (await load()).background.stop();
    await connection.close();
    // The last answers reach a host that still reads.
    await transport.settled();
  };
  const endReading = async () => {
    if (load.asked()) await (await load()).services.documents.close();
  };
  const stop = once(async () => {
    setTimeout(() => endReading().catch(() => undefined), readingGraceMs);
    const finished = finish().catch((error) => log('error', 'not everything could be finished', { error }));
    await Promise.race([finished, elapse(graceMs)]);
    process.exit(0);
  });
  const abandon = () => {
    transport.drop();
    void stop();
  };
  transport.onend = stop;
  process.stdout.once('error', abandon);
  logUnnoticed(log);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, abandon);

  endWithParent({ input: process.stdin, parent: () => process.ppid }, abandon);
  if (process.stdin.isTTY) process.stderr.write(startedByHand);
  await transport.start();
  if (config.database) log('warn', 'SERVICE_DATABASE_URL is for serve: this server uses SERVICE_DB');
  log('info', 'serving', { transport: 'stdio', version, store: config.databasePath });
}

/** How often it is asked whether the parent is there (ms), and after how many times without input an orphan ends. */
const askParentMs = 10_000;
const maxIdleChecks = 3;

/**
 * Calls `end` when the process that started this one has ended and no input has come for a while: another process may
 * hold the pipe open. Windows names no new parent, so there only the end of the input counts.
 */
export function endWithParent(
  { input, parent }: { input: NodeJS.EventEmitter; parent: () => number },
  end: () => void,
  everyMs = askParentMs,
): void {
  const first = parent();
  let idleChecks = 0;
  input.on('data', () => {
    idleChecks = 0;
  });
  const asking = setInterval(() => {
    idleChecks += 1;
    if (parent() === first || idleChecks < maxIdleChecks) return;
    clearInterval(asking);
    end();
  }, everyMs).unref();
}

/** The context of the server's character, as far as the instructions have space. */
async function notesOf(load: () => Promise<Backend>, log: Log, principal: Principal): Promise<string> {
  try {
    const { services } = await load();
    const character = services.defaultCharacter;
    if (character === undefined) return '';
    const { recall } = await import('../src/service/retrieval/assemble.ts');
    const room = maxInstructions - [...instructions(character, principal.tier)].length;
    return await recall({ ...services, principal }, character, room);
  } catch (error) {
    log('warn', 'nothing can be recalled', { error });
    return '';
  }
}
