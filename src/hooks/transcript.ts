import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { TranscriptCursor } from '../domain/stores/hooks.ts';
import type { Turn } from '../domain/turn.ts';
import { isObject, type Json, parsed } from './json.ts';
import { asSaid, isOwnPrompt, splitPrivate } from './marks.ts';

/** The most bytes of one run; the rest is read by the next one. */
const maxBytes = 64 * 1024 * 1024;
/** A longer line is the output of some tool, not typed text. */
const maxLineLength = 4 * 1024 * 1024;
const chunkSize = 1024 * 1024;
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
  /** Lines that are not JSON. */
  broken: number;
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
    const { position, tooLong } = eachLine(file, start, Math.min(size, start + maxBytes), (line) => {
      const json = parsed(line);
      if (json === undefined && line.trim() !== '') broken++;
      const turn = turnOf(json, read);
      if (turn) turns.push(turn);
    });
    return { turns: withoutOwn(turns), to: { path, position, head: headOf(file, position) }, tooLong, broken };
  });
}

/** The last thing that the user said, when it is near the end. */
export function lastPrompt(path: string, read: ReadTurn): string | undefined {
  return withFile(path, (file, size) => {
    let last: string | undefined;
    eachLine(file, Math.max(0, size - tailSize), size, (line) => {
      const turn = turnOf(parsed(line), read);
      if (turn?.role === 'user') last = turn.text;
    });
    return last;
  });
}

/** As `readTranscript`, of a conversation that the host hands over as a whole. */
export function readTurns(all: readonly Turn[], from: TranscriptCursor | undefined): TranscriptReading {
  const start = from !== undefined && from.position <= all.length ? from.position : 0;
  const turns = withoutOwn(all.slice(start).map(spoken));
  return { turns, to: { path: '', position: all.length, head: '' }, tooLong: 0, broken: 0 };
}

/** Without this service's own questions to the model of a host, and their answers. */
function withoutOwn(turns: Turn[]): Turn[] {
  let isOwn = false;
  return turns.filter(({ role, text }) => {
    if (role === 'user') isOwn = isOwnPrompt(text);
    return !isOwn;
  });
}

function turnOf(json: unknown, read: ReadTurn): Turn | undefined {
  const turn = isObject(json) ? read(json) : undefined;
  return turn && spoken(turn);
}

function spoken(turn: Turn): Turn {
  return { ...turn, text: asSaid(turn.text), hidden: splitPrivate(turn.text).hidden };
}

function withFile<Result>(path: string, use: (file: number, size: number) => Result): Result | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
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

/** Calls `use` with every complete line between two positions; returns the position after the last one. */
function eachLine(
  file: number,
  start: number,
  end: number,
  use: (line: string) => void,
): { position: number; tooLong: number } {
  let position = start;
  let tooLong = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= maxLineLength) parts.push(part);
    else parts = [];
  };
  const take = (lineEnd: number) => {
    if (length > maxLineLength) tooLong++;
    else use(Buffer.concat(parts).toString());
    parts = [];
    length = 0;
    position = lineEnd;
  };
  const buffer = Buffer.alloc(Math.min(chunkSize, Math.max(0, end - start)));
  for (let at = start; at < end; ) {
    const count = readSync(file, buffer, 0, Math.min(buffer.length, end - at), at);
    if (count === 0) break;
    let from = 0;
    for (let newline = buffer.indexOf(10); newline >= 0 && newline < count; newline = buffer.indexOf(10, from)) {
      add(Buffer.from(buffer.subarray(from, newline)));
      take(at + newline + 1);
      from = newline + 1;
    }
    add(Buffer.from(buffer.subarray(from, count)));
    at += count;
  }
  // A host may leave out the last line's end.
  if (length > 0 && length <= maxLineLength && isWhole(Buffer.concat(parts).toString())) take(end);
  return { position, tooLong };
}

function isWhole(line: string): boolean {
  return parsed(line) !== undefined;
}
