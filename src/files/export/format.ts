import { withMarks } from '../../base/invisible.ts';
import { parseJson } from '../../domain/json.ts';
import type { Metadata } from '../../domain/labels.ts';
import { type Importance, importance } from '../../domain/memory.ts';
import { isNameable, iso, mended } from '../../domain/text.ts';
import { contentKey } from '../../text/content-key.ts';

/**
 * The format of an export, as `write.ts` writes and `read.ts` reads it. Markdown that a person can read:
 *
 *     # Name of the character
 *
 *     ## Name of a category
 *
 *     > Its description, a quoted line for each line.
 *     > Importance: NORMAL
 *     > Hints: "a", "b"
 *
 *     - A memory; its further lines are indented.
 *       [HIGH, salience 0.7, 2026-01-15T10:00:00.000Z]
 *
 * The brackets go on with `, until TIME` and `, replaced by KEY` for a memory with an end, or that another one of the
 * export replaces: KEY is the beginning of the digest of that one's text. They end with `, labels JSON` for one with tags
 * or metadata: an object with these.
 *
 * A heading and an item begin in the first column and everything inside is indented, so no memory's text can be taken
 * for structure. There are no ids and no time of export, so equal memories give equal bytes. A long export is written in
 * parts, each of which is an export by itself: it begins with the title again, and with the head of its section.
 * Invisible characters are written as marks (see `base/invisible.ts`).
 */
export const titleMark = '# ';
export const sectionMark = '## ';
export const aboutMark = '> ';
export const itemMark = '- ';
export const indent = '  ';
const importanceLabel = 'Importance: ';
const hintsLabel = 'Hints: ';

/** A text in its written form, without characters that earlier versions allowed. */
export function written(text: string): string {
  return withMarks(mended(text));
}

/** The written form of a name or hint. */
export function oneLine(text: string): string {
  return written(text).replaceAll('\n', ' ');
}

/** The weights and time of a memory, which end its item. */
export interface ItemEnd {
  importance: Importance;
  /** As it is written, which may be no salience at all. */
  salience: number;
  /** ISO-8601 instant; one that cannot be read is left out. */
  occurredAt?: string | undefined;
  validUntil?: string | undefined;
  /** `replacementKey` of the text that says what holds instead. */
  replacedBy?: string | undefined;
  tags?: readonly string[] | undefined;
  metadata?: Metadata | undefined;
}

/** How an export names a memory by its text. */
export function replacementKey(content: string): string {
  return contentKey(content).toString('hex').slice(0, keyLength);
}

const keyLength = 16;

export function writeItemEnd(end: ItemEnd): string {
  const { importance: level, salience, occurredAt, validUntil, replacedBy, tags, metadata } = end;
  const until = validUntil === undefined ? '' : `, until ${validUntil}`;
  const replaced = replacedBy === undefined ? '' : `, replaced by ${replacedBy}`;
  const isLabelled = tags !== undefined || metadata !== undefined;
  const labels = isLabelled ? `${labelsMark}${withMarks(JSON.stringify({ tags, metadata }))}` : '';
  return `${indent}[${level}, salience ${salience}, ${occurredAt}${until}${replaced}${labels}]`;
}

const labelsMark = ', labels ';
const itemEnd =
  /^ {2}\[([A-Z]+), salience ([^\s,\]]+), ([^\]\s,]+)(?:, until ([^\]\s,]+))?(?:, replaced by ([0-9a-f]{16}))?\]$/;

/** Undefined for a line that ends no item. */
export function readItemEnd(line: string): ItemEnd | undefined {
  const at = line.indexOf(labelsMark);
  const [head, labelled] = at < 0 ? [line] : [`${line.slice(0, at)}]`, line.slice(at + labelsMark.length, -1)];
  const [, level, salience, time = '', until = '', replacedBy] = itemEnd.exec(head) ?? [];
  const known = importance.safeParse(level);
  const labels = readLabels(labelled);
  if (!known.success || labels === undefined) return undefined;
  const ms = Date.parse(time);
  return {
    importance: known.data,
    salience: Number(salience),
    occurredAt: isNameable(ms) ? iso(ms) : undefined,
    validUntil: isNameable(Date.parse(until)) ? iso(Date.parse(until)) : undefined,
    replacedBy,
    ...labels,
  };
}

/** Whether they keep to the rules is for the reader to check; undefined: they are none. */
function readLabels(json: string | undefined): Pick<ItemEnd, 'tags' | 'metadata'> | undefined {
  if (json === undefined) return {};
  try {
    const { tags, metadata } = parseJson(Buffer.from(json), 'labels') as Pick<ItemEnd, 'tags' | 'metadata'>;
    return { ...(tags !== undefined && { tags }), ...(metadata !== undefined && { metadata }) };
  } catch {
    return undefined;
  }
}

/** The lines below a category's heading. */
export interface About {
  description: string;
  importance: Importance;
  hints: string[];
}

/** The quoted lines, without their marks. */
export function writeAbout({ description, importance: level, hints }: About): string[] {
  return [
    ...(description === '' ? [] : written(description).split('\n')),
    `${importanceLabel}${level}`,
    ...(hints.length === 0 ? [] : [`${hintsLabel}${hints.map((hint) => JSON.stringify(oneLine(hint))).join(', ')}`]),
  ];
}

/** Undefined for lines that are no such description. */
export function readAbout(lines: readonly string[]): About | undefined {
  const last = lines.at(-1) ?? '';
  const hints = last.startsWith(hintsLabel) ? readHints(last.slice(hintsLabel.length)) : [];
  const end = hints?.length ? -2 : -1;
  const weight = lines.at(end);
  const level = importance.safeParse(weight?.slice(importanceLabel.length));
  if (!hints || !weight?.startsWith(importanceLabel) || !level.success) return undefined;
  return { description: mended(lines.slice(0, end).join('\n')), importance: level.data, hints: hints.map(mended) };
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
