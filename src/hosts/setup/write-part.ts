import { asJson, at, isObject, type Key, merged } from '../edit/data.ts';
import { append, put, read } from '../edit/edit.ts';
import { CannotEdit, lineEndOf } from '../edit/editor.ts';
import type { HostPart, Json, JsonObject, Launch, ServerPlace } from '../host.ts';
import { isOurHook, isOurs, packageName } from '../launch.ts';
import { findBlock } from '../rules.ts';
import type { Written } from './receipt.ts';

/** The entry of the server itself, whose name and settings depend on the file. */
export interface ServerPart {
  kind: 'server';
  place: ServerPlace;
  name: string;
  command: Omit<Launch, 'env'>;
  env: Launch['env'];
  /** The fields of the existing entry that stay. */
  kept: JsonObject;
}

export type AnyPart = HostPart | ServerPart;

interface Outcome {
  text: string;
  written: Omit<Written, 'hosts' | 'splices'>;
}

/** The text with the part in it; the same text when it is there already. CannotEdit. */
export function writePart(text: string, part: AnyPart, host: string): Outcome {
  switch (part.kind) {
    case 'server':
      return writeServer(text, part);
    case 'entry':
      return writeEntry(text, part);
    case 'element':
      return writeElement(text, part, host);
    case 'block':
      return { text: writeBlock(text, part.text), written: { kind: 'block' } };
    case 'file':
      return { text: writeFile(text, part.text), written: { kind: 'file', value: part.text } };
  }
}

function writeServer(text: string, { place, name, command, env, kept }: ServerPart): Outcome {
  const data = read(place.format, text);
  const path = [...place.key, serverNameIn(at(data, place.key), name)];
  const value = merged(kept, place.entry({ ...command, env }));
  return {
    text: put(place.format, text, path, value),
    written: {
      kind: 'server',
      format: place.format,
      path,
      found: foundOf(data, path),
      value: asJson(value) as Value,
    },
  };
}

/** Our entry as a text has it. CannotEdit. */
export function entryIn(text: string, { format, key }: ServerPlace): JsonObject | undefined {
  const servers = at(read(format, text), key);
  return isObject(servers) ? (Object.values(servers).find(isOurs) as JsonObject | undefined) : undefined;
}

/** The name that our entry already has, else the first that is free. CannotEdit. */
function serverNameIn(servers: unknown, name: string): string {
  if (!isObject(servers)) return name;
  const ours = Object.keys(servers).find((key) => isOurs(servers[key]));
  const free = [name, packageName].find((key) => !Object.hasOwn(servers, key));
  const found = ours ?? free;
  if (found === undefined) throw new CannotEdit(`it has other servers named "${name}" and "${packageName}"`);
  return found;
}

function writeEntry(text: string, { format, path, value, unlessThere }: Extract<HostPart, { kind: 'entry' }>): Outcome {
  const data = read(format, text);
  const there = at(data, path) as Json | undefined;
  const isOur = unlessThere && JSON.stringify(there)?.includes(packageName);
  const before = isOur ? undefined : there;
  const written = {
    kind: 'entry' as const,
    format,
    path: [...path],
    found: foundOf(data, path),
    value: value as Value,
  };
  return {
    text: unlessThere && before !== undefined ? text : put(format, text, path, value),
    written: before === undefined || unlessThere ? written : { ...written, before: before as Value },
  };
}

type Value = NonNullable<Written['value']>;

function writeElement(text: string, { path, value }: Extract<HostPart, { kind: 'element' }>, host: string): Outcome {
  const data = read('json', text);
  const list = at(data, path);
  const index = Array.isArray(list) ? list.findIndex((element) => isOurHook(element, host)) : -1;
  return {
    text: index === -1 ? append(text, path, value) : put('json', text, [...path, index], value),
    written: { kind: 'element', format: 'json', path: [...path], found: foundOf(data, path), value: value as Value },
  };
}

function writeBlock(text: string, block: string): string {
  const lineEnd = lineEndOf(text);
  const piece = block.replaceAll('\n', lineEnd);
  const there = findBlock(text);
  if (there) return text.slice(0, there.start) + piece + text.slice(there.end);
  if (text.trim() === '') return piece;
  return `${text}${text.endsWith('\n') ? '' : lineEnd}${lineEnd}${piece}`;
}

function writeFile(text: string, whole: string): string {
  if (text.trim() !== '' && !text.includes(packageName)) throw new CannotEdit('somebody else wrote it');
  return whole;
}

/** How many keys of the path lead to something. */
function foundOf(data: unknown, path: readonly Key[]): number {
  const missing = path.findIndex((_, index) => (at(data, path.slice(0, index + 1)) ?? undefined) === undefined);
  return missing === -1 ? path.length : missing;
}
