import { parse, stringify, TomlError } from 'smol-toml';
import type { Json } from '../host.ts';
import { isObject, type Key } from './data.ts';
import { CannotEdit, type Editor, lineEndOf, nextLine, splice } from './editor.ts';

/** TOML, edited by lines; candidates that a multi-line string or an inline table would make wrong are sorted out. */
export const tomlEditor: Editor = {
  parse(text) {
    try {
      return parse(text, { integersAsBigInt: 'asNeeded' });
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      throw new CannotEdit(`it is not valid TOML (line ${error.line}: ${error.message.split('\n')[0]})`);
    }
  },

  insert(text, path, value) {
    if (isObject(value)) return [append(text, [`[${keyText(path)}]`, ...assignments(value)])];
    const table = path.slice(0, -1);
    const line = assignment(path.slice(-1), value);
    const atTop = headers(text)[0]?.start ?? text.length;
    return [
      ...headers(text)
        .filter(({ keys }) => keys === keyText(table))
        .map(({ end }) => insertLine(text, end, line)),
      append(text, [...(table.length > 0 ? [`[${keyText(table)}]`] : []), line]),
      insertLine(text, atTop, assignment(path, value)),
    ];
  },

  replace(text, path, value) {
    return this.remove(text, path).flatMap((rest) => this.insert(rest, path, value));
  },

  remove(text, path) {
    const wanted = keyText(path);
    const all = headers(text);
    const tables = all.flatMap((header, index) => {
      if (header.keys !== wanted) return [];
      const beyond = all.slice(index + 1).find(({ keys }) => !keys.startsWith(`${wanted}.`));
      return [cutTable(text, header.start, beyond?.start ?? text.length)];
    });
    return [
      ...tables,
      ...lines(text)
        .filter(isAssignmentOf(path))
        .map(({ start, end }) => splice(text, start, end, '')),
    ];
  },
};

interface Line {
  text: string;
  start: number;
  end: number;
}

function lines(text: string): Line[] {
  const found: Line[] = [];
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const end = nextLine(text, start);
    found.push({ text: text.slice(start, end), start, end });
  }
  return found;
}

/** Lines that look like the header of a table, with its keys as `keyText` writes them. */
function headers(text: string): { keys: string; start: number; end: number }[] {
  return lines(text).flatMap(({ text: line, start, end }) => {
    if (!/^[ \t]*\[/.test(line)) return [];
    try {
      return [{ keys: keyText(pathTo(parse(line))), start, end }];
    } catch {
      return [];
    }
  });
}

/** The one path through a document of one header. */
function pathTo(data: unknown): string[] {
  const inner = Array.isArray(data) ? data[0] : data;
  const [key] = isObject(inner) ? Object.keys(inner) : [];
  return key === undefined ? [] : [key, ...pathTo((inner as Record<string, unknown>)[key])];
}

function isAssignmentOf(path: readonly Key[]) {
  const ends = path.map((_, index) => path.slice(index).map(String));
  return ({ text: line }: Line) =>
    ends.some((keys) => line.trimStart().startsWith(keyText(keys)) && line.includes('='));
}

/**
 * A table's lines without the blanks and comments that belong to the next one; an adjacent empty line is removed too.
 */
function cutTable(text: string, start: number, end: number): string {
  const own = lines(text.slice(start, end)).findLast(({ text: line }) => !/^\s*(?:#|$)/.test(line));
  const follows = start + (own?.end ?? 0);
  const before = /(?:^|\n)\r?\n$/.exec(text.slice(Math.max(0, start - 3), start))?.[0].replace(/^\n/, '') ?? '';
  const after = start === 0 ? (/^\r?\n/.exec(text.slice(follows, follows + 2))?.[0] ?? '') : '';
  return splice(text, start - before.length, follows + after.length, '');
}

function append(text: string, added: readonly string[]): string {
  const lineEnd = lineEndOf(text);
  const piece = added.join(lineEnd) + lineEnd;
  if (text === '') return piece;
  return `${text}${text.endsWith('\n') ? '' : lineEnd}${lineEnd}${piece}`;
}

function insertLine(text: string, position: number, line: string): string {
  const lineEnd = lineEndOf(text);
  const isAfterLine = position === 0 || text[position - 1] === '\n';
  return splice(text, position, position, isAfterLine ? `${line}${lineEnd}` : `${lineEnd}${line}`);
}

/** Members of a table, inner tables inline, so that the block is one. */
function assignments(table: Record<string, unknown>): string[] {
  return Object.entries(table).map(([key, value]) => assignment([key], value as Json));
}

function assignment(path: readonly Key[], value: Json): string {
  return `${keyText(path)} = ${inline(value)}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (isObject(value)) {
    const members = assignments(value);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return stringify({ value }).trim().slice('value = '.length);
}

/** Keys in a header: bare where possible. */
function keyText(path: readonly Key[]): string {
  return path.map((key) => (/^[\w-]+$/.test(String(key)) ? String(key) : JSON.stringify(String(key)))).join('.');
}
