import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { ConfigError, readConfig } from '../src/config.ts';
import { StoreUnusable } from '../src/storage/sqlite/failures.ts';
import { runDemo } from './demo.ts';
import { help } from './help.ts';
import { serveStdio } from './stdio.ts';

const { version } = manifest;

class UsageError extends Error {}

const commands: Record<string, () => Promise<void>> = {
  stdio: () => serveStdio(readConfig(process.env), version),
  demo: runDemo,
};

async function main(args: string[]): Promise<void> {
  const { command, flags } = parse(args);
  if (flags.help) process.stdout.write(help);
  else if (flags.version) process.stdout.write(`${version}\n`);
  else await command();
}

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } },
    });
    const [name = 'stdio', ...rest] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`unknown command "${name}"`);
    if (rest.length > 0) throw new UsageError(`unexpected argument "${rest[0]}"`);
    return { command, flags: values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Wrong usage and settings exit with 2, a store that can't be used with 1; each is one line on stderr. */
function fail(error: unknown): void {
  const usage = error instanceof UsageError;
  const known = usage || error instanceof ConfigError || error instanceof StoreUnusable;
  const message = known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`agent-memory-service: ${message}${usage ? '; --help shows the usage' : ''}\n`);
  process.exitCode = usage || error instanceof ConfigError ? 2 : 1;
}

main(process.argv.slice(2)).catch(fail);
