import type { Given } from './command-line.ts';

/** What a command answers, on stdout: one document with --json, else what `tables` makes of it. */
export function print({ flags }: Given, document: unknown, tables: () => string[]): void {
  process.stdout.write(`${flags.json ? JSON.stringify(document, undefined, 2) : tables().join('\n\n')}\n`);
}
