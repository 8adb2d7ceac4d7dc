/** The values of hosts' files. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const platforms = ['darwin', 'win32', 'linux'] as const;
export type Platform = (typeof platforms)[number];

/**
 * A path as the user would write it: `~/` is the home folder, `{NAME:-default}` an environment variable with its
 * default, `/` the separator on every platform. Anything else is relative to the project's folder.
 */
export type Path = string | Readonly<Record<Platform, string>>;

export type Format = 'json' | 'toml' | 'yaml';
export type HostScope = 'user' | 'project';

/** The command of a host: the program, its arguments and additional environment variables. */
export interface Launch {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** Where a host's file names its tool servers, and in which form. */
export interface ServerPlace {
  file: Path;
  /** Other names the host reads the same from; one of them is edited where the first does not exist. */
  or?: readonly Path[];
  format: Format;
  /** The keys that lead to the map of servers. */
  key: readonly string[];
  /** The entry in that map under the server's name. */
  entry(launch: Launch): JsonObject;
  /** The host's own commands for it, tried first where the program is on the PATH. */
  program?: { add(name: string, entry: JsonObject): string[]; remove(name: string): string[] };
}

/**
 * A piece of a host's file that is ours:
 * - `entry`: what is under the keys `path`; with `unlessThere` somebody else's stays, and nothing depends on it
 * - `element`: an element of the list at `path`
 * - `block`: lines between markers in a text file
 * - `file`: a file of ours alone
 */
export type HostPart =
  | { kind: 'entry'; file: Path; format: Format; path: readonly string[]; value: Json; unlessThere?: true }
  | { kind: 'element'; file: Path; format: 'json'; path: readonly string[]; value: Json }
  | { kind: 'block'; file: Path; text: string }
  | { kind: 'file'; file: Path; text: string };

/** The command that answers a host's event, as a line for this machine's shell and as program and arguments. */
export interface HookCommand {
  line(event: string): string;
  argv(event: string): readonly string[];
  /** The line with the state of a session. */
  status(): string;
  platform: Platform;
}

interface Hooks {
  /** The host that they are called for, where two hosts read one file; absent: this one. */
  calledFor?: string;
  /** The host's own names of the events that our hook answers. */
  events: readonly string[];
  /** The places that are written, by scope; none where the host has no such file. */
  parts: Partial<Record<HostScope, (command: HookCommand) => HostPart[]>>;
  /** What the user has to do once before they run, in a sentence. */
  afterwards?: string;
}

/** Where a host reads standing instructions from. */
export interface Rules {
  file: Path;
  /** The beginning of a file that is only ours; without it our block is in a shared file. */
  header?: string;
}

/**
 * How the host answers one prompt with the user's own login: it reads the prompt from standard input, where no other
 * user of the machine sees it, and prints the answer. It uses no tools, servers, hooks and memories.
 */
export interface Headless {
  program: string;
  args: readonly string[];
  /** Arguments that exclude one tool server, where the host needs each by its name. */
  without?(server: string): string[];
  env?: Readonly<Record<string, string>>;
  /** Files of the empty folder that it is run in, by their paths. */
  files?: Readonly<Record<string, JsonObject>>;
}

/** The evidence for a declaration: a run of the host, or its documentation. */
type Evidence = 'tried' | 'documented';

/** A program that launches tool servers. Everything that is said and done about it follows from this. */
export interface Host {
  /** As in `--host NAME`. */
  name: string;
  title: string;
  evidence: Evidence;
  /** Addresses of the pages that say so. */
  pages: readonly string[];
  /** It is on this machine when one of these folders exists or one of these executables is on the PATH. */
  found: { folders?: readonly Path[]; executables?: readonly string[] };
  /** Where its servers are written; a host without any gets a snippet to paste. */
  server: Partial<Record<HostScope, ServerPlace>>;
  /** The servers' name there; `memory` where it says nothing. */
  serverName?: string;
  /** For the scope `user` without a file that is certain: where the user pastes which form of entry. */
  snippet?: Pick<ServerPlace, 'format' | 'key' | 'entry'> & { where: string };
  hooks?: Hooks;
  /** Absent: it has no such command. */
  headless?: Headless;
  rules?: Partial<Record<HostScope, Rules>>;
}
