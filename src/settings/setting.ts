import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { expandHome } from '../base/home.ts';

/** A setting that can't be used; the message is one line for the person who started the program. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Record<string, string | undefined>;

/**
 * The type of a variable: its valid texts and its value. Not zod's, because every start reads the settings and zod
 * takes longer to load than the rest of a handshake.
 */
class Schema<Value, Missing = undefined> {
  /** @throws ConfigError, whose message follows the variable's name: "must be …" */
  readonly read: (text: string) => Value;
  /** The value of a variable that is not given. */
  readonly missing: Missing;
  /** The only texts that there may be. */
  readonly values: readonly string[] | undefined;

  constructor(read: (text: string) => Value, missing: Missing, values?: readonly string[]) {
    this.read = read;
    this.missing = missing;
    this.values = values;
  }

  default(value: Value): Schema<Value, Value> {
    return new Schema(this.read, value, this.values);
  }

  to<Other>(convert: (value: Value) => Other): Schema<Other, Missing> {
    return new Schema((text) => convert(this.read(text)), this.missing, this.values);
  }

  /** @param fault "must be …" */
  must(holds: (value: Value) => boolean, fault: string): Schema<Value, Missing> {
    return this.to((value) => {
      if (holds(value)) return value;
      throw new ConfigError(fault);
    });
  }
}

/** An environment variable. `--help` and docs/reference/settings.md are made of this. */
export interface Setting {
  schema: Schema<unknown, unknown>;
  /** Markdown, in one line. */
  meaning: string;
  readBy: readonly string[];
  /** Said in place of the schema's own default. */
  default?: string;
  /** A credential: never logged, and masked where hosts ask for it. */
  secret?: true;
  /** The parts of a value that are never logged. */
  secretsIn?(value: string): string[];
  /** The setting to use instead. It still works, and the program that reads it says so. */
  replacedBy?: string;
  /** Its group, if a document has a table for that. */
  group?: 'ai';
}

export type Read<Settings extends Record<string, Setting>> = {
  [Name in keyof Settings]: Settings[Name]['schema'] extends Schema<infer Value, infer Missing>
    ? Value | Missing
    : never;
};

/** An empty value counts as not set: hosts pass unfilled settings that way. */
function givenIn(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}

/** Reads these settings from the environment. @throws ConfigError that names every variable at fault and what it may be */
export function readSettings<Settings extends Record<string, Setting>>(
  settings: Settings,
  environment: Environment,
): Read<Settings> {
  const given = givenIn(environment);
  const faults: string[] = [];
  const read = Object.entries(settings).map(([name, { schema }]) => {
    const text = given[name];
    try {
      return [name, text === undefined ? schema.missing : schema.read(text)];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(`${name} ${error.message}.`);
      return [name, undefined];
    }
  });
  if (faults.length > 0) throw new ConfigError(faults.join(' '));
  return Object.fromEntries(read) as Read<Settings>;
}

/** The values that must never reach a log. */
export function secretsOf(settings: Record<string, Setting>, environment: Environment): string[] {
  return Object.entries(givenIn(environment)).flatMap(([name, value]) => {
    const { secret, secretsIn } = settings[name] ?? {};
    return value === undefined ? [] : [...(secret ? [value.trim()] : []), ...(secretsIn?.(value) ?? [])];
  });
}

/** A percent-encoded text as it is, and decoded. */
export function asWrittenAndMeant(text: string): string[] {
  try {
    return [text, decodeURIComponent(text)];
  } catch {
    return [text];
  }
}

/** The default of a setting, as Markdown. */
export function defaultOf({ schema, default: said }: Setting): string {
  const { missing } = schema;
  return said ?? (missing === undefined || Array.isArray(missing) ? 'none' : `\`${missing}\``);
}

/** A line for each setting that is given although another takes its place. */
export function deprecatedIn(settings: Record<string, Setting>, environment: Environment): string[] {
  const given = givenIn(environment);
  return Object.entries(settings).flatMap(([name, { replacedBy }]) =>
    replacedBy !== undefined && name in given ? [`${name} is deprecated: use ${replacedBy}`] : [],
  );
}

/** Any text, as it is given. */
export const text = new Schema((given) => given, undefined);
export const trimmed = text.to((given) => given.trim());

/** A text of at most a number of UTF-16 units. */
export function atMost(units: number): Schema<string> {
  return trimmed.must(({ length }) => length <= units, `must be at most ${units} characters long`);
}

/** One of these words. */
export function choice<Value extends string>(values: readonly Value[]): Schema<Value> {
  const read = (given: string) => {
    const found = values.find((value) => value === given);
    if (found === undefined) throw new ConfigError(`must be one of ${values.join(', ')}`);
    return found;
  };
  return new Schema(read, undefined, values);
}

/** A whole number of at most `digits` digits. */
export function wholeNumber(digits: number, fault = 'must be a whole number'): Schema<number> {
  const pattern = new RegExp(`^\\d{1,${digits}}$`);
  return trimmed.must((given) => pattern.test(given), fault).to(Number);
}

/** A comma list; empty parts do not count. */
export const list = text.to((given) =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Names of hosts, in small letters. */
export const names = list.to((given) => given.map((name) => name.toLowerCase())).default([]);

/** The address of a web server. */
export const webAddress = trimmed.must(
  (given) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol),
  'must be an http or https address',
);

/** The absolute path of a file that a setting names. */
export function localPath(given: string): string {
  return resolve(expandHome(given, homedir()));
}
