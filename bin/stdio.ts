import { randomUUID } from 'node:crypto';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Config } from '../src/config.ts';
import { once } from '../src/domain/once.ts';
import { localOwner, type Principal } from '../src/domain/principal.ts';
import { codePoints } from '../src/domain/text.ts';
import { createLog } from '../src/log.ts';
import type { Backend } from '../src/mcp/backend.ts';
import { instructions, maxInstructions } from '../src/mcp/instructions.ts';
import { surface } from '../src/mcp/published.ts';
import { createMcpServer } from '../src/mcp/server.ts';
import { selectTools } from '../src/mcp/tools.ts';
import { withinTier } from '../src/service/automatic.ts';
import { openConnection } from '../src/storage/sqlite/open.ts';
import { startedByHand } from './help.ts';

/** The largest message: the largest file fits, escaped however it may be; a runaway client does not. */
const maxMessageBytes = 16 * 1024 * 1024;
/** How long running calls may take to finish once the host has gone. */
const graceMs = 800;
/** How long after the handshake everything else is loaded, unless a call needs it sooner. */
const warmUpMs = 100;
/** How long after that work in the background begins: the host's first calls come first. */
const backgroundDelayMs = 900;

/** Serves one MCP connection over standard input and output until the host goes away. StoreUnusable. */
export async function serveStdio(given: Config, version: string): Promise<void> {
  const log = createLog(given.logLevel, (line) => process.stderr.write(line), given.secrets);
  const config = { ...given, ...withinTier(given, log) };
  const principal = localOwner(config.tier);
  const connection = openConnection(config.databasePath, { log });
  const load = once(async () => {
    const { wire } = await import('./wiring.ts');
    const wired = await wire(config, connection, log, true);
    setTimeout(wired.background.start, backgroundDelayMs).unref();
    return wired;
  });
  const { server, idle } = createMcpServer(load, {
    tools: selectTools(surface, config.toolsets, config.character !== undefined),
    principal,
    sessionId: randomUUID(),
    defaultCharacter: config.character,
    version,
    notes: config.autoRecall ? await notesOf(config, await load(), principal) : undefined,
  });
  server.onerror = (error) => log('warn', 'unusable message', { reason: error.message });
  const warmUp = async () => {
    // Who calls already does not wait for a rehearsal.
    if (load.asked()) return;
    const { rehearse } = await import('./rehearsal.ts');
    await rehearse(await load());
  };
  // A failure is told by the first call that needs what could not be loaded.
  server.oninitialized = () => void setTimeout(() => warmUp().catch(() => undefined), warmUpMs).unref();

  const finish = async () => {
    await idle();
    // One turn of the event loop lets the last answers reach the pipe.
    await new Promise((resolve) => setImmediate(resolve));
    if (load.asked()) await (await load()).background.stop();
    await connection.close();
  };
  const stop = once(async () => {
    await Promise.race([finish(), new Promise((resolve) => setTimeout(resolve, graceMs))]);
    process.exit(0);
  });
  // The transport gives up when a message is too large to be one.
  server.onclose = stop;
  process.stdin.once('end', stop).once('close', stop);
  process.stdout.once('error', stop);
  process.on('unhandledRejection', (error) => log('error', 'something failed unnoticed', { error }));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);

  if (process.stdin.isTTY) process.stderr.write(startedByHand);
  await server.connect(new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: maxMessageBytes }));
  log('info', 'serving', { transport: 'stdio', version, store: config.databasePath });
}

/** What is known of the server's character, as far as the instructions have room for it. */
async function notesOf({ character }: Config, { services }: Backend, principal: Principal): Promise<string> {
  if (character === undefined) return '';
  const { recall } = await import('../src/service/retrieval/recall.ts');
  const room = maxInstructions - codePoints(instructions(character, principal.tier));
  return recall({ ...services, principal }, character, room).catch((error: unknown) => {
    services.log('warn', 'nothing can be recalled', { error });
    return '';
  });
}
