import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { expandHome } from '../../src/base/home.ts';
import { type Moved, type MoveOptions, move } from '../../src/storage/move/move.ts';
import type { Source, Target } from '../../src/storage/move/side.ts';
import { type Given, textFlag, UsageError } from '../terminal/command-line.ts';
import { interruptible } from '../terminal/interruption.ts';
import { megabytes, print, table, underHome } from '../terminal/print.ts';
import { progressBar } from '../terminal/progress.ts';

/**
 * `move --from FILE|URL --to FILE|URL`: copies a whole store into another engine's store, which must be empty. All or
 * nothing. StoreUnusable, UsageError.
 */
export async function moveStore(given: Given): Promise<void> {
  const [from, to] = [placeOf(given, 'from'), placeOf(given, 'to')];
  const bar = progressBar();
  const moved = await interruptible((signal) => moveAll(from, to, { progress: bar.show, signal }).finally(bar.end));
  print(given, moved, () => [summary(moved), ...remarks(moved)]);
}

async function moveAll(from: string, to: string, options: MoveOptions): Promise<Moved & { from: string; to: string }> {
  // The target first: if it is not empty, the error comes immediately.
  const target = await targetAt(to);
  let source: Source | undefined;
  try {
    source = await sourceAt(from, options);
  } catch (error) {
    await target.discard();
    throw error;
  }
  try {
    return { from: source.name, to: target.name, ...(await move(source, target, options)) };
  } finally {
    await source.close();
  }
}

const isUrl = (place: string) => /^postgres(?:ql)?:\/\//i.test(place);

/** A URL, or the path of a file. */
function placeOf(given: Given, flag: string): string {
  const place = textFlag(given, flag)?.trim();
  if (!place) throw new UsageError(`"move" needs --${flag} FILE|URL`);
  return isUrl(place) ? place : resolve(expandHome(place, homedir()));
}

async function sourceAt(place: string, { progress, signal }: MoveOptions): Promise<Source> {
  if (!isUrl(place)) {
    const { sqliteSource } = await import('../../src/storage/sqlite/move/source.ts');
    const { requireClosed } = await import('../../src/storage/sqlite/copies/restore.ts');
    // What it writes from now on would stay behind.
    requireClosed(place);
    const copying = (done: number, total: number) => progress?.(done, total, `copying ${megabytes(total)} aside`);
    return sqliteSource(place, { progress: copying, signal });
  }
  const { moveDriver } = await import('../../src/storage/postgres/move/side.ts');
  const { postgresSource } = await import('../../src/storage/postgres/move/source.ts');
  const { driver, place: name } = await moveDriver(place);
  return postgresSource(driver, name);
}

async function targetAt(place: string): Promise<Target> {
  if (!isUrl(place)) return (await import('../../src/storage/sqlite/move/target.ts')).sqliteTarget(place);
  const { moveDriver } = await import('../../src/storage/postgres/move/side.ts');
  const { postgresTarget } = await import('../../src/storage/postgres/move/target.ts');
  const { driver, place: name } = await moveDriver(place);
  return postgresTarget(driver, name);
}

function summary({ from, to, rows, vectors }: Moved & { from: string; to: string }): string {
  const { tenants, members, api_keys: keys, characters, memories, revisions, files } = rows;
  const row = { from, to, tenants, members, keys, characters, memories, revisions, files, vectors };
  return table(underHome([row]), Object.keys(row) as (keyof typeof row)[]);
}

function remarks({ withoutVectors, textsChanged, searches: { searches, alike } }: Moved): string[] {
  return [
    searches > 0
      ? `Checked: every row, and ${searches} searches, of which ${alike} rank alike to twelve digits.`
      : 'Checked: every row. Searches were not compared: there is nothing to ask for, or an older release made the index.',
    ...(withoutVectors === undefined
      ? []
      : [`Vectors stayed behind (${withoutVectors}); where a key is set they are made again.`]),
    ...(textsChanged > 0 ? [`In ${textsChanged} texts U+0000, which PostgreSQL does not keep, became U+FFFD.`] : []),
  ];
}
