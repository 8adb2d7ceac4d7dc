import {
  type Document,
  isMap,
  isScalar,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
  type YAMLMap,
} from 'yaml';
import type { Json } from '../host.ts';
import { type Key, nested } from './data.ts';
import { CannotEdit, type Editor, lineEndOf, lineStart, nextLine, splice } from './editor.ts';
import { inlineJson } from './json-children.ts';

/**
 * YAML, of which only maps are edited. The library keeps comments but not the layout, so it is used only for positions.
 */
export const yamlEditor: Editor = {
  parse(text) {
    return documentOf(text).toJS() ?? {};
  },

  insert(text, path, value) {
    const { node, depth, pair } = walk(documentOf(text), path);
    const key = String(path[depth]);
    const rest = nested(path.slice(depth + 1), value);
    if (node === null || (isScalar(node) && node.value === null)) {
      const indent = pair ? `${indentOf(text, pair)}  ` : '';
      const inPlace = node ? [splice(text, startOf(node), endOf(node), ` ${inlineJson({ [key]: rest })}`)] : [];
      return [afterLine(text, pair ? endOfPair(pair) : text.length, block(text, key, rest, indent)), ...inPlace];
    }
    if (!isMap(node)) throw new CannotEdit(`"${path.slice(0, depth).join('.')}" is no map`);
    const last = node.items.at(-1) as Pair<Node, Node | null> | undefined;
    if (node.flow || !last) return [insertIntoFlow(text, node, key, rest)];
    return [afterLine(text, endOfPair(last), block(text, key, rest, indentOf(text, last)))];
  },

  replace(text, path, value) {
    return this.remove(text, path).flatMap((rest) => this.insert(rest, path, value));
  },

  remove(text, path) {
    const parent = walk(documentOf(text), path.slice(0, -1));
    const items = isMap(parent.node) ? (parent.node.items as Pair<Node, Node | null>[]) : [];
    const index = items.findIndex((item) => pairKey(item) === path.at(-1));
    const pair = items[index];
    if (!pair || !isMap(parent.node)) throw new CannotEdit(`"${path.join('.')}" is missing`);
    if (parent.node.flow) return [removeFromFlow(text, items, index)];
    const start = lineStart(text, startOf(pair.key));
    const rest = splice(text, start, endOfLine(text, endOfPair(pair)), '');
    if (items.length > 1 || !parent.pair) return [rest];
    // A map without items would be null.
    const colon = text.indexOf(':', endOf(parent.pair.key));
    return [splice(rest, colon + 1, colon + 1, ' {}')];
  },
};

function documentOf(text: string): Document.Parsed {
  const document = parseDocument(text, { keepSourceTokens: true });
  const [error] = document.errors;
  if (error) throw new CannotEdit(`it is not valid YAML (line ${error.linePos?.[0].line ?? 1}: ${error.code})`);
  return document;
}

/** The longest existing part of the path, and the pair of that value. */
function walk(document: Document.Parsed, path: readonly Key[]) {
  let node = document.contents as Node | null;
  let pair: Pair<Node, Node | null> | undefined;
  for (const [depth, key] of path.entries()) {
    const next = isMap(node)
      ? (node.items as Pair<Node, Node | null>[]).find((item) => pairKey(item) === key)
      : undefined;
    if (!next) return { node, depth, pair };
    pair = next;
    node = next.value;
  }
  return { node, depth: path.length, pair };
}

function pairKey({ key }: Pair<Node, Node | null>): unknown {
  return key instanceof Scalar ? String(key.value) : undefined;
}

function block(text: string, key: string, value: Json, indent: string): string {
  const lines = stringify({ [key]: value }, { lineWidth: 0 })
    .trimEnd()
    .split('\n');
  return lines.map((line) => `${indent}${line}`).join(lineEndOf(text));
}

/** The lines under the one that the position is in. */
function afterLine(text: string, position: number, lines: string): string {
  const lineEnd = lineEndOf(text);
  const start = endOfLine(text, position);
  const isAtEnd = start === text.length;
  const hasLineEnd = start === 0 || text[start - 1] === '\n';
  if (isAtEnd && !hasLineEnd) return `${text}${lineEnd}${lines}`;
  return splice(text, start, start, `${lines}${lineEnd}`);
}

/** The end of the position's line; of a block scalar, whose range includes its last line end, the position itself. */
function endOfLine(text: string, position: number): number {
  return position === 0 || text[position - 1] === '\n' ? position : nextLine(text, position);
}

function insertIntoFlow(text: string, map: YAMLMap, key: string, value: Json): string {
  const end = endOf(map) - 1;
  const piece = `${JSON.stringify(key)}: ${inlineJson(value)}`;
  const last = map.items.at(-1) as Pair<Node, Node | null> | undefined;
  if (last) return splice(text, endOfPair(last), endOfPair(last), `, ${piece}`);
  return splice(text, end, end, piece);
}

function removeFromFlow(text: string, items: Pair<Node, Node | null>[], index: number): string {
  const pair = items[index] as Pair<Node, Node | null>;
  const previous = items[index - 1];
  const next = items[index + 1];
  if (previous) return splice(text, endOfPair(previous), endOfPair(pair), '');
  return splice(text, startOf(pair.key), next ? startOf(next.key) : endOfPair(pair), '');
}

function indentOf(text: string, { key }: Pair<Node, Node | null>): string {
  const start = startOf(key);
  return ' '.repeat(start - lineStart(text, start));
}

function endOfPair({ key, value }: Pair<Node, Node | null>): number {
  return Math.max(endOf(key), value ? endOf(value) : 0);
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function endOf(node: Node): number {
  return node.range?.[1] ?? 0;
}
