import { expect } from 'vitest';
import { render } from '../../src/files/piece.ts';
import { readDocument } from '../../src/files/read-document.ts';
import { cpuTimeOf } from '../support/cost.ts';

export const bytes = (text: string) => Buffer.from(text);

/** The memories that a document becomes. */
export async function contents(name: string, given: Uint8Array): Promise<string[]> {
  return (await readDocument(name, given, 'auto')).pieces.map((piece) => render(piece, []).content);
}

/** Runs with a bound on CPU time and on what the process holds more than before. */
export async function bounded<T>(run: () => Promise<T>): Promise<T> {
  const before = process.memoryUsage().rss;
  let result!: T;
  const cost = await cpuTimeOf(async () => {
    result = await run();
  });
  expect(cost).toBeLessThan(15_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
  return result;
}
