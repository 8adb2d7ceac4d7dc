import type { ParseArgsConfig } from 'node:util';

/** The command line makes no sense: exit code 2. */
export class UsageError extends Error {}

/** The command can't be carried out as things are: exit code 1. */
export class Refused extends Error {}

/** Does something with files; Refused with the code of the system's error. */
export function refusing<Result>(what: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new Refused(`${what}: ${code}`);
  }
}

/** The default address of `serve`. */
export const serveDefaults = { host: '127.0.0.1', port: '8787' } as const;

export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

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
