import { createInterface } from 'node:readline/promises';
import { printable } from '../src/base/printable.ts';
import type { Given } from './command-line.ts';

/** Whether a person is at a terminal, and has not asked for a document. */
export const canAsk = ({ flags }: Given): boolean =>
  flags.json !== true && process.stdin.isTTY === true && process.stderr.isTTY === true;

/** A person's answer; anything but yes is no, Ctrl-D too. */
export async function isConfirmed(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`${printable(question)} [y/N] `).catch(() => '');
  asking.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
