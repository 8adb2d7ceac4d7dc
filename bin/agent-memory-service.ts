import manifest from '../package.json' with { type: 'json' };
import { printable } from '../src/base/printable.ts';
import { Database } from '../src/base/sqlite.ts';
import { ServiceError } from '../src/domain/errors.ts';
import { readConfig } from '../src/features/config.ts';
import { ConfigError } from '../src/settings/setting.ts';
import { StoreUnusable } from '../src/storage/unusable.ts';
import { serveStdio } from './stdio.ts';
import { Refused, UsageError } from './terminal/command-line.ts';

const { version } = manifest;

/** Runs the program with these arguments; a failure is one line on stderr and the exit code. */
export function start(line: readonly string[]): Promise<void> {
  ignoreClosedPipe();
  return main(line).catch(fail);
}

async function main(line: readonly string[]): Promise<void> {
  if (isWithoutDriver(line)) {
    const { buildDriver, runAgain } = await import('./driver.ts');
    if (await buildDriver(version)) return runAgain();
  }
  // A host waits for this start: it loads no other command.
  if (line.length === 0 || (line.length === 1 && line[0] === 'stdio'))
    return serveStdio(readConfig(process.env), version);
  return (await import('./commands.ts')).run(line, version);
}

/**
 * Whether npx has installed the program without a driver that this Node can load. Asked before a command reads its
 * input, because the line runs again after the build.
 */
function isWithoutDriver([command = '', ...rest]: readonly string[]): boolean {
  const isInCache = /[\\/]_npx[\\/]/.test(process.argv[1] ?? '');
  if (!isInCache || withoutStore.has(command) || rest.includes('--help')) return false;
  try {
    new Database(':memory:').close();
    return false;
  } catch {
    return true;
  }
}

const withoutStore = new Set(['help', '--help', '-h', 'version', '--version', 'doctor', 'update', 'uninstall']);

/** Wrong usage and settings exit with 2, a refusal or a store that can't be used with 1; each is one line on stderr. */
function fail(error: unknown): void {
  const usage = error instanceof UsageError;
  const known = usage || [ConfigError, StoreUnusable, ServiceError, Refused].some((type) => error instanceof type);
  const message = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`agent-memory-service: ${printable(message)}${usage ? '; --help shows the usage' : ''}\n`);
  process.exitCode = usage || error instanceof ConfigError ? 2 : 1;
}

/**
 * The reader may stop before the end (`| head -1`). Then further output is dropped, and the command still runs to its
 * end, so that no work is left half done.
 */
function ignoreClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fail(error);
  });
  process.stderr.on('error', () => undefined);
}

/** The code of a thread of `serve`, and its preparation. */
export const thread = { load: () => import('./threads/worker.ts') };

/** What opens a store for a client in the same process. */
export const embedded = {
  load: async () => {
    const { openEmbedded } = await import('./embedded.ts');
    return (settings: Record<string, string>) => openEmbedded(settings, version);
  },
};
