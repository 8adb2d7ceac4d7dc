import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsed } from '../json.ts';

/** Why a file with a session is skipped. */
export type Unread = 'too large' | 'compressed' | 'unreadable';

/** Records a skipped file. */
export type Leave = (path: string, why: Unread) => void;

export interface FoundFile {
  path: string;
  bytes: number;
  modifiedAt: number;
}

/** Larger JSON documents are not read, because they would be in memory as a whole. */
export const maxDocumentBytes = 64 * 1024 * 1024;

/**
 * Files below a folder whose relative path matches, up to a depth, without those that are too old. Links are not
 * followed: they may lead anywhere.
 */
export function* filesBelow(folder: string, deepest: number, fits: RegExp, since = 0, way = ''): Generator<FoundFile> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    const name = way === '' ? entry.name : `${way}/${entry.name}`;
    if (entry.isDirectory() && deepest > 0) yield* filesBelow(path, deepest - 1, fits, since, name);
    else if (entry.isFile() && fits.test(name)) {
      const found = fileAt(path);
      if (found && found.modifiedAt >= since) yield found;
    }
  }
}

/** The sorted names in a folder; empty if it is missing or not readable. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Undefined if it is not a regular file. */
export function fileAt(path: string): FoundFile | undefined {
  try {
    const stats = lstatSync(path);
    return stats.isFile() ? { path, bytes: stats.size, modifiedAt: stats.mtimeMs } : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a JSON document. Undefined, and recorded as skipped, when it is too large or not JSON. */
export function readDocument({ path, bytes }: FoundFile, { leave }: { leave: Leave }): unknown {
  if (bytes > maxDocumentBytes) {
    leave(path, 'too large');
    return undefined;
  }
  const value = parsed(textOf(path) ?? '');
  if (value === undefined) leave(path, 'unreadable');
  return value;
}

/** A document that may be missing, such as a host's list of projects. */
export function readOptional(path: string): unknown {
  const file = fileAt(path);
  return file && file.bytes <= maxDocumentBytes ? parsed(textOf(path) ?? '') : undefined;
}

export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
