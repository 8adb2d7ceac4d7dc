import { homedir } from 'node:os';
import { sep } from 'node:path';
import { beginningOf } from '../../src/base/graphemes.ts';
import { withMarks } from '../../src/base/invisible.ts';
import { printable } from '../../src/base/printable.ts';
import type { Given } from './command-line.ts';

/** A command's answer on stdout: one JSON document with --json, else the tables, without terminal escapes and invisible text. */
export function print({ flags }: Given, document: unknown, tables: () => string[]): void {
  const text = flags.json ? JSON.stringify(document, undefined, 2) : withMarks(printable(tables().join('\n\n')));
  process.stdout.write(`${text}\n`);
}

/** Rows as an aligned table with a head, without terminal escapes. Empty columns are left out. */
export function table<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string {
  const filled = columns.filter((column) => rows.length === 0 || rows.some((row) => row[column] !== undefined));
  const cells = [filled, ...rows.map((row) => filled.map((column) => inOneLine(String(row[column] ?? ''))))];
  const widths = filled.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Rows as a person reads them: paths in the home folder begin with `~`. */
export function underHome<Row extends object>(rows: readonly Row[]): Row[] {
  const home = homedir() + sep;
  const shorten = (value: unknown) => (typeof value === 'string' ? value.replaceAll(home, `~${sep}`) : value);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, shorten(value)])) as Row);
}

/** A text on one line, cut after at most this many UTF-16 units, in whole graphemes. */
export function inShort(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= most ? line : `${beginningOf(line, most)}…`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

function inOneLine(cell: string): string {
  return printable(cell).replaceAll('\n', '\\n');
}
