import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder beside a store with the prompts of sessions that are not captured yet, one JSON document a line. */
export const notesOf = (databasePath: string) => `${databasePath}-sessions`;

/** Removes the prompts that are meant, and returns how many there were. */
export function dropNotes(databasePath: string, isMeant: (prompt: string) => boolean): number {
  let dropped = 0;
  for (const path of notes(notesOf(databasePath))) {
    const lines = readFileSync(path, 'utf8').split('\n');
    const kept = lines.filter((line) => line === '' || !isMeant(line));
    if (kept.length === lines.length) continue;
    writeFileSync(path, kept.join('\n'));
    dropped += lines.length - kept.length;
  }
  return dropped;
}

/** How many prompts are meant. */
export function countNotes(databasePath: string, isMeant: (prompt: string) => boolean): number {
  const lines = notes(notesOf(databasePath)).flatMap((path) => readFileSync(path, 'utf8').split('\n'));
  return lines.filter((line) => line !== '' && isMeant(line)).length;
}

function notes(folder: string): string[] {
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith('.jsonl') && lstatSync(path).isFile());
  } catch {
    return [];
  }
}
