import { type Given, Refused } from './command-line.ts';
import { askNewest, newestCheck } from './newest.ts';
import { print } from './print.ts';

/** Says whether a newer version exists, and what installs it; changes nothing. Refused when npm can't say. */
export async function update(given: Given, version: string): Promise<void> {
  const found = await askNewest(version);
  const { detail, advice } = newestCheck(found);
  if (found.newest === undefined && !given.flags.json) throw new Refused(detail);
  if (found.newest === undefined) process.exitCode = 1;
  print(given, { ...found, ...(advice ? { advice } : {}) }, () => [[detail, advice].filter(Boolean).join('\n')]);
}
