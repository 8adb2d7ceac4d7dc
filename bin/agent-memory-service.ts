import { isMainThread } from 'node:worker_threads';
import manifest from '../package.json' with { type: 'json' };
import { ServiceError } from '../src/domain/errors.ts';
import { readConfig } from '../src/settings/config.ts';
import { ConfigError } from '../src/settings/setting.ts';
import { StoreUnusable } from '../src/storage/unusable.ts';
import { type Command, parse, Refused, UsageError } from './command-line.ts';
import { runDemo } from './demo.ts';
import { help } from './help.ts';
import { hostCommands } from './host-commands.ts';
import { serveStdio } from './stdio.ts';
import { storeCommands } from './store-commands.ts';
import { tenancyCommands } from './tenancy-commands.ts';

const { version } = manifest;

const commands: Record<string, Command> = {
  stdio: { run: () => serveStdio(readConfig(process.env), version) },
  demo: { run: runDemo },
  serve: {
    flags: { host: { type: 'string' }, port: { type: 'string' } },
    run: async (given) => (await import('./serve.ts')).serve(readConfig(process.env), version, given),
  },
  ui: {
    flags: { port: { type: 'string' }, 'no-open': { type: 'boolean' } },
    run: async (given) => (await import('./ui.ts')).ui(readConfig(process.env), version, given),
  },
  ...hostCommands(version),
  ...storeCommands(version),
  hook: { args: ['EVENT'], flags: { host: { type: 'string' } }, run: async () => undefined },
  ...tenancyCommands,
};

async function main(line: string[]): Promise<void> {
  // Read by itself, because it never fails.
  if (line[0] === 'hook' && !line.includes('--help')) return (await import('./hook.ts')).hook(line.slice(1));
  const { command, ...given } = parse(line, commands);
  if (given.flags.help) process.stdout.write(help());
  else if (given.flags.version) process.stdout.write(`${version}\n`);
  else await command.run(given);
}

/** Wrong usage and settings exit with 2, a refusal or a store that can't be used with 1; each is one line on stderr. */
function fail(error: unknown): void {
  const usage = error instanceof UsageError;
  const known = usage || [ConfigError, StoreUnusable, ServiceError, Refused].some((type) => error instanceof type);
  const message = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`agent-memory-service: ${message}${usage ? '; --help shows the usage' : ''}\n`);
  process.exitCode = usage || error instanceof ConfigError ? 2 : 1;
}

/**
 * Whoever reads may go away before the end (`| head -1`): what else there is to say is dropped, and the command goes on
 * to its end, so that it leaves nothing behind.
 */
function outliveReaders(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fail(error);
  });
  process.stderr.on('error', () => undefined);
}

/** What a thread of `serve` runs, and what makes it ready. */
export const thread = { load: () => import('./threads/worker.ts') };

if (isMainThread) {
  outliveReaders();
  main(process.argv.slice(2)).catch(fail);
}
