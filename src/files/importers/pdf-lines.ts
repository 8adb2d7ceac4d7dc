import { listItem } from '../../text/bullets.ts';
import { unwrap } from '../../text/prose.ts';
import type { Fragment } from './pdf-columns.ts';

/** A line of text as the rows that a margin broke it into; without any it is empty, between two paragraphs. */
export type Line = string[];

/** Parts side by side on a page. */
interface Row {
  text: string;
  first: Fragment;
  last: Fragment;
}

/** The lines of a part of a page, without those of a table of contents. */
export function linesOf(fragments: readonly Fragment[]): Line[] {
  const rows = rowsOf(fragments).filter(({ text }) => text !== '' && !ofContents.test(text));
  const margin = marginOf(rows);
  return paragraphs(rows).flatMap((paragraph, i) => {
    const lines = linesIn(paragraph, marginOf(paragraph) ?? margin);
    return i === 0 ? lines : [[], ...lines];
  });
}

/** Rows without a wide gap between them. */
function paragraphs(rows: readonly Row[]): Row[][] {
  const found: Row[][] = [];
  for (const row of rows) {
    const above = found.at(-1)?.at(-1)?.last;
    const { base, size } = row.first;
    if (above && Math.abs(above.base - base) <= 1.7 * Math.max(above.size, size)) found.at(-1)?.push(row);
    else found.push([row]);
  }
  return found;
}

/** Where rows end at most; a few may be longer than the others. Undefined where they are too few, or too short, to show it. */
function marginOf(rows: readonly Row[]): number | undefined {
  const whole = rows.slice(0, -1);
  const letters = whole.reduce((sum, { text }) => sum + text.length + (text.match(/[\p{Lo}\p{Lm}]/gu)?.length ?? 0), 0);
  if (rows.length < 2 || letters < (rows.length < 4 ? 40 : 24) * whole.length) return undefined;
  const ends = rows.map(({ last }) => last.to).sort((a, b) => a - b);
  return ends[Math.ceil(0.9 * (ends.length - 1))];
}

function linesIn(rows: readonly Row[], margin: number | undefined): Line[] {
  const lines: Line[] = [];
  rows.forEach((row, i) => {
    const before = rows[i - 1];
    const open = lines.at(-1);
    if (before === undefined || open === undefined) lines.push([row.text]);
    else if (isBroken(before.text, row.text)) open.push(row.text);
    else if (margin !== undefined && !hasRoom(before, row, margin) && listItem(row.text) === undefined)
      open.push(row.text);
    else if (endsSentence.test(before.text) && beginsSentence.test(row.text)) lines.push([], [row.text]);
    else lines.push([row.text]);
  });
  return lines;
}

const endsSentence = /[.!?。！？][)"'”’»」]?$/u;
const beginsSentence = /^[\p{Lu}\p{Lo}"'“‘«「]/u;

/** A line of a table of contents: dots lead to a page. */
const ofContents = /(?:\. ?){6}\d{0,4}$/;

function rowsOf(fragments: readonly Fragment[]): Row[] {
  const rows: Row[] = [];
  let row: Row | undefined;
  for (const one of fragments) {
    const between = row === undefined ? '\n' : betweenOf(row.last, one);
    if (row === undefined || between === '\n') {
      if (row) rows.push(finished(row));
      row = { text: one.text, first: one, last: one };
    } else {
      row.text += between + one.text;
      row.last = one;
    }
  }
  if (row) rows.push(finished(row));
  return rows;
}

/** Symbol fonts have their bullets among the private characters. */
function finished(row: Row): Row {
  return { ...row, text: row.text.trim().replace(/^\p{Co}(?=\s)/u, '•') };
}

/** What the file has between two strings, or else the page. */
function betweenOf(last: Fragment, next: Fragment): Fragment['after'] {
  const isNext = next.order === last.order + 1;
  if (isNext && last.after !== '') return last.after;
  const isBeside = Math.abs(last.base - next.base) <= (isNext ? 1 : 0.5) * next.size && next.from >= last.from;
  if (!isBeside) return '\n';
  return isNext && next.from - last.to < 0.5 * next.size ? '' : ' ';
}

/** Whether the first word of the next row would have fitted on a row, so that the row was ended on purpose. */
function hasRoom({ last }: Row, next: Row, margin: number): boolean {
  const word = /^(?:\p{Lo}|[^\s\p{Lo}]+)/u.exec(next.text)?.[0].length ?? 0;
  const { first } = next;
  const width = word * ((first.to - first.from) / (first.text.trim().length || 1));
  return last.to + last.size + width < margin;
}

/** Lines of consecutive parts, with an empty one between parts, where no line continues. */
export function joinParts(
  parts: readonly (readonly Line[])[],
  goesOn: (before: string, next: string) => boolean,
): Line[] {
  const lines: Line[] = [];
  for (const part of parts) {
    const [first, ...others] = part;
    if (first === undefined) continue;
    const open = lines.at(-1);
    if (open && goesOn(open.at(-1) ?? '', first[0] ?? '')) open.push(...first);
    else lines.push(...(open ? [[]] : []), [...first]);
    lines.push(...others);
  }
  return lines;
}

export function isMidSentence(before: string, next: string): boolean {
  return /[\p{L},;\u00AD-]$/u.test(before) && /^\p{Ll}/u.test(next);
}

/** Without a lone number at the top or at the foot of a page. */
export function withoutPageNumbers(lines: readonly Line[]): readonly Line[] {
  const isNumber = (line: Line | undefined) => line?.length === 1 && /^\d{1,4}$/.test(line[0]!);
  const from = isNumber(lines[0]) ? 1 : 0;
  const to = lines.length - (lines.length > from + 1 && isNumber(lines.at(-1)) ? 1 : 0);
  return lines.slice(from, to);
}

/** A line without its margin, and words without the hyphens that it was broken at. */
export function unwrapped(line: Line): string {
  return unwrap(
    line.reduce<string[]>((rows, row) => {
      const before = rows.at(-1);
      if (before !== undefined && isBroken(before, row)) rows[rows.length - 1] = before.slice(0, -1) + row;
      else rows.push(row);
      return rows;
    }, []),
  );
}

/** Whether a word is broken at a row's end. */
function isBroken(row: string, next: string): boolean {
  return /\p{Ll}[-\u00AD]$/u.test(row) && /^\p{Ll}/u.test(next);
}
