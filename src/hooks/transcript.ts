import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readNoWait } from '../base/no-link.ts';
import type { TranscriptCursor } from '../domain/stores/hooks.ts';
import type { Turn } from '../domain/turn.ts';
import { type Json, textAt } from './json.ts';
import { eachLine } from './lines.ts';
import { asSaid, isOwnPrompt, splitPrivate } from './marks.ts';
import { recordsIn } from './records.ts';

/** The bytes of one reading, unless its first line is longer. */
const maxBytes = 64 * 1024 * 1024;
/** How many bytes are hashed to recognise a transcript at the same path. */
const headSize = 512;
/** How many bytes at the end are searched for the last words. */
const tailSize = 256 * 1024;

/** The turns since a cursor, and the new cursor. */
export interface TranscriptReading {
  turns: Turn[];
  to: TranscriptCursor;
  /** Lines that were passed over. */
  tooLong: number;
  /** Lines that are not JSON, or not all of it. */
  broken: number;
  /** There is no more for now. */
  isAtEnd: boolean;
}

type ReadTurn = (line: Json) => Turn | undefined;

/**
 * Reads a file of JSON lines from the cursor, or from its beginning if the file was replaced (rotated, truncated). An
 * unfinished last line is left to the next time. Undefined if there is no such file.
 */
export function readTranscript(
  path: string,
  from: TranscriptCursor | undefined,
  read: ReadTurn,
): TranscriptReading | undefined {
  return withFile(path, (file, size) => {
    // The same file may be reached by another path.
    const goesOn = from !== undefined && from.position <= size && from.head === headOf(file, from.position);
    const start = goesOn ? from.position : 0;
    const turns: Turn[] = [];
    let broken = 0;
    const range = { start, end: Math.min(size, start + maxBytes), size };
    const use = (line: string) => {
      const { records, isBroken } = recordsIn(line);
      if (isBroken) broken++;
      for (const record of records) turns.push(...turnsOf(record, read));
    };
    const { position, tooLong } = eachLine(file, range, use, isWhole);
    const to = { path, position, head: headOf(file, position) };
    return { turns: withoutOwn(turns), to, tooLong, broken, isAtEnd: position === start || position >= size };
  });
}

/** The last thing that the user said, when it is near the end. */
export function lastPrompt(path: string, read: ReadTurn): string | undefined {
  return withFile(path, (file, size) => {
    let last: string | undefined;
    const use = (line: string) => {
      const turns = recordsIn(line).records.flatMap((record) => turnsOf(record, read));
      last = turns.findLast(({ role }) => role === 'user')?.text ?? last;
    };
    eachLine(file, { start: Math.max(0, size - tailSize), end: size, size }, use, isWhole);
    return last;
  });
}

/** As `readTranscript`, of a conversation that the host hands over as a whole. */
export function readTurns(all: readonly Turn[], from: TranscriptCursor | undefined): TranscriptReading {
  const start = from !== undefined && from.position <= all.length ? from.position : 0;
  const turns = withoutOwn(all.slice(start).map(spoken));
  return { turns, to: { path: '', position: all.length, head: '' }, tooLong: 0, broken: 0, isAtEnd: true };
}

/** Without this service's own questions to the model of a host, and their answers. */
function withoutOwn(turns: Turn[]): Turn[] {
  let isOwn = false;
  return turns.filter(({ role, text }) => {
    if (role === 'user') isOwn = isOwnPrompt(text);
    return !isOwn;
  });
}

function turnsOf(record: Json, read: ReadTurn): Turn[] {
  const turn = read(record);
  return turn ? [spoken({ id: textAt(record, 'uuid', 'id'), ...turn })] : [];
}

function spoken(turn: Turn): Turn {
  return { ...turn, text: asSaid(turn.text), hidden: splitPrivate(turn.text).hidden };
}

function withFile<Result>(path: string, use: (file: number, size: number) => Result): Result | undefined {
  let file: number;
  try {
    file = openSync(path, readNoWait);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() ? use(file, stats.size) : undefined;
  } finally {
    closeSync(file);
  }
}

/** The hash of the part before a position, which distinguishes files. */
function headOf(file: number, position: number): string {
  const head = Buffer.alloc(Math.min(headSize, position));
  readSync(file, head, 0, head.length, 0);
  return createHash('sha256').update(head).digest('base64url').slice(0, 22);
}

function isWhole(line: string): boolean {
  const { records, isBroken } = recordsIn(line);
  return records.length > 0 && !isBroken;
}
