import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isRunning, ownProcess, processOf } from '../../src/base/claim.ts';
import { isPrivate } from '../../src/base/private-file.ts';
import { isObject, parsed } from '../../src/hooks/json.ts';
import { splitPrivate } from '../../src/hooks/marks.ts';
import { typedPrompt } from '../../src/hooks/typed.ts';
import { makeFolder } from '../../src/storage/sqlite/disk/folder.ts';
import { notesOf } from '../../src/storage/sqlite/disk/session-notes.ts';
import type { HookCall } from './session.ts';

/*
 * What hooks leave for later ones, beside the store: `STORE-sessions/KEY.jsonl` has the prompts of a session since its
 * last capture, `KEY.N.jsonl` has them for a capture that has begun. A capture that succeeds deletes its note. One that
 * was killed, never came, or found no transcript, is made up for when another session starts.
 */

/** A prompt that may not be in the transcript. */
export interface NotedPrompt {
  text: string;
  /** ISO-8601. */
  at: string;
  /** It has private parts, which `text` lacks. */
  isPrivate?: true | undefined;
}

/** A capture, as it is done again. */
interface NotedCall extends Pick<HookCall, 'event' | 'sessionId' | 'input'> {
  host: string;
  /** Of the setting. */
  character?: string | undefined;
  /** The process that does it; absent: its transcript was not there. */
  by?: string | undefined;
}

export interface Note {
  path: string;
  prompts: NotedPrompt[];
}

/** The most of a prompt, in UTF-16 units, and of a note, in bytes. */
const maxPromptLength = 64_000;
const maxNoteBytes = 64 * 1024 * 1024;
/** How many captures the start of a session does again. */
const maxLeft = 20;
/** A session without a capture for so long (ms) was killed. */
const idleMs = 24 * 60 * 60_000;
/** A transcript that has not appeared after this time (ms) never will. */
const retentionMs = 30 * 24 * 60 * 60_000;

/** Notes a prompt until the session's next capture. Commands of the host, and text in marks, are not the user's words. */
export function notePrompt(databasePath: string, call: HookCall, character: string | undefined): void {
  const { prompt, transcriptPath, turns } = call.input;
  if (prompt === undefined || transcriptPath === undefined || turns) return;
  const text = typedPrompt(call.input).slice(0, maxPromptLength).toWellFormed();
  if (text === '' || /^\s*[/<]/.test(text) || !prepared(databasePath)) return;
  const isPrivatePart = splitPrivate(prompt).hidden.length > 0;
  const noted: NotedPrompt = { text, at: new Date().toISOString(), ...(isPrivatePart && { isPrivate: true }) };
  const [event = call.event] = Object.entries(call.dialect.events).find(([, moment]) => moment === 'capture') ?? [];
  isAppended(pathOf(databasePath, call, character), notedCall({ ...call, event }, character), noted);
}

/** Notes that a capture begins; undefined where that is not possible. */
export async function noteCapture(
  databasePath: string,
  call: HookCall,
  character: string | undefined,
): Promise<Note | undefined> {
  if (!prepared(databasePath)) return undefined;
  const { turns } = call.input;
  // Private parts are written nowhere.
  if (turns?.some(({ text }) => splitPrivate(text).hidden.length > 0)) return undefined;
  const own = pathOf(databasePath, call, character);
  const path = own.replace(/jsonl$/, `${process.pid}-${process.hrtime.bigint()}.jsonl`);
  if (!isAppended(own, notedCall(call, character, await ownProcess()))) return undefined;
  try {
    renameSync(own, path);
  } catch {
    // Another capture of the session has taken it at this moment, with its prompts.
    return undefined;
  }
  return { path, prompts: readNote(path).prompts };
}

/**
 * The capture has succeeded, and with it all that the session's killed ones had begun. Without a transcript, it is done
 * again when there is one.
 */
export async function noteDone(
  databasePath: string,
  note: Note,
  call: HookCall,
  character: string | undefined,
  isLate: boolean,
): Promise<void> {
  forgetNote(note);
  const own = pathOf(databasePath, call, character);
  const begun = basename(own).replace(/jsonl$/, '');
  for (const name of namesIn(notesOf(databasePath))) {
    const path = join(notesOf(databasePath), name);
    if (name.startsWith(begun) && path !== own && !(await isDoing(readNote(path).call?.by)))
      rmSync(path, { force: true });
  }
  if (isLate) isAppended(own.replace(/jsonl$/, 'late.jsonl'), notedCall(call, character));
}

export function forgetNote({ path }: Note): void {
  rmSync(path, { force: true });
}

/** Captures to do again: of processes that have ended, and of transcripts that were not there. */
export async function leftCaptures(databasePath: string): Promise<(Note & NotedCall)[]> {
  const folder = notesOf(databasePath);
  const left: (Note & NotedCall)[] = [];
  if (!isPrivate(folder)) return left;
  for (const name of namesIn(folder)) {
    if (left.length === maxLeft) break;
    const path = join(folder, name);
    const { call, prompts } = readNote(path);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    const isBegun = name.split('.').length > 2;
    if (!call || age > retentionMs) rmSync(path, { force: true });
    // Without the folder it is not known whose memory it is.
    else if (existsSync(call.input.cwd ?? '') && (isBegun ? await isDue(call) : age > idleMs)) {
      left.push({ ...call, path, prompts });
    }
  }
  return left;
}

async function isDue({ by, input: { transcriptPath = '' } }: NotedCall): Promise<boolean> {
  return by === undefined ? existsSync(transcriptPath) : !(await isDoing(by));
}

async function isDoing(by: string | undefined): Promise<boolean> {
  const holder = by === undefined ? undefined : processOf(by);
  return holder !== undefined && isRunning(holder);
}

function notedCall(
  { dialect, event, sessionId, input }: HookCall,
  character: string | undefined,
  by?: string,
): NotedCall {
  const { cwd = process.cwd(), ranBy, transcriptPath, turns } = input;
  // Not the last answer, which may repeat private parts.
  const kept = { cwd, ranBy, transcriptPath, turns };
  return { host: dialect.host, event, sessionId, character, input: kept, by };
}

function readNote(path: string): { call?: NotedCall; prompts: NotedPrompt[] } {
  const note: ReturnType<typeof readNote> = { prompts: [] };
  if (!isPrivate(path) || (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxNoteBytes) return note;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const value = parsed(line);
    if (!isObject(value)) continue;
    if (typeof value.text === 'string') note.prompts.push(value as unknown as NotedPrompt);
    else if (isObject(value.input)) note.call = value as unknown as NotedCall;
  }
  return note;
}

/** Whether the folder can be used. */
function prepared(databasePath: string): boolean {
  const folder = notesOf(databasePath);
  try {
    makeFolder(folder);
  } catch {
    // A file in its place, or a folder that may not be written: hooks go without notes.
  }
  return isPrivate(folder);
}

function pathOf(databasePath: string, { dialect, sessionId }: HookCall, character: string | undefined): string {
  const host = dialect.sessionsOf ?? dialect.host;
  const key = createHash('sha256')
    .update(JSON.stringify([host, sessionId, character]))
    .digest('hex')
    .slice(0, 32);
  return join(notesOf(databasePath), `${key}.jsonl`);
}

/** False where it can't be written: a hook goes on without its note. */
function isAppended(path: string, ...values: object[]): boolean {
  try {
    appendFileSync(path, values.map((value) => `${JSON.stringify(value)}\n`).join(''), { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  } catch {
    return [];
  }
}
