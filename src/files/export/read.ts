import * as z from 'zod';
import { fromMarks } from '../../base/invisible.ts';
import { categoryFields, categoryName } from '../../domain/category.ts';
import type { Rejection } from '../../domain/file.ts';
import { importedMetadata, memoryTags } from '../../domain/labels.ts';
import { memoryContent, salience } from '../../domain/memory.ts';
import { mended } from '../../domain/text.ts';
import { judged } from '../../domain/validation.ts';
import { dateIn } from '../dates.ts';
import type { DocumentCategory, ReadDocument } from '../document.ts';
import type { Piece } from '../piece.ts';
import { aboutMark, indent, itemMark, readAbout, readItemEnd, sectionMark, titleMark } from './format.ts';

/** The rules of every kind of input, for an export's content. */
const categoryRules = z.object({ name: categoryName, ...categoryFields });
const memoryRules = z.object({
  content: memoryContent,
  salience: salience.optional(),
  tags: memoryTags.optional(),
  metadata: importedMetadata.optional(),
});

/**
 * Reads our own Markdown export (see `format.ts`) without loss; undefined for any other text. Edited exports are
 * accepted: parts that break a rule are rejected, and an item without weights is a memory that a person added.
 */
export function readOwnExport(given: string): ReadDocument | undefined {
  const text = fromMarks(/^[^\n]*\r\n/.test(given) ? given.replaceAll('\r\n', '\n') : given);
  if (!text.startsWith(titleMark) || !/^[^\n]{3,}\n(?:\n|$)/.test(text)) return undefined;
  /** By the lines of their headings; undefined for one that is rejected. */
  const categories = new Map<string, DocumentCategory | undefined>();
  const pieces: Piece[] = [];
  const rejected: Rejection[] = [];
  const reject = (line: number, reason: string) => rejected.push({ line, reason });
  const lines = text.split('\n');
  let at = 1;
  const skipBlank = () => {
    while (lines[at] === '') at++;
  };
  for (skipBlank(); at < lines.length; skipBlank()) {
    const heading = lines[at] ?? '';
    if (categories.size > 0 && heading === lines[0]) {
      at++;
      continue;
    }
    const name = heading.slice(sectionMark.length);
    if (!heading.startsWith(sectionMark)) return undefined;
    const line = ++at;
    skipBlank();
    const about = takeWhile(lines, at, (line) => line.startsWith(aboutMark));
    const described = readAbout(about.map((line) => line.slice(aboutMark.length)));
    if (!described) return undefined;
    if (!categories.has(heading)) {
      const { valid, fault } = judged(categoryRules, { name: mended(name), ...described });
      if (!valid) reject(line, `Category: ${fault} Its memories go to the default one.`);
      categories.set(heading, valid && { ...valid, line });
    }
    const category = categories.get(heading);
    at += about.length;
    for (skipBlank(); lines[at]?.startsWith(itemMark); skipBlank()) {
      const item = takeWhile(lines, at, (line, i) => belongsToItem(line, lines[at + i - 1] ?? '', i));
      const piece = { ...readItem(item), category: category?.name, line: at + 1 };
      const { salience: weight, tags, metadata } = piece;
      const broken = judged(memoryRules, { content: mended(piece.body), salience: weight, tags, metadata }).fault;
      if (broken === undefined) pieces.push(piece);
      else reject(piece.line, broken);
      at += item.length;
    }
  }
  return { pieces, categories: [...categories.values()].filter((one) => one !== undefined), rejected };
}

/**
 * An editor has removed the indentation of an empty line inside an item; after the item's last line such a line ends
 * the item.
 */
function belongsToItem(line: string, before: string, index: number): boolean {
  if (index === 0) return line.startsWith(itemMark);
  return line.startsWith(indent) || (line === '' && readItemEnd(before) === undefined);
}

function takeWhile(lines: string[], from: number, test: (line: string, index: number) => boolean): string[] {
  let end = from;
  while (end < lines.length && test(lines[end] ?? '', end - from)) end++;
  return lines.slice(from, end);
}

function readItem(lines: string[]): Piece {
  const end = lines.length > 1 ? readItemEnd(lines.at(-1) ?? '') : undefined;
  const text = (end ? lines.slice(0, -1) : lines).map((line) => line.slice(indent.length)).join('\n');
  // Where an export names no end, the memory had none, whatever its text says.
  return {
    body: end ? text : text.trimEnd(),
    context: [],
    ...end,
    ...(end && { validUntil: end.validUntil ?? 'never' }),
  };
}

/** The days from and until which something holds, as an export for people ends an item: `(2026-01-15 – 2026-03-09)`. */
const days = /^\((\d{4}-\d\d-\d\d)(?: – (\d{4}-\d\d-\d\d))?\)\s*$/;

/**
 * Reads the dashboard's export for people: a title, a heading for each category, and items that end in days. Undefined
 * for any other text. A category that the character lacks gives way to the default one.
 */
export function readPlainExport(given: string): ReadDocument | undefined {
  const [title = '', ...sections] = given.replaceAll('\r\n', '\n').split(`\n\n${sectionMark}`);
  if (!title.startsWith(titleMark) || title.includes('\n')) return undefined;
  const pieces = sections.flatMap((section) => {
    const [category, ...items] = section.split(/\n{1,2}- /);
    return items.length === 0 ? [undefined] : items.map((item) => readPlainItem(item, category));
  });
  const read = pieces.filter((one) => one !== undefined);
  return read.length === 0 || read.length < pieces.length ? undefined : { pieces: read, categories: [] };
}

function readPlainItem(item: string, category: string | undefined): Piece | undefined {
  const at = item.lastIndexOf('(');
  const [, since, until] = days.exec(item.slice(at)) ?? [];
  if (since === undefined) return undefined;
  const body = item.slice(0, at).trimEnd().replaceAll(`\n${indent}`, '\n');
  const validUntil = until === undefined ? 'never' : dateIn(until);
  return { body, context: [], category, occurredAt: dateIn(since), validUntil };
}
