import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Texts that are looked for in copies, and bytes of each: enough to tell whether a copy is of before. */
const maxTexts = 20;
const maxBytes = 40;

/**
 * Copies of a store that lie beside it and hold one of some texts: those of migrations and restores.
 * @param path of the store
 */
export async function copiesHolding(path: string, texts: readonly string[]): Promise<string[]> {
  if (!existsSync(path)) return [];
  const needles = texts
    .slice(0, maxTexts)
    .map(beginningOf)
    .filter(({ length }) => length > 0);
  const found: string[] = [];
  for (const entry of readdirSync(dirname(path), { withFileTypes: true })) {
    const isCopy = entry.isFile() && entry.name.startsWith(`${basename(path)}.`);
    const file = join(dirname(path), entry.name);
    if (isCopy && (await hasAny(file, needles))) found.push(file);
  }
  return found.sort();
}

function beginningOf(text: string): Buffer {
  const bytes = Buffer.from(text.trim());
  let end = Math.min(bytes.length, maxBytes);
  // Not within a sign.
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

async function hasAny(file: string, needles: readonly Buffer[]): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    if (needles.some((needle) => bytes.includes(needle))) return true;
    rest = bytes.subarray(Math.max(0, bytes.length - maxBytes));
  }
  return false;
}
