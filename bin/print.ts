import { printable } from '../src/base/printable.ts';
import type { Given } from './command-line.ts';

/** A command's answer on stdout: one JSON document with --json, else the tables, without terminal escapes. */
export function print({ flags }: Given, document: unknown, tables: () => string[]): void {
  process.stdout.write(`${flags.json ? JSON.stringify(document, undefined, 2) : printable(tables().join('\n\n'))}\n`);
}
