import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { geminiCli as dialect } from '../dialects/gemini-cli.ts';
import { isObject, type Json, objectAt, textAt } from '../json.ts';
import { type FoundFile, filesBelow, readDocument, readOptional, textOf } from './files.ts';
import { firstIn } from './head.ts';
import { type Disk, type PastSession, type SessionsOfHost, sessionInLines, sessionOfTurns } from './past-session.ts';

/**
 * `~/.gemini/tmp/<project>/chats/session-….jsonl`, seen with gemini-cli 0.61.0, and `.json` of earlier releases. The
 * project's folder is in `.project_root`; before, only its hash was stored, and `projects.json` has the folders.
 */
export const geminiCli: SessionsOfHost = {
  host: dialect.host,
  *find(disk) {
    const root = join(disk.home, '.gemini');
    const hashed = foldersByHash(root);
    for (const file of filesBelow(join(root, 'tmp'), 2, /^[^/]+\/chats\/[^/]+\.jsonl?$/, disk.since)) {
      const project = dirname(dirname(file.path));
      const named = textOf(join(project, '.project_root'))?.trim();
      const folderOf = ({ projectHash }: Json) =>
        named || hashed.get(typeof projectHash === 'string' ? projectHash : '') || undefined;
      const found = file.path.endsWith('.json') ? inDocument(file, folderOf, disk) : inLines(file, folderOf, disk);
      if (found) yield found;
    }
  },
};

type FolderOf = (meta: Json) => string | undefined;

function inLines(file: FoundFile, folderOf: FolderOf, { leave }: Disk): PastSession | undefined {
  const meta = firstIn(file.path, (line) => (textAt(line, 'sessionId') === undefined ? undefined : line));
  if (!meta) leave(file.path, 'unreadable');
  if (!meta || meta.kind === 'subagent') return undefined;
  return sessionInLines(dialect, textAt(meta, 'sessionId') as string, file, folderOf(meta));
}

function inDocument(file: FoundFile, folderOf: FolderOf, disk: Disk): PastSession | undefined {
  const read = readDocument(file, disk);
  const session = isObject(read) ? textAt(read, 'sessionId') : undefined;
  if (!isObject(read) || session === undefined || read.kind === 'subagent') return undefined;
  const { host, turn } = dialect;
  const { bytes, modifiedAt: lastAt } = file;
  return sessionOfTurns({ host, session, folder: folderOf(read), lastAt, bytes }, () =>
    Array.isArray(read.messages)
      ? read.messages.flatMap((one: unknown) => (isObject(one) ? (turn(one) ?? []) : []))
      : [],
  );
}

/** The folders that Gemini CLI knows, by the SHA-256 of their paths. */
function foldersByHash(root: string): ReadonlyMap<string, string> {
  const lists = ['projects.json', 'trustedFolders.json'].map((name) => readOptional(join(root, name)));
  const folders = lists
    .flatMap((list) => (isObject(list) ? [list, objectAt(list, 'projects')] : []))
    .flatMap(Object.keys);
  return new Map(folders.map((folder) => [createHash('sha256').update(folder).digest('hex'), folder]));
}
