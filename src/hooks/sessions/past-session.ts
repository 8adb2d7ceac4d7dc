import type { TranscriptCursor } from '../../domain/stores/hooks.ts';
import type { Turn } from '../../domain/turn.ts';
import type { Dialect } from '../dialect.ts';
import type { Json } from '../json.ts';
import { linesOf } from '../own-lines.ts';
import { readTranscript, readTurns, type TranscriptReading } from '../transcript.ts';
import type { FoundFile, Leave } from './files.ts';

/** A conversation that a host has stored on this disk. */
export interface PastSession {
  /** As in `--host NAME`. */
  host: string;
  /** The host's id of it, as its hooks give it. */
  session: string;
  /** The folder that the agent worked in; undefined where the host does not record it. */
  folder: string | undefined;
  /** When it was written last (ms). */
  lastAt: number;
  bytes: number;
  /** The turns since a cursor, in parts if there are many; undefined when it can't be read. */
  read(from: TranscriptCursor | undefined): TranscriptReading | undefined;
}

/** The rows of a table in another program's database; see `src/files/foreign-database.ts`. */
export interface Rows {
  rows(
    table: string,
    columns: readonly string[],
    where?: { column: string; equals: string } | { column: string; startsWith: string },
  ): Iterable<Record<string, unknown>>;
  close(): void;
}

/** The machine that is searched for sessions. */
export interface Disk {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  /** Skips sessions with their last write before this time (ms). */
  since: number;
  /** Undefined if it is not a database. */
  open(path: string): Rows | undefined;
  leave: Leave;
}

/** Where one host stores its sessions, and how they are read. */
export interface SessionsOfHost {
  host: string;
  find(disk: Disk): Iterable<PastSession>;
}

/** A session in a file of JSON lines, which is read as hooks read it. */
export function sessionInLines(
  { host, turn }: Pick<Dialect, 'host' | 'turn'>,
  session: string,
  { path, bytes, modifiedAt: lastAt }: FoundFile,
  folder: string | undefined,
): PastSession {
  const isOwn = linesOf(session, folder);
  const read = (line: Json) => (isOwn(line) ? turn(line) : undefined);
  return { host, session, folder, lastAt, bytes, read: (from) => dated(readTranscript(path, from, read), lastAt) };
}

/** A session with its turns in a single document or in a database. */
export function sessionOfTurns(
  given: Omit<PastSession, 'read'>,
  turns: () => readonly Turn[] | undefined,
): PastSession {
  const read = (from: TranscriptCursor | undefined) => {
    const all = turns();
    return all && dated(readTurns(all, from), given.lastAt);
  };
  return { ...given, read };
}

/** The time of a turn; that of the session's last write where the host records none. */
function dated<Reading extends TranscriptReading>(reading: Reading | undefined, lastAt: number): Reading | undefined {
  if (!reading) return undefined;
  const at = new Date(lastAt).toISOString();
  return { ...reading, turns: reading.turns.map((turn) => ({ ...turn, at: turn.at ?? at })) };
}

/** A point in time as hosts write it, milliseconds or ISO-8601, as ISO-8601. */
export function instant(value: unknown): string | undefined {
  const at =
    typeof value === 'string' && value !== ''
      ? new Date(value)
      : typeof value === 'number'
        ? new Date(value)
        : undefined;
  return at && Number.isFinite(at.getTime()) ? at.toISOString() : undefined;
}
