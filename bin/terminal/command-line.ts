import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestName } from '../../src/base/nearest-name.ts';

/** The command line makes no sense: exit code 2. */
export class UsageError extends Error {}

/** The command can't be carried out as things are: exit code 1. */
export class Refused extends Error {}

/** The default address of `serve`. */
export const serveDefaults = { host: '127.0.0.1', port: '8787' } as const;

type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** The arguments of a command, in order, and its flags. */
export interface Given {
  args: string[];
  flags: Flags;
}

export interface Command {
  /**
   * Names of its arguments, all required; they may depend on the flags. The last may end in `…` (one or more) or `…?`
   * (any number).
   */
  args?: readonly string[] | ((flags: Flags) => readonly string[]);
  flags?: NonNullable<ParseArgsConfig['options']>;
  run(given: Given): Promise<void>;
}

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

/** A flag's text, or undefined; parseArgs has made sure that it is no boolean. */
export function textFlag({ flags }: Given, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of a flag that may be repeated (`multiple`); each may be a comma-separated list. */
export function textFlags({ flags }: Given, name: string): string[] {
  const values = [flags[name] ?? []].flat().filter((value) => typeof value === 'string');
  return values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** One of the allowed values, in any case. UsageError. */
export function oneOf<Value extends string>(what: string, allowed: readonly Value[], given: string | undefined): Value {
  const found = allowed.find((value) => value === given?.toUpperCase());
  if (!found) throw new UsageError(`${what} must be one of ${allowed.join(', ')}`);
  return found;
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
