import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../../domain/project-rules.ts';
import { isNote, passedOver } from '../passed-over.ts';
import { storedPath } from './stored-path.ts';

/** Where a repository keeps the memory of its team, as files. */
export const teamFolderName = '.agents/memory';

/** What is read and written there: another's repository may hold anything. */
export const teamLimits = { maxFiles: 2_000, maxFileBytes: 256 * 1024, maxDepth: 8 } as const;

/** The path of a project's team folder, whether it is there or not. */
export function teamPath({ folder }: Pick<Project, 'folder'>): string {
  return join(folder, ...teamFolderName.split('/'));
}

/** The team folder of a project, without links on the way; undefined where there is none. */
export function teamFolderOf(project: Pick<Project, 'folder'>): string | undefined {
  const path = teamPath(project);
  try {
    return lstatSync(path).isDirectory() && realpathSync(path) === path ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a watched path is a team folder, whose files win over the memory. */
export function isTeamFolder(path: string): boolean {
  return path.endsWith(`/${teamFolderName}`);
}

/** A note of a team folder: its path there with `/`, and its size in bytes. */
export interface TeamNote {
  path: string;
  bytes: number;
}

/** The notes of a team folder by path, links left out; one more than the most where there are too many. */
export function teamNotes(folder: string): TeamNote[] {
  const notes: TeamNote[] = [];
  const walk = (names: readonly string[]) => {
    const entries = readdirSync(join(folder, ...names), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (notes.length > teamLimits.maxFiles) return;
      const way = [...names, entry.name];
      if (
        entry.isDirectory() &&
        way.length <= teamLimits.maxDepth &&
        passedOver([...way, 'note'].join('/')) === undefined
      ) {
        walk(way);
      } else if (entry.isFile() && isNote(entry.name) && passedOver(way.join('/')) === undefined) {
        const { size } = lstatSync(join(folder, ...way));
        notes.push({ path: way.join('/'), bytes: size });
      }
    }
  };
  walk([]);
  return notes;
}

/** What of a team folder is not read, and why. */
export function teamFaults(folder: string): { path: string; why: string }[] {
  const notes = teamNotes(folder);
  const tooMany = notes.length > teamLimits.maxFiles;
  const faults = tooMany ? [{ path: '.', why: `it has more than ${teamLimits.maxFiles} notes, so none is read` }] : [];
  const spellings = new Map<string, string>();
  for (const { path, bytes } of notes.slice(0, teamLimits.maxFiles)) {
    const key = path.normalize('NFC').toLowerCase();
    const other = spellings.get(key);
    spellings.set(key, path);
    if (other !== undefined) faults.push({ path, why: `on some systems it is the same file as ${other}` });
    if (bytes > teamLimits.maxFileBytes)
      faults.push({ path, why: `it has more than ${teamLimits.maxFileBytes} bytes` });
    else if (hasConflict(readFileSync(join(folder, path), 'utf8')))
      faults.push({ path, why: 'it has a conflict of git' });
  }
  return faults;
}

/** Whether the notes of a team folder are not those that are stored; `stored`: SHA-256 by stored path. */
export function differsFrom(folder: string, stored: ReadonlyMap<string, string>): boolean {
  const notes = teamNotes(folder);
  if (notes.length > teamLimits.maxFiles) return false;
  const root = storedPath(folder);
  const isKnown = ({ path, bytes }: TeamNote) => {
    if (bytes > teamLimits.maxFileBytes) return true;
    const text = readFileSync(join(folder, path));
    const hash = createHash('sha256').update(text).digest('hex');
    return stored.get(`${root}/${path}`) === hash || hasConflict(text.toString('utf8'));
  };
  const paths = new Set(notes.map(({ path }) => `${root}/${path}`));
  return [...stored.keys()].some((path) => !paths.has(path)) || !notes.every(isKnown);
}

/** Whether a text has a conflict that git has marked and nobody has resolved, outside of a quoted block. */
export function hasConflict(text: string): boolean {
  if (!/^<{7} /m.test(text)) return false;
  let [isCode, stage] = [false, 0];
  for (const line of text.split(/\r?\n/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode) continue;
    if (stage === 0 && line.startsWith('<<<<<<< ')) stage = 1;
    else if (stage === 1 && line === '=======') stage = 2;
    else if (stage === 2 && line.startsWith('>>>>>>> ')) return true;
  }
  return false;
}
