import { mended } from '../../domain/text.ts';
import type { DocumentCategory, ReadDocument } from '../document.ts';
import type { Piece } from '../piece.ts';
import { aboutMark, indent, itemMark, readAbout, readItemEnd, sectionMark, titleMark } from './format.ts';

/** Reads our own Markdown export (see `format.ts`) without loss, or answers undefined when the text is none. */
export function readOwnExport(given: string): ReadDocument | undefined {
  const text = /^[^\n]*\r\n/.test(given) ? given.replaceAll('\r\n', '\n') : given;
  if (!text.startsWith(titleMark) || !/^[^\n]{3,}\n(?:\n|$)/.test(text)) return undefined;
  const categories: DocumentCategory[] = [];
  const pieces: Piece[] = [];
  const lines = text.split('\n');
  let at = 1;
  const skipBlank = () => {
    while (lines[at] === '') at++;
  };
  for (skipBlank(); at < lines.length; skipBlank()) {
    const heading = lines[at] ?? '';
    const name = heading.slice(sectionMark.length);
    if (!heading.startsWith(sectionMark) || name === '') return undefined;
    at++;
    skipBlank();
    const about = takeWhile(lines, at, (line) => line.startsWith(aboutMark));
    const described = readAbout(about.map((line) => line.slice(aboutMark.length)));
    if (!described) return undefined;
    categories.push({ name: mended(name), ...described });
    at += about.length;
    for (skipBlank(); lines[at]?.startsWith(itemMark); skipBlank()) {
      const item = takeWhile(lines, at, (line, i) => belongsToItem(line, lines[at + i - 1] ?? '', i));
      const piece = readItem(item, name);
      if (!piece) return undefined;
      pieces.push(piece);
      at += item.length;
    }
  }
  return { pieces, categories };
}

/** An empty line inside an item has lost its indentation to an editor; after the item's last line it ends the item. */
function belongsToItem(line: string, before: string, index: number): boolean {
  if (index === 0) return line.startsWith(itemMark);
  return line.startsWith(indent) || (line === '' && readItemEnd(before) === undefined);
}

function takeWhile(lines: string[], from: number, test: (line: string, index: number) => boolean): string[] {
  let end = from;
  while (end < lines.length && test(lines[end] ?? '', end - from)) end++;
  return lines.slice(from, end);
}

function readItem(lines: string[], category: string): Piece | undefined {
  const end = readItemEnd(lines.at(-1) ?? '');
  if (!end || lines.length < 2) return undefined;
  const body = lines
    .slice(0, -1)
    .map((line) => line.slice(indent.length))
    .join('\n');
  return { body, context: [], category, ...end };
}
