import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { channelOf, isAccountExport, isAccountFile, isSlackDay } from '../../src/files/importers/archive.ts';
import { type SlackChannel, slackPeople } from '../../src/files/importers/slack.ts';
import { notesBelow } from '../../src/files/local/notes.ts';
import { isBelow } from '../../src/files/local/paths.ts';
import { isNote, type PassedOver, passedOver } from '../../src/files/passed-over.ts';
import { Refused } from '../terminal/command-line.ts';

/** A file to be imported. */
export interface FoundFile {
  path: string;
  /** Its name in the import: the file name, or its path from the given folder, which comes first. */
  name: string;
}

/** A file or folder that is not imported, with its path as in `FoundFile`. */
interface LeftOut {
  file: string;
  why: PassedOver;
}

/** The argument that stands for standard input. */
export const standardInput = '-';

/** The further extensions from folders, besides notes; any other file is imported when named. */
const documentEnding = /\.(?:html?|xhtml|pdf|docx)$/i;

/**
 * The files of the arguments: any named file, `-` for standard input; in a folder those that watching would read, without files that may hold
 * secrets, hidden folders and other people's files. Refused: an argument that does not exist.
 */
export async function filesMeant(args: readonly string[]): Promise<{ files: FoundFile[]; leftOut: LeftOut[] }> {
  const found = new Map<string, FoundFile>();
  const leftOut: LeftOut[] = [];
  for (const given of args) {
    if (given === standardInput) {
      found.set(given, { path: given, name: 'standard input' });
      continue;
    }
    const path = resolve(given);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) throw new Refused(`${given} does not exist`);
    if (!stats.isDirectory()) found.set(path, { path, name: basename(path) });
    else for (const file of await inFolder(path, leftOut)) found.set(file.path, file);
  }
  return { files: [...found.values()], leftOut };
}

async function inFolder(folder: string, leftOut: LeftOut[]): Promise<FoundFile[]> {
  const root = realpathSync(folder);
  const nameOf = (path: string) => join(basename(root), relative(root, path)).replaceAll('\\', '/');
  const leaveOut = (path: string, why: PassedOver) => leftOut.push({ file: nameOf(path), why });
  // An unpacked data export of ChatGPT or Claude: its other files repeat the conversations, or say nothing.
  const isExport = isAccountExport(namesBelow(root));
  const isWanted = (path: string) => {
    if (isKeepNote(path) || membersBeside(path) !== undefined) return true;
    return !repeatsKeep(path) && (isNote(path) || (isExport ? isAccountFile(path) : documentEnding.test(path)));
  };
  const paths: string[] = [];
  for await (const path of notesBelow(root, { isWanted, leaveOut })) {
    const why = whyOutside(path, root);
    if (why === undefined) paths.push(path);
    else leaveOut(path, why);
  }
  return paths.sort().map((path) => ({ path, name: nameOf(path) }));
}

/** Bytes of the list of a workspace's members. */
const maxMembers = 16 * 1024 * 1024;

/** The list of members, users.json, above a day of a channel in an unpacked export of Slack. */
function membersBeside(path: string): string | undefined {
  if (!isSlackDay(withSlashes(path))) return undefined;
  const members = join(dirname(path), '..', 'users.json');
  const stats = statSync(members, { throwIfNoEntry: false });
  return stats?.isFile() && stats.size <= maxMembers ? members : undefined;
}

/**
 * The channel of such a day, and the members' names.
 * @param known the names of lists that were read, to which a new one is added
 */
export function slackOf(path: string, known: Map<string, SlackChannel['people']>): SlackChannel | undefined {
  const members = membersBeside(path);
  if (members === undefined) return undefined;
  const people = known.get(members) ?? slackPeople(readFileSync(members, 'utf8'));
  known.set(members, people);
  return { channel: channelOf(withSlashes(path)), people };
}

const withSlashes = (path: string) => path.replaceAll('\\', '/');

/** Bytes of a file that may be a note of Google Keep. */
const maxKeepNote = 256 * 1024;

/** Whether a file is a note of Google Keep, as Takeout has it: JSON with the fields of one. */
function isKeepNote(path: string): boolean {
  const stats = /\.json$/i.test(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (!stats?.isFile() || stats.size > maxKeepNote) return false;
  try {
    return /"(?:userEdited|created)TimestampUsec"/.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether a file is what Takeout has beside a note of Keep: its page, or the names of all labels. */
function repeatsKeep(path: string): boolean {
  if (/\.html$/i.test(path)) return isKeepNote(path.replace(/html$/i, 'json'));
  return (
    basename(path) === 'Labels.txt' && readdirSync(dirname(path)).some((name) => isKeepNote(join(dirname(path), name)))
  );
}

/** The names in a folder and in its folders. */
function namesBelow(root: string): string[] {
  const namesIn = (folder: string) => {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      return [];
    }
  };
  return namesIn(root).flatMap((entry) =>
    entry.isDirectory() ? namesIn(join(root, entry.name)).map(({ name }) => `${entry.name}/${name}`) : entry.name,
  );
}

/** A link may lead out, or to a file that would be skipped itself. */
function whyOutside(path: string, root: string): PassedOver | undefined {
  try {
    const real = realpathSync(path);
    return isBelow(real, root) ? passedOver(relative(root, real)) : 'link';
  } catch {
    return 'unreadable';
  }
}

const reasons: Readonly<Record<PassedOver, string>> = {
  copy: 'that a synchroniser made beside the file (a conflict)',
  bin: 'in a bin, or of an earlier version',
  template: 'that are templates',
  drawing: 'that are drawings',
  kind: 'of a kind that is taken only when it is named',
  secret: 'that may hold secrets',
  hidden: 'hidden',
  foreign: 'with code of others or built files',
  link: 'that links out of the folder',
  unreadable: 'that cannot be opened',
};
const maxNamed = 5;

/** The skipped files, a line for each reason, with file endings or some names. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const lines = Object.entries(reasons).flatMap(([why, reason]) => {
    const files = leftOut.filter((one) => one.why === why).map(({ file }) => file);
    const named = [...new Set(why === 'kind' ? files.map((file) => extname(file) || basename(file)) : files)].sort();
    const more = named.length > maxNamed ? ', …' : '';
    return files.length === 0 ? [] : [`- ${files.length} ${reason}: ${named.slice(0, maxNamed).join(', ')}${more}`];
  });
  return lines.length === 0 ? [] : [`Left out:\n${lines.join('\n')}`];
}
