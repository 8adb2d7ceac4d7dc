import { at, isObject, type Key, same, without } from '../edit/data.ts';
import { put, read, take } from '../edit/edit.ts';
import { CannotEdit } from '../edit/editor.ts';
import { isOurHook, isOurs, packageName } from '../launch.ts';
import { findBlock } from '../rules.ts';
import type { Written } from './receipt.ts';
import { undone } from './splices.ts';

/**
 * Removes our part from a text: byte for byte if the file is unchanged since, otherwise by its structure. Undefined
 * when nothing else was in the file. CannotEdit.
 */
export function takePart(text: string, written: Written): string | undefined {
  const structural = takeByStructure(text, written);
  const textual = written.splices.length > 0 ? undone(text, written.splices) : undefined;
  if (textual === undefined || structural === text) return structural;
  if (structural === undefined) return textual === '' ? undefined : textual;
  if (!written.format) return textual;
  return reads(written, textual, structural) ? textual : structural;
}

function takeByStructure(text: string, written: Written): string | undefined {
  const { kind, format = 'json', path = [] } = written;
  if (kind === 'file') return text.includes(packageName) ? undefined : text;
  if (kind === 'block') return takeBlock(text);
  const there = at(read(format, text), path);
  if (kind === 'server') return isOurs(there) ? takeWithContainers(text, written, path) : text;
  if (kind === 'entry') return takeEntry(text, written, there);
  const index = Array.isArray(there)
    ? there.findIndex((element) => written.hosts.some((host) => isOurHook(element, host)))
    : -1;
  return index === -1 ? text : takeWithContainers(text, written, [...path, index]);
}

/** A switch that somebody has changed since is theirs. */
function takeEntry(text: string, written: Written, there: unknown): string {
  const { format = 'json', path = [], value, before } = written;
  if (!same(there, value) || same(before, value)) return text;
  return before === undefined ? takeWithContainers(text, written, path) : put(format, text, path, before);
}

/** With the containers that were made for it, where they are empty now. */
function takeWithContainers(text: string, { format = 'json', found }: Written, path: readonly Key[]): string {
  let result = take(format, text, path);
  for (let depth = path.length - 1; depth > (found ?? depth); depth--) {
    const container = at(read(format, result), path.slice(0, depth));
    if (!isNothing(container)) break;
    result = take(format, result, path.slice(0, depth));
  }
  return result;
}

function takeBlock(text: string): string {
  const block = findBlock(text);
  if (!block) return text;
  const before = text.slice(0, block.start).replace(/(\r?\n)\r?\n$/, '$1');
  return before + text.slice(block.end);
}

/** Whether two texts have the same content, with the entry's new objects null, empty or missing in one of them. */
function reads({ format = 'json', path = [], found = path.length }: Written, text: string, other: string): boolean {
  const container = path.slice(0, found + 1);
  const contentOf = (content: string) => {
    const data = read(format, content);
    return isNothing(at(data, container)) ? without(data, container) : data;
  };
  try {
    return same(contentOf(text), contentOf(other));
  } catch (error) {
    if (error instanceof CannotEdit) return false;
    throw error;
  }
}

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) ? Object.keys(value).length === 0 : value === undefined || value === null;
}
