import { expect } from 'vitest';
import { type Body, openSession } from './harness.ts';

/** The fields of add_memory's answer that tests of reading check. */
export interface Remembered {
  memories: { content: string; category: string; importance: string; salience: number }[];
  operations: { operation: string; reason?: string }[];
}

/** A session whose add_memory extracts by rules. */
export async function openReader() {
  const session = await openSession({ character: 'Ada' });
  return {
    ...session,
    remember: (content: string) => session.call<Remembered & Body>('add_memory', { content }),
    /** The result of a text: its memories, each with its category. */
    async read(content: string): Promise<Record<string, string>> {
      const { memories } = await session.call<Remembered>('add_memory', { content });
      return Object.fromEntries(memories.map((one) => [one.content, one.category]));
    },
  };
}

/** Checks the memories of each text, in any order. */
export async function expectTable(rows: [name: string, text: string, memories: string[]][]) {
  const { read } = await openReader();
  const found: Record<string, string[]> = {};
  for (const [name, text] of rows) found[name] = Object.keys(await read(text)).toSorted();
  expect(found).toStrictEqual(Object.fromEntries(rows.map(([name, , memories]) => [name, memories.toSorted()])));
}
