import { importance } from '../../domain/importance.ts';
import { mended } from '../../domain/text.ts';
import type { DocumentCategory, ReadDocument } from '../document.ts';
import type { Piece } from '../piece.ts';

const itemEnd = /^ {2}\[(CRITICAL|HIGH|NORMAL|LOW), salience (\d(?:\.\d+)?(?:e-\d+)?), ([^\]\s]+)\]$/;

/**
 * Reads our own Markdown export without loss, or answers undefined when the text is none. A section heading and an
 * item begin in the first column, everything inside is indented, so no memory's text can be taken for structure.
 */
export function readOwnExport(given: string): ReadDocument | undefined {
  const text = /^[^\n]*\r\n/.test(given) ? given.replaceAll('\r\n', '\n') : given;
  if (!/^# [^\n]+\n(?:\n|$)/.test(text)) return undefined;
  const categories: DocumentCategory[] = [];
  const pieces: Piece[] = [];
  const lines = text.split('\n');
  let at = 1;
  const skipBlank = () => {
    while (lines[at] === '') at++;
  };
  for (skipBlank(); at < lines.length; skipBlank()) {
    const name = /^## (.+)$/s.exec(lines[at] ?? '')?.[1];
    if (name === undefined) return undefined;
    at++;
    skipBlank();
    const about = takeWhile(lines, at, (line) => line.startsWith('> '));
    const described = readAbout(about.map((line) => line.slice(2)));
    if (!described) return undefined;
    categories.push({ name: mended(name), ...described });
    at += about.length;
    for (skipBlank(); lines[at]?.startsWith('- '); skipBlank()) {
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
  if (index === 0) return line.startsWith('- ');
  return line.startsWith('  ') || (line === '' && !itemEnd.test(before));
}

function takeWhile(lines: string[], from: number, test: (line: string, index: number) => boolean): string[] {
  let end = from;
  while (end < lines.length && test(lines[end] ?? '', end - from)) end++;
  return lines.slice(from, end);
}

/** The quote below a category's heading: description, importance and, when there are any, hints. */
function readAbout(lines: string[]): Omit<DocumentCategory, 'name'> | undefined {
  const hints = lines.at(-1)?.startsWith('Hints: ') ? readHints(lines.at(-1)?.slice(7) ?? '') : [];
  const weight = lines.at(hints?.length ? -2 : -1);
  const level = importance.safeParse(weight?.replace(/^Importance: /, ''));
  if (!hints || !weight?.startsWith('Importance: ') || !level.success) return undefined;
  const description = mended(lines.slice(0, hints.length > 0 ? -2 : -1).join('\n'));
  return { description, importance: level.data, hints: hints.map(mended) };
}

function readHints(list: string): string[] | undefined {
  try {
    const hints: unknown = JSON.parse(`[${list}]`);
    return Array.isArray(hints) && hints.length > 0 && hints.every((one) => typeof one === 'string')
      ? hints
      : undefined;
  } catch {
    return undefined;
  }
}

function readItem(lines: string[], category: string): Piece | undefined {
  const end = itemEnd.exec(lines.at(-1) ?? '');
  const level = importance.safeParse(end?.[1]);
  if (!end || lines.length < 2 || !level.success) return undefined;
  const body = lines
    .slice(0, -1)
    .map((line) => line.slice(2))
    .join('\n');
  const time = Date.parse(end[3] ?? '');
  const occurredAt = Number.isNaN(time) ? undefined : new Date(time).toISOString();
  return { body, context: [], category, importance: level.data, salience: Number(end[2]), occurredAt };
}
