import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readNoWait } from '../../base/no-link.ts';
import { type Json, textAt } from '../json.ts';
import { recordsIn } from '../records.ts';

/** The owner of a session is named before this position. */
const maxHeadBytes = 4 * 1024 * 1024;
const chunkSize = 64 * 1024;

/** The first lines of a file that are JSON objects, read lazily. */
export function* headLines(path: string): Generator<Json> {
  let file: number;
  try {
    file = openSync(path, readNoWait);
  } catch {
    return;
  }
  try {
    if (!fstatSync(file).isFile()) return;
    const parts: Buffer[] = [];
    for (let at = 0; at < maxHeadBytes; ) {
      const chunk = Buffer.alloc(chunkSize);
      const count = readSync(file, chunk, 0, chunkSize, at);
      at += count;
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < count; end = chunk.indexOf(10, from)) {
        yield* recordsIn(Buffer.concat([...parts.splice(0), chunk.subarray(from, end)]).toString()).records;
        from = end + 1;
      }
      parts.push(chunk.subarray(from, count));
      if (count === 0) break;
    }
    yield* recordsIn(Buffer.concat(parts).toString()).records;
  } finally {
    closeSync(file);
  }
}

/** The first result of a reader in the first lines of a file. */
export function firstIn<Found>(
  path: string,
  find: (line: Json) => Found | undefined,
  most = Number.POSITIVE_INFINITY,
): Found | undefined {
  let left = most;
  for (const line of headLines(path)) {
    const found = find(line);
    if (found !== undefined) return found;
    if (--left <= 0) return undefined;
  }
  return undefined;
}

/** The folder that a session's lines name: those with its id first, since others may be in its file. */
export function folderNamed(path: string, session: string): string | undefined {
  const own = firstIn(path, (line) => (line.sessionId === session ? textAt(line, 'cwd') : undefined));
  return own ?? firstIn(path, (line) => textAt(line, 'cwd'));
}
