import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { turnPieces } from './chat-turns.ts';
import { type ChatTurn, roleOf, timeOfValue } from './messages.ts';

/** The names of a chat's columns, in lower case without spaces: of Copilot's tables, Discord's, and tables like them. */
const columns = {
  speaker: ['author', 'role', 'sender', 'from', 'speaker'],
  text: ['message', 'messagecontent', 'content', 'text', 'prompt'],
  title: ['conversation', 'chatname', 'title', 'channel'],
  time: ['time', 'createdat', 'timestamp', 'date', 'created'],
};

/**
 * A table of messages as pieces: in a column an author, who is a user or an assistant somewhere, or the user's prompts
 * alone (https://support.microsoft.com/privacy, Copilot's activity history). Undefined for another table.
 */
export function chatTablePieces(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  leftOut: LeftOut,
): Piece[] | undefined {
  const names = header.map((name) => name.toLowerCase().replace(/[\s_-]/g, ''));
  const placeOf = (role: keyof typeof columns) =>
    columns[role].map((name) => names.indexOf(name)).find((place) => place >= 0);
  const [speaker, text, title, time] = [placeOf('speaker'), placeOf('text'), placeOf('title'), placeOf('time')];
  if (text === undefined || time === undefined) return undefined;
  const isPrompts = speaker === undefined && names[text] === 'prompt' && !names.includes('response');
  const isSpoken = speaker !== undefined && rows.some((row) => roleOf(row[speaker] ?? '') !== undefined);
  const isOfPeople = speaker !== undefined && names.includes('authorid') && names.includes('attachments');
  if (!isPrompts && !isSpoken && !isOfPeople) return undefined;
  const used = new Set([speaker, text, title, time]);
  for (const row of rows) {
    for (const [place, cell] of row.entries()) if (cell !== '' && !used.has(place)) leftOut.add(header[place] ?? '');
  }
  const turnOf = (row: readonly string[]): ChatTurn => ({
    speaker: speaker === undefined ? 'user' : (row[speaker] ?? ''),
    text: row[text] ?? '',
    occurredAt: timeOfValue(row[time]),
  });
  const chats = groups(rows, title);
  return [...chats].flatMap(([name, chat]) => turnPieces(chat.map(turnOf), leftOut, name));
}

/** The rows of each conversation, in order. */
function groups(rows: readonly (readonly string[])[], title: number | undefined) {
  const chats = new Map<string, (readonly string[])[]>();
  for (const row of rows) {
    const name = title === undefined ? '' : (row[title] ?? '');
    const chat = chats.get(name);
    if (chat) chat.push(row);
    else chats.set(name, [row]);
  }
  return chats;
}
