import { basename, dirname, join } from 'node:path';
import type { Turn } from '../../domain/turn.ts';
import { copilotCli as dialect } from '../dialects/copilot-cli.ts';
import { isObject, type Json, objectAt, textAt } from '../json.ts';
import { turnOf } from '../typed.ts';
import { type FoundFile, filesBelow, readDocument } from './files.ts';
import { firstIn } from './head.ts';
import {
  type Disk,
  instant,
  type PastSession,
  type SessionsOfHost,
  sessionInLines,
  sessionOfTurns,
} from './past-session.ts';

/**
 * `~/.copilot/session-state/<session>/events.jsonl` (or `<session>.jsonl`); the first event has the folder; seen with
 * copilot 1.0.102. `history-session-state` is of early releases and undocumented: only parts that look like turns are
 * read.
 */
export const copilotCli: SessionsOfHost = {
  host: dialect.host,
  *find(disk) {
    const root = join(disk.home, '.copilot');
    const events = /^(?:[^/]+\/events|[^/]+)\.jsonl$/;
    for (const file of filesBelow(join(root, 'session-state'), 1, events, disk.since)) {
      const name = basename(file.path, '.jsonl');
      const session = name === 'events' ? basename(dirname(file.path)) : name;
      yield sessionInLines(dialect, session, file, firstIn(file.path, folderIn));
    }
    for (const file of filesBelow(join(root, 'history-session-state'), 0, /\.json$/, disk.since)) {
      const found = early(file, disk);
      if (found) yield found;
    }
  },
};

function folderIn({ type, ...line }: Json): string | undefined {
  if (type !== 'session.start' && type !== 'session.resume') return undefined;
  const data = objectAt(line, 'data');
  return textAt(objectAt(data, 'context'), 'cwd', 'gitRoot') ?? textAt(data, 'cwd');
}

function early(file: FoundFile, disk: Disk): PastSession | undefined {
  const read = readDocument(file, disk);
  if (!isObject(read)) return undefined;
  const session = textAt(read, 'sessionId') ?? basename(file.path, '.json');
  const { bytes, modifiedAt: lastAt } = file;
  const folder = textAt(read, 'cwd', 'workingDirectory');
  return sessionOfTurns({ host: dialect.host, session, folder, lastAt, bytes }, () => {
    const list = [read.timeline, read.chatMessages].find(Array.isArray) ?? [];
    return list.flatMap((one: unknown) => (isObject(one) ? (earlyTurn(one) ?? []) : []));
  });
}

function earlyTurn(one: Json): Turn | undefined {
  const speaker = one.role ?? one.type;
  const role = speaker === 'user' ? 'user' : speaker === 'assistant' || speaker === 'copilot' ? 'assistant' : undefined;
  const text = textAt(one, 'text', 'content');
  return role && text !== undefined ? turnOf(role, [text], instant(one.timestamp)) : undefined;
}
