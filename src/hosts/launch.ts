import { basename } from 'node:path';
import { byFolder } from '../domain/project-rules.ts';
import { isObject } from './edit/data.ts';
import type { HookCommand, Launch, Platform } from './host.ts';

export const packageName = 'agent-memory-service';

/** How this program was started. */
export interface Program {
  /** The built file, without links. */
  file: string;
  /** The node that runs it. */
  node: string;
  version: string;
  platform: Platform;
}

/** The command that an entry launches, in any of the hosts' forms; undefined when it launches nothing. */
export function readLaunch(entry: unknown): Launch | undefined {
  if (!isObject(entry)) return undefined;
  const line = [entry.command ?? entry.cmd, entry.args ?? []].flat();
  const [command, ...args] = line.filter((part) => typeof part === 'string');
  const env = entry.env ?? entry.environment ?? entry.envs;
  if (command === undefined || args.length + 1 !== line.length) return undefined;
  const pairs = isObject(env) ? Object.entries(env).map(([name, value]) => [name, String(value)]) : [];
  return { command, args, env: Object.fromEntries(pairs) };
}

/** Whether an entry launches this server. */
export function isOurs(entry: unknown): boolean {
  const { command = '', args = [] } = readLaunch(entry) ?? {};
  return [command, ...args].some(isOurProgram);
}

function isOurProgram(part: string): boolean {
  const name = basename(part.replaceAll('\\', '/'));
  return (
    name === packageName || name.startsWith(`${packageName}@`) || /^agent-memory-service\.(?:cjs|cmd|exe)$/.test(name)
  );
}

/** The commands of hooks. They name the character, because hosts do not pass the server's environment to hooks. */
export function hookCommand(
  { command, args }: Omit<Launch, 'env'>,
  host: string,
  env: Launch['env'],
  platform: Platform,
): HookCommand {
  const { SERVICE_CHARACTER: character, SERVICE_EXTRACT_WITH: extractor } = env;
  const settings = [
    ...(character && character !== byFolder ? ['--character', character] : []),
    ...(env.SERVICE_DB ? ['--db', env.SERVICE_DB] : []),
  ];
  const extracting = extractor ? ['--extract-with', extractor] : [];
  const argv = (event: string) => [command, ...args, 'hook', event, '--host', host, ...settings, ...extracting];
  const quote = platform === 'win32' ? quoteForWindows : quoteForShell;
  const inLine = (words: readonly string[]) => words.map(quote).join(' ');
  const status = () => inLine([command, ...args, 'statusline', ...settings]);
  return { argv, line: (event) => inLine(argv(event)), status, platform };
}

/** Whether a value has a command of our hooks for this host. */
export function isOurHook(value: unknown, host: string): boolean {
  const text = JSON.stringify(value) ?? '';
  return text.includes(packageName) && text.includes(' hook ') && text.includes(` --host ${host}`);
}

/** The words of a line that `hookCommand` wrote, or of a similar one. */
export function wordsOf(line: string, platform: Platform): string[] {
  if (platform === 'win32') {
    const words = line.replace(/^& /, '').match(/"(?:[^"]|"")*"|\S+/g) ?? [];
    return words.map((word) => (word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word));
  }
  const words = line.match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|\\(.)/g,
      (_, single?: string, double?: string, escaped?: string) => single ?? double ?? escaped ?? '',
    ),
  );
}

function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function quoteForWindows(text: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}
