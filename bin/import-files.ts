import { realpathSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { notesBelow } from '../src/files/local/notes.ts';
import { isBelow, isNote, isPassedOver } from '../src/files/local/paths.ts';
import { Refused } from './command-line.ts';

/** A file to be imported. */
export interface FoundFile {
  path: string;
  /** What the import calls it: its name, or its way from the folder that was named, which comes first. */
  name: string;
}

/** What a folder is searched for beside notes; anything else is taken when it is named. */
const documentEnding = /\.(?:html?|xhtml|pdf|docx)$/i;

/**
 * The files that the arguments mean: a file is taken whatever it is; a folder is walked as watching does, without what
 * may hold secrets, hidden folders and other people's files. Refused: an argument that does not exist.
 */
export async function filesMeant(args: readonly string[]): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const given of args) {
    const path = resolve(given);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) throw new Refused(`${given} does not exist`);
    if (!stats.isDirectory()) found.set(path, { path, name: basename(path) });
    else for await (const file of inFolder(path)) found.set(file.path, file);
  }
  return [...found.values()];
}

async function* inFolder(folder: string): AsyncGenerator<FoundFile> {
  const root = realpathSync(folder);
  const paths: string[] = [];
  for await (const path of notesBelow(root, (path) => isNote(path) || documentEnding.test(path))) {
    if (staysInside(path, root)) paths.push(path);
  }
  for (const path of paths.sort())
    yield { path, name: join(basename(root), relative(root, path)).replaceAll('\\', '/') };
}

/** A link may lead to what would be passed over itself. */
function staysInside(path: string, root: string): boolean {
  try {
    const real = realpathSync(path);
    return isBelow(real, root) && !isPassedOver(relative(root, real));
  } catch {
    return false;
  }
}
