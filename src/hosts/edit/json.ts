import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Json } from '../host.ts';
import { type Key, nested } from './data.ts';
import { CannotEdit, type Editor, indentAt, lineEndOf, splice } from './editor.ts';
import { inlineJson, insertChild, removeChild, renderJson, unitOf } from './json-children.ts';

/** JSON with comments and trailing commas. */
export const jsonEditor: Editor = {
  parse(text) {
    const root = treeOf(text);
    return root === undefined ? {} : getNodeValue(root);
  },

  insert(text, path, value) {
    const root = treeOf(text);
    if (root === undefined) return [newDocument(text, nested(path, value))];
    const { node, depth } = walk(root, path);
    const rest = nested(path.slice(depth + 1), value);
    const key = path[depth] as Key;
    if (node.type === 'null') return [replaceNode(text, node, nested(path.slice(depth), value))];
    if (node.type === 'array') return [insertChild(text, node, { value: rest })];
    if (node.type !== 'object') throw new CannotEdit(`"${path.slice(0, depth).join('.')}" is no object`);
    return [insertChild(text, node, { key: String(key), value: rest })];
  },

  replace(text, path, value) {
    const { node, depth } = walk(treeOf(text) as Node, path);
    if (depth < path.length) throw new CannotEdit(`"${path.join('.')}" is missing`);
    return [replaceNode(text, node, value)];
  },

  remove(text, path) {
    const { node, depth } = walk(treeOf(text) as Node, path);
    if (depth < path.length) throw new CannotEdit(`"${path.join('.')}" is missing`);
    const child = node.parent?.type === 'property' ? node.parent : node;
    if (!child.parent) return [''];
    return [removeChild(text, child.parent, child)];
  },
};

function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (!first) return root;
  const line = text.slice(0, first.offset).split('\n').length;
  throw new CannotEdit(`it is not valid JSON (line ${line}: ${printParseErrorCode(first.error)})`);
}

/** The longest existing part of the path. With duplicate keys we can't know which one the host uses. */
function walk(root: Node, path: readonly Key[]): { node: Node; depth: number } {
  let node = root;
  for (const [depth, key] of path.entries()) {
    const children = node.children ?? [];
    if (node.type === 'array') {
      const element = typeof key === 'number' ? children[key] : undefined;
      if (!element) return { node, depth };
      node = element;
      continue;
    }
    const named = node.type === 'object' ? children.filter(({ children: [name] = [] }) => name?.value === key) : [];
    if (named.length > 1) throw new CannotEdit(`it has "${key}" more than once`);
    const value = named[0]?.children?.[1];
    if (!value) return { node, depth };
    node = value;
  }
  return { node, depth: path.length };
}

/** Comments of an otherwise empty file stay above the new document. */
function newDocument(text: string, value: Json): string {
  const lineEnd = lineEndOf(text);
  const above = text.trim() === '' ? '' : `${text.trimEnd()}${lineEnd}`;
  return `${above}${renderJson(value, '  ', '', lineEnd)}${lineEnd}`;
}

function replaceNode(text: string, node: Node, value: Json): string {
  const end = node.offset + node.length;
  const isInline = node.length > 2 && !text.slice(node.offset, end).includes('\n');
  const rendered =
    isInline && node.type !== 'null'
      ? inlineJson(value)
      : renderJson(value, unitOf(text), indentAt(text, node.offset), lineEndOf(text));
  return splice(text, node.offset, end, rendered);
}
