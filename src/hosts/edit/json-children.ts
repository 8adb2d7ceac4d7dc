import type { Node } from 'jsonc-parser';
import type { Json } from '../host.ts';
import { indentAt, lineEndOf, lineStart, nextLine, splice } from './editor.ts';

interface Child {
  key?: string;
  value: Json;
}

/** The indentation of one level in the document. */
export function unitOf(text: string): string {
  return /^\s*[{[][^\n]*\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

/** The value over several lines, the first without indentation. */
export function renderJson(value: Json, unit: string, indent: string, lineEnd: string): string {
  return JSON.stringify(value, undefined, unit).replaceAll('\n', `${lineEnd}${indent}`);
}

/** The value in one line, with spaces after colons and commas. */
export function inlineJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inlineJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inlineJson(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A new last member of an object or element of an array, written as its neighbours are. */
export function insertChild(text: string, node: Node, child: Child): string {
  const lineEnd = lineEndOf(text);
  const unit = unitOf(text);
  const lines = (indent: string) =>
    `${lineEnd}${indent}${childKey(child)}${renderJson(child.value, unit, indent, lineEnd)}`;
  const [first] = node.children ?? [];
  const last = node.children?.at(-1);
  if (!first || !last) return insertFirst(text, node, (indent) => lines(`${indent}${unit}`), lines);
  const { comma, lineOfChildEnds } = after(text, last);
  const isInline = !text.slice(node.offset, first.offset).includes('\n');
  if (isInline) {
    const piece = `${childKey(child)}${inlineJson(child.value)}`;
    if (comma !== undefined) return splice(text, comma + 1, comma + 1, ` ${piece},`);
    return splice(text, endOf(last), endOf(last), `, ${piece}`);
  }
  const piece = lines(indentAt(text, first.offset));
  const behindComment = splice(text, lineOfChildEnds, lineOfChildEnds, comma === undefined ? piece : `${piece},`);
  return comma === undefined ? splice(behindComment, endOf(last), endOf(last), ',') : behindComment;
}

/** Into braces with only whitespace and comments, which stay above. */
function insertFirst(text: string, node: Node, render: (indent: string) => string, same: (indent: string) => string) {
  const start = node.offset + 1;
  const end = endOf(node) - 1;
  const inside = text.slice(start, end);
  const indent = /^[ \t]*/.exec(text.slice(lineStart(text, node.offset)))?.[0] ?? '';
  const closing = `${lineEndOf(text)}${indent}`;
  const comments = inside.trimEnd();
  if (comments === '') return splice(text, start, end, `${render(indent)}${closing}`);
  const position = start + comments.length;
  const isOnItsLine =
    text.slice(lineStart(text, position), position).trimStart() === comments.split('\n').at(-1)?.trim();
  const piece = isOnItsLine ? same(/^[ \t]*/.exec(text.slice(lineStart(text, position)))?.[0] ?? '') : render(indent);
  return splice(text, position, position, inside.slice(comments.length).includes('\n') ? piece : `${piece}${closing}`);
}

/** Takes a member or element out, with the lines and the comma that are its own. */
export function removeChild(text: string, node: Node, child: Node): string {
  const children = node.children ?? [];
  const previous = children[children.indexOf(child) - 1];
  const { comma } = after(text, child);
  const cut = cutOf(text, child.offset, comma === undefined ? endOf(child) : comma + 1);
  let result = splice(text, cut.start, cut.end, '');
  const commaBefore = comma === undefined && previous ? after(text, previous).comma : undefined;
  if (commaBefore !== undefined) result = splice(result, commaBefore, commaBefore + 1, '');
  if (children.length > 1) return result;
  const inside = result.slice(node.offset + 1, endOf(node) - 1 - (text.length - result.length));
  return inside.trim() === '' ? splice(result, node.offset + 1, node.offset + 1 + inside.length, '') : result;
}

/** From and to where a piece is cut: whole lines where it has them for itself, else with the blanks before it. */
function cutOf(text: string, start: number, end: number) {
  const begin = lineStart(text, start);
  const next = nextLine(text, end);
  if (text.slice(begin, start).trim() === '' && text.slice(end, next).trim() === '') return { start: begin, end: next };
  return { start: begin + text.slice(begin, start).trimEnd().length, end };
}

/** Where the comma after a child is, and where the child's line ends with its comments. */
function after(text: string, child: Node): { comma?: number; lineOfChildEnds: number } {
  const between = /[ \t\r]*(?:(?<lineBreak>\n)|(?<comma>,)|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)/y;
  between.lastIndex = endOf(child);
  let comma: number | undefined;
  let lineOfChildEnds = endOf(child);
  let isOnLine = true;
  for (let found = between.exec(text); found; found = between.exec(text)) {
    const isComma = found.groups?.comma !== undefined;
    if (isComma && comma !== undefined) break;
    if (isComma) comma = between.lastIndex - 1;
    if (found.groups?.lineBreak !== undefined) isOnLine = false;
    // A comma that is in a later line ends the child there.
    else if (isOnLine || isComma) lineOfChildEnds = between.lastIndex;
  }
  return { ...(comma === undefined ? {} : { comma }), lineOfChildEnds };
}

function childKey({ key }: Child): string {
  return key === undefined ? '' : `${JSON.stringify(key)}: `;
}

function endOf(node: Node): number {
  return node.offset + node.length;
}
