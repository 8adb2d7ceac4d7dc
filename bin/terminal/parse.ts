import { parseArgs } from 'node:util';
import { nearestName } from '../../src/base/nearest-name.ts';
import { type Command, type Flags, type Given, UsageError } from './command-line.ts';

const everywhere = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const;

/**
 * Finds the command of one or two words at the beginning of the line (`stdio` without one) and parses the rest.
 * UsageError.
 */
export function parse(line: readonly string[], commands: Record<string, Command>): Given & { command: Command } {
  const { name, rest } = splitCommand(line, commands);
  const command = commands[name] as Command;
  const { values, positionals } = read(rest, command.flags);
  const flags = values as Flags;
  if (!flags.help && !flags.version) {
    const { args = [] } = command;
    requireArguments(name, typeof args === 'function' ? args(flags) : args, positionals);
  }
  return { command, args: positionals, flags };
}

function splitCommand(line: readonly string[], commands: Record<string, Command>) {
  const [first = 'stdio', second = ''] = line;
  if (first.startsWith('-')) return { name: 'stdio', rest: line };
  const two = `${first} ${second}`;
  if (Object.hasOwn(commands, two)) return { name: two, rest: line.slice(2) };
  if (Object.hasOwn(commands, first)) return { name: first, rest: line.slice(1) };
  const subcommands = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  if (subcommands.length === 0) {
    const names = Object.keys(commands).map((name) => name.split(' ')[0] as string);
    throw new UsageError(`unknown command "${first}"${meant(first, names)}`);
  }
  if (second === '--help' || second === '-h') return { name: subcommands[0] as string, rest: ['--help'] };
  throw new UsageError(`"${first}" takes one of ${subcommands.map((name) => name.split(' ')[1]).join(', ')}`);
}

function read(rest: readonly string[], flags: Command['flags'] = {}) {
  try {
    return parseArgs({ args: [...rest], allowPositionals: true, options: { ...flags, ...everywhere } });
  } catch (error) {
    throw new UsageError(faultOf(error as NodeJS.ErrnoException, Object.keys(flags)));
  }
}

function meant(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? '' : `, did you mean ${near}?`;
}

/** What parseArgs found wrong, without its advice on escaping. */
function faultOf({ code, message }: NodeJS.ErrnoException, flags: readonly string[]): string {
  const [, option = ''] = /'(?:-\w, )?(-[^' ]*)/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = flags.map((flag) => `--${flag}`);
    return `unknown option "${option}"${meant(option, known)}`;
  }
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message;
  return message.includes('does not take') ? `${option} takes no value` : `${option} needs a value`;
}

function requireArguments(name: string, wanted: readonly string[], given: string[]): void {
  if (wanted.at(-1)?.endsWith('…?')) return;
  const takesMore = wanted.at(-1)?.endsWith('…');
  if (given.length > wanted.length && !takesMore) {
    throw new UsageError(`unexpected argument "${given[wanted.length]}"`);
  }
  if (given.length < wanted.length) throw new UsageError(`"${name}" needs ${wanted.slice(given.length).join(' and ')}`);
}
