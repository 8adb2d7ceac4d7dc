import { readConfig, readServerConfig } from '../src/settings/config.ts';
import { type Command, parse } from './command-line.ts';
import { runDemo } from './demo.ts';
import { help, helpOf } from './help.ts';
import { hostCommands } from './host-commands.ts';
import { serveStdio } from './stdio.ts';
import { storeCommands } from './store-commands.ts';
import { tenancyCommands } from './tenancy-commands.ts';

const commands = (version: string): Record<string, Command> => ({
  stdio: { run: () => serveStdio(readConfig(process.env), version) },
  demo: { run: runDemo },
  serve: {
    flags: { host: { type: 'string' }, port: { type: 'string' } },
    run: async (given) => (await import('./serve.ts')).serve(readServerConfig(process.env), version, given),
  },
  ui: {
    flags: { port: { type: 'string' }, 'no-open': { type: 'boolean' } },
    run: async (given) => (await import('./ui.ts')).ui(readConfig(process.env), version, given),
  },
  ...hostCommands(version),
  ...storeCommands(version),
  // For --help alone: the launcher starts hooks from a file of their own.
  hook: { args: ['EVENT'], flags: { host: { type: 'string' } }, run: async () => undefined },
  ...tenancyCommands,
});

/** Runs what the line says. UsageError. */
export async function run(words: readonly string[], version: string): Promise<void> {
  const line = flagsOf(words);
  const { command, ...given } = parse(line, commands(version));
  if (given.flags.help) process.stdout.write(line[0]?.startsWith('-') ? help() : helpOf(line));
  else if (given.flags.version) process.stdout.write(`${version}\n`);
  else await command.run(given);
}

/** `help`, `help COMMAND` and `version` mean the flags. */
function flagsOf([first, ...rest]: readonly string[]): string[] {
  if (first === 'version' && rest.length === 0) return ['--version'];
  if (first === 'help') return [...rest, '--help'];
  return first === undefined ? [] : [first, ...rest];
}
