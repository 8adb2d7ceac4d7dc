import { join } from 'node:path';
import type { Turn } from '../../domain/turn.ts';
import { isObject, type Json, parsed, textAt } from '../json.ts';
import { turnOf } from '../typed.ts';
import { entriesOf, fileAt, readOptional } from './files.ts';
import { folderOfAddress, userFolder } from './folders.ts';
import { type Disk, instant, type PastSession, type Rows, sessionOfTurns } from './past-session.ts';

const stateFile = 'state.vscdb';

/**
 * Chats of Cursor's editor, in the table cursorDiskKV of `globalStorage/state.vscdb`: `composerData:<chat>` has the
 * order of the messages, `bubbleId:<chat>:<message>` each message. Not documented: other tools read it the same way.
 */
export function* editorComposers(disk: Disk): Generator<PastSession> {
  const root = userFolder('Cursor', disk);
  const path = join(root, 'globalStorage', stateFile);
  const file = fileAt(path);
  if (!file || file.modifiedAt < disk.since) return;
  const rows = disk.open(path);
  if (!rows) return disk.leave(path, 'unreadable');
  try {
    const folders = foldersOfComposers(join(root, 'workspaceStorage'), rows, disk);
    for (const { key, value } of rows.rows('cursorDiskKV', ['key', 'value'], prefix('composerData:'))) {
      const composer = objectOf(value);
      const session = String(key).slice('composerData:'.length);
      if (!composer || composer.isSubagent === true || textAt(composer, 'subagentInfo') !== undefined) continue;
      const lastAt = [composer.lastUpdatedAt, composer.createdAt].find((at) => typeof at === 'number');
      if ((lastAt ?? file.modifiedAt) < disk.since) continue;
      const given = { host: 'cursor', session, folder: folders.get(session), lastAt: lastAt ?? file.modifiedAt };
      yield sessionOfTurns({ ...given, bytes: String(value).length }, () => turnsOf(path, session, composer, disk));
    }
  } finally {
    rows.close();
  }
}

function turnsOf(path: string, session: string, composer: Json, disk: Disk): Turn[] | undefined {
  const inside = bubblesIn(composer.conversation);
  if (inside.length > 0) return inside.flatMap((one) => turnIn(one) ?? []);
  const rows = disk.open(path);
  if (!rows) return undefined;
  try {
    const beginning = `bubbleId:${session}:`;
    const bubbles = new Map<string, Json>();
    for (const { key, value } of rows.rows('cursorDiskKV', ['key', 'value'], prefix(beginning))) {
      const bubble = objectOf(value);
      if (bubble) bubbles.set(String(key).slice(beginning.length), bubble);
    }
    const order = bubblesIn(composer.fullConversationHeadersOnly);
    return order.flatMap((header) => turnIn(bubbles.get(textAt(header, 'bubbleId') ?? '')) ?? []);
  } finally {
    rows.close();
  }
}

/** 1 is the user, 2 the assistant. */
function turnIn(bubble: Json | undefined): Turn | undefined {
  const text = bubble && textAt(bubble, 'text');
  if (!bubble || text === undefined || (bubble.type !== 1 && bubble.type !== 2)) return undefined;
  return turnOf(bubble.type === 1 ? 'user' : 'assistant', [text], instant(bubble.createdAt));
}

function bubblesIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The folder of a chat. Each workspace lists its chats, and newer releases name the workspace of each chat. */
function foldersOfComposers(root: string, rows: Rows, disk: Disk): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const workspace of entriesOf(root).filter((entry) => entry.isDirectory())) {
    const about = readOptional(join(root, workspace.name, 'workspace.json'));
    const folder = isObject(about) ? folderOfAddress(about.folder) : undefined;
    if (folder === undefined) continue;
    const own = disk.open(join(root, workspace.name, stateFile));
    for (const id of own ? composersIn(own) : []) folders.set(id, folder);
    own?.close();
    const named = { column: 'workspaceId', equals: workspace.name };
    for (const { composerId } of rows.rows('composerHeaders', ['composerId', 'workspaceId'], named)) {
      if (typeof composerId === 'string') folders.set(composerId, folder);
    }
  }
  return folders;
}

function composersIn(rows: Rows): string[] {
  const where = { column: 'key', equals: 'composer.composerData' };
  const [row] = [...rows.rows('ItemTable', ['key', 'value'], where)];
  const { allComposers } = objectOf(row?.value) ?? {};
  return bubblesIn(allComposers).flatMap((one) => textAt(one, 'composerId') ?? []);
}

const prefix = (startsWith: string) => ({ column: 'key', startsWith });

function objectOf(value: unknown): Json | undefined {
  const read = parsed(Buffer.isBuffer(value) ? value.toString('utf8') : String(value));
  return isObject(read) ? read : undefined;
}
