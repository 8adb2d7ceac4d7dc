import type { Format, Json } from '../host.ts';
import { at, type Data, isObject, type Key, same, without, withValue } from './data.ts';
import { CannotEdit, type Editor } from './editor.ts';
import { jsonEditor } from './json.ts';
import { tomlEditor } from './toml.ts';
import { yamlEditor } from './yaml.ts';

const editors: Record<Format, Editor> = { json: jsonEditor, toml: tomlEditor, yaml: yamlEditor };
const byteOrderMark = '\uFEFF';

/** Parses the text. CannotEdit. */
export function read(format: Format, text: string): Data {
  const data = editors[format].parse(split(text).body);
  if (!isObject(data)) throw new CannotEdit('it holds no object');
  return data;
}

/** The text with the value at the path; of an existing object only the differences are written. CannotEdit. */
export function put(format: Format, text: string, path: readonly Key[], value: Json): string {
  const there = at(read(format, text), path);
  if (same(there, value)) return text;
  if (there === undefined || there === null) return change(format, text, path, 'insert', value);
  if (format !== 'json' || !isObject(there) || !isObject(value)) return change(format, text, path, 'replace', value);
  const removed = Object.keys(there).filter((key) => !Object.hasOwn(value, key));
  const remaining = removed.reduce((result, key) => take(format, result, [...path, key]), text);
  return Object.entries(value).reduce(
    (result, [key, member]) => put(format, result, [...path, key], member),
    remaining,
  );
}

/** The text with one more element in the list at the path, which is made when it is missing. CannotEdit. */
export function append(text: string, path: readonly Key[], value: Json): string {
  const list = at(read('json', text), path);
  if (list === undefined || list === null) return put('json', text, path, [value]);
  if (!Array.isArray(list)) throw new CannotEdit(`"${path.join('.')}" is no list`);
  return change('json', text, [...path, list.length], 'insert', value);
}

/** The text without the value at the path, if there is one. CannotEdit. */
export function take(format: Format, text: string, path: readonly Key[]): string {
  if (at(read(format, text), path) === undefined) return text;
  return change(format, text, path, 'remove');
}

/** The first text an editor offers that reads as it must. */
function change(format: Format, text: string, path: readonly Key[], kind: keyof Editor & string, value?: Json): string {
  const { mark, body } = split(text);
  const editor = editors[format];
  const before = read(format, text);
  const isRemoval = kind === 'remove';
  const wanted = isRemoval ? removals(before, path) : [withElement(before, path, value as Json)];
  const offered = isRemoval
    ? editor.remove(body, path)
    : editor[kind as 'insert' | 'replace'](body, path, value as Json);
  const found = offered.find((candidate) => wanted.some((data) => reads(editor, candidate, data)));
  if (found === undefined) throw new CannotEdit(`"${path.join('.')}" can't be changed without touching its neighbours`);
  return mark + found;
}

/** Without the value; and without the objects too that are empty then, which a TOML file may not name. */
function removals(data: Data, path: readonly Key[]): Data[] {
  const rest = without(data, path);
  const parent = path.slice(0, -1);
  const left = at(rest, parent);
  const isEmpty = parent.length > 0 && isObject(left) && Object.keys(left).length === 0;
  return isEmpty ? [rest, ...removals(rest, parent)] : [rest];
}

/** As `withValue`; a list grows by an index that is its length. */
function withElement(data: Data, path: readonly Key[], value: Json): Data {
  const list = at(data, path.slice(0, -1));
  if (!Array.isArray(list) || path.at(-1) !== list.length) return withValue(data, path, value);
  return withValue(data, path.slice(0, -1), [...list, value] as Json);
}

function reads(editor: Editor, text: string, wanted: Data): boolean {
  try {
    return same(editor.parse(text), wanted);
  } catch (error) {
    if (error instanceof CannotEdit) return false;
    throw error;
  }
}

function split(text: string): { mark: string; body: string } {
  return text.startsWith(byteOrderMark)
    ? { mark: byteOrderMark, body: text.slice(byteOrderMark.length) }
    : { mark: '', body: text };
}
