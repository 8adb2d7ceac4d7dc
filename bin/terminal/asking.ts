import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { printable } from '../../src/base/printable.ts';
import { textOf } from '../../src/files/decode.ts';
import { type Given, Refused } from './command-line.ts';

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

/** Standard input as text, without a byte order mark: PowerShell pipes UTF-16. Refused: it is no text. */
export function inputText(): string {
  const text = textOf(readFileSync(0));
  if (text !== undefined) return text;
  throw new Refused('standard input is not text in an encoding that is recognised; give it as UTF-8');
}
