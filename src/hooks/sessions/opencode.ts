import { basename, join } from 'node:path';
import { opencode as dialect } from '../dialects/opencode.ts';
import { isObject, type Json, objectAt, parsed, textAt } from '../json.ts';
import { entriesOf, fileAt, filesBelow, readDocument, readOptional } from './files.ts';
import { type Disk, type PastSession, type Rows, type SessionsOfHost, sessionOfTurns } from './past-session.ts';

/**
 * `~/.local/share/opencode/opencode.db` with the tables session, message and part, seen with opencode 1.18.33; of earlier
 * releases a tree of documents in `storage`. A session with a parent is a subagent's.
 */
export const opencode: SessionsOfHost = {
  host: dialect.host,
  *find(disk) {
    const root = join(disk.env.XDG_DATA_HOME || join(disk.home, '.local', 'share'), 'opencode');
    const seen = new Set<string>();
    for (const file of filesBelow(root, 0, /^opencode[^/]*\.db$/)) {
      for (const one of inDatabase(file.path, disk)) {
        seen.add(one.session);
        yield one;
      }
    }
    for (const file of filesBelow(join(root, 'storage', 'session'), 1, /^[^/]+\/[^/]+\.json$/)) {
      const read = readDocument(file, disk);
      if (!isObject(read) || textAt(read, 'parentID') !== undefined) continue;
      const session = textAt(read, 'id') ?? basename(file.path, '.json');
      const { updated } = objectAt(read, 'time');
      const lastAt = typeof updated === 'number' ? updated : file.modifiedAt;
      if (lastAt < disk.since || seen.has(session)) continue;
      const folder = textAt(read, 'directory');
      yield sessionOfTurns({ host: dialect.host, session, folder, lastAt, bytes: file.bytes }, () =>
        turnsOf(messagesInTree(join(root, 'storage'), session)),
      );
    }
  },
};

function* inDatabase(path: string, disk: Disk): Generator<PastSession> {
  const opened = disk.open(path);
  if (!opened) return disk.leave(path, 'unreadable');
  const sessions = withRows(opened, (rows) => [
    ...rows.rows('session', ['id', 'directory', 'parent_id', 'time_updated']),
  ]);
  const bytes = Math.ceil((fileAt(path)?.bytes ?? 0) / Math.max(1, sessions.length));
  for (const row of sessions) {
    const session = textAt(row, 'id');
    const lastAt = typeof row.time_updated === 'number' ? row.time_updated : (fileAt(path)?.modifiedAt ?? 0);
    if (session === undefined || textAt(row, 'parent_id') !== undefined || lastAt < disk.since) continue;
    yield sessionOfTurns({ host: dialect.host, session, folder: textAt(row, 'directory'), lastAt, bytes }, () => {
      const again = disk.open(path);
      return again && turnsOf(withRows(again, (rows) => messagesInDatabase(rows, session)));
    });
  }
}

function withRows<Result>(rows: Rows, use: (rows: Rows) => Result): Result {
  try {
    return use(rows);
  } finally {
    rows.close();
  }
}

interface Message {
  id: string;
  info: Json;
  parts: { id: string; part: Json }[];
}

function messagesInDatabase(rows: Rows, session: string): Message[] {
  const where = { column: 'session_id', equals: session };
  const messages = new Map<string, Message>();
  for (const { id, data } of rows.rows('message', ['id', 'data'], where)) {
    const info = objectOf(data);
    if (typeof id === 'string' && info) messages.set(id, { id, info, parts: [] });
  }
  for (const { id, message_id: messageId, data } of rows.rows('part', ['id', 'message_id', 'data'], where)) {
    const part = objectOf(data);
    if (part && typeof id === 'string') messages.get(String(messageId))?.parts.push({ id, part });
  }
  return [...messages.values()];
}

function messagesInTree(storage: string, session: string): Message[] {
  return documentsIn(join(storage, 'message', session)).map(({ id, document: info }) => ({
    id,
    info,
    parts: documentsIn(join(storage, 'part', id)).map(({ id: partId, document: part }) => ({ id: partId, part })),
  }));
}

function documentsIn(folder: string): { id: string; document: Json }[] {
  return entriesOf(folder).flatMap((entry) => {
    const document = entry.isFile() ? readOptional(join(folder, entry.name)) : undefined;
    return isObject(document) ? [{ id: basename(entry.name, '.json'), document }] : [];
  });
}

/** In the order of their ids, which begin with the time. */
function turnsOf(messages: Message[]) {
  return messages.sort(byId).flatMap(({ info, parts }) => {
    const said = parts.sort(byId).map(({ part }) => part);
    return dialect.turn({ info, parts: said }) ?? [];
  });
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

function objectOf(value: unknown): Json | undefined {
  const read = parsed(Buffer.isBuffer(value) ? value.toString('utf8') : String(value));
  return isObject(read) ? read : undefined;
}
