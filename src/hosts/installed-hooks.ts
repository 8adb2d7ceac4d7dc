import { isObject } from './edit/data.ts';
import { read } from './edit/edit.ts';
import { CannotEdit } from './edit/editor.ts';
import type { Launch, Platform } from './host.ts';
import { packageName, wordsOf } from './launch.ts';

/** Our hooks in a host's file that share one command. */
export interface InstalledHooks {
  launch: Launch;
  /** Whose memory and which store the command names. */
  character?: string | undefined;
  database?: string | undefined;
  /** The model of the host reads sessions that are over. */
  isReadByHost: boolean;
}

/** How the line of our plugins begins that names their command, in JavaScript and in Python. */
const commandsOfPlugins = ['const [program, ...args] = ', 'COMMAND = '];

/** Our commands in a host's file of hooks: in strings of JSON, or as the list in our plugin. CannotEdit when it names us and is neither. */
export function installedHooks(text: string | undefined, host: string, platform: Platform): InstalledHooks[] {
  const found = new Map<string, InstalledHooks>();
  for (const argv of commandsIn(text ?? '', platform)) {
    const at = argv.indexOf('hook');
    const [command = '', ...args] = argv.slice(0, at);
    // Behind the event.
    const rest = argv.slice(at + 2);
    if (at < 1 || flag(rest, '--host') !== host) continue;
    const named = { character: flag(rest, '--character'), database: flag(rest, '--db') };
    const isReadByHost = flag(rest, '--extract-with') === 'host';
    found.set(JSON.stringify([command, args, rest]), { launch: { command, args, env: {} }, ...named, isReadByHost });
  }
  return [...found.values()];
}

function flag(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

function commandsIn(text: string, platform: Platform): string[][] {
  if (!text.includes(packageName)) return [];
  for (const line of text.split('\n')) {
    const start = commandsOfPlugins.find((one) => line.startsWith(one));
    if (start !== undefined) return [wordsOfPlugin(line.slice(start.length))];
  }
  return stringsIn(read('json', text))
    .filter((line) => line.includes(packageName))
    .map((line) => wordsOf(line, platform));
}

function wordsOfPlugin(list: string): string[] {
  const { words } = read('json', `{"words": ${list.trimEnd().replace(/;$/, '')}}`) as { words: unknown };
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  throw new CannotEdit('its command is no list of words');
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}
