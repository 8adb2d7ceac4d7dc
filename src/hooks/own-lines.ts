import { homedir } from 'node:os';
import { resolve, sep } from 'node:path';
import { type Json, textAt } from './json.ts';
import { ownerAt } from './project.ts';

/**
 * Whether a line of a transcript belongs to a session in a folder: hosts also write lines of other sessions there. A line
 * of another session is taken from the same project only, since a resumed session keeps lines with its earlier id.
 * @param folder undefined: unknown
 */
export function linesOf(session: string, folder: string | undefined): (line: Json) => boolean {
  const known = new Map<string, boolean>();
  const isHere = (other: string): boolean => {
    const found = known.get(other) ?? (folder === undefined || isSameProject(folder, other));
    known.set(other, found);
    return found;
  };
  return (line) => {
    const of = textAt(line, 'sessionId', 'session_id');
    const cwd = textAt(line, 'cwd');
    return of === undefined || of === session || cwd === undefined || isHere(cwd);
  };
}

function isSameProject(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one, other].map((folder) => ownerAt(folder, homedir()));
  const [project, too] = [first, second].map((owner) => (owner && 'project' in owner ? owner.project : undefined));
  if (!project && !too) return isBelow(one, other) || isBelow(other, one);
  if (!project || !too) return false;
  return (['place', 'remote', 'gitFolder'] as const).some((by) => project[by] !== undefined && project[by] === too[by]);
}

function isBelow(folder: string, parent: string): boolean {
  return `${resolve(folder)}${sep}`.startsWith(`${resolve(parent)}${sep}`);
}
