import { timeIn } from '../dates.ts';
import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { isTimeName, recordPieces, statement } from './records.ts';
import { type Fields, isFields, textIn, without } from './values.ts';

/** One message of a conversation. */
export interface ChatTurn {
  speaker: string;
  text: string;
  occurredAt: string | undefined;
}

/** Who speaks, by the names that products and training files use. */
const roles = new Map<string, 'user' | 'assistant' | 'program'>([
  ...['user', 'human'].map((name) => [name, 'user'] as const),
  ...['assistant', 'gpt', 'model', 'ai', 'bot', 'chatgpt'].map((name) => [name, 'assistant'] as const),
  ...['system', 'developer', 'tool', 'function', 'observation'].map((name) => [name, 'program'] as const),
]);
const speakerNames = ['role', 'from', 'sender', 'author'];
const textNames = ['content', 'value', 'text', 'parts', 'message'];
/** Lists of messages in a conversation. */
const listNames = [
  'messages',
  'conversations',
  'conversation',
  'chat_messages',
  'turns',
  'chat',
  'dialogue',
  'history',
];
const titleNames = ['title', 'name'];
const sessionNames = ['conversation_id', 'conversationId', 'session_id', 'sessionId', 'thread_id', 'uuid', 'id'];
/** What says which program answered. */
const programNames = new Set(['model', 'object', 'provider', 'tools', ...sessionNames]);

/** The user's text in one turn. */
export function userPieces(text: string, context: readonly string[], known: Partial<Piece>): Piece[] {
  return statement(text, [...context, 'User'], { ...known, said: true });
}

/** Turns in order as pieces; those of programs are left out. */
export function turnPieces(
  turns: readonly ChatTurn[],
  leftOut: LeftOut,
  title?: string | null,
  session?: string | null,
): Piece[] {
  const context = title ? [title] : [];
  const sessionId = session?.slice(0, 200);
  return turns.flatMap(({ speaker, text, occurredAt }) => {
    const known = { occurredAt, ...(sessionId && { sessionId }) };
    const role = roles.get(speaker.toLowerCase());
    if (role === 'user') return userPieces(text, context, known);
    if (role === 'assistant') return statement(text, [...context, 'Assistant'], known);
    if (text.trim() !== '') leftOut.add(`messages of "${speaker}"`);
    return [];
  });
}

/** A message such as `{role, content}` or `{from, value}` as a turn; undefined for another value. */
function turnOf(value: unknown): { turn: ChatTurn; others: Fields } | undefined {
  if (!isFields(value)) return undefined;
  const roleName = speakerNames.find((name) => roles.has(textIn(value, name).toLowerCase()));
  const textName = textNames.find((name) => Object.hasOwn(value, name));
  if (roleName === undefined || textName === undefined) return undefined;
  const text = textOfContent(value[textName]);
  if (text === undefined) return undefined;
  const timeName = Object.keys(value).find((name) => isTimeName(name) && timeIn(value[name]) !== undefined);
  const turn = {
    speaker: textIn(value, roleName),
    text,
    occurredAt: timeName === undefined ? undefined : timeIn(value[timeName])?.at,
  };
  const isText = typeof value[textName] === 'string';
  return { turn, others: without(value, new Set([roleName, timeName ?? '', ...(isText ? [textName] : [])])) };
}

/** A text, or the texts of a list of parts; undefined for what is no content of a message. */
function textOfContent(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (content === null) return '';
  if (isFields(content) && Array.isArray(content.parts)) return textOfContent(content.parts);
  if (!Array.isArray(content)) return undefined;
  const parts = content.map((part) => (typeof part === 'string' ? part : isFields(part) ? textIn(part, 'text') : ''));
  return parts.filter((part) => part !== '').join('\n');
}

/** Parts without a text (pictures, calls of tools) by their type, and the other fields of a message. */
function countOthers(others: Fields, leftOut: LeftOut): void {
  for (const [name, value] of Object.entries(others)) {
    const parts = isFields(value) && Array.isArray(value.parts) ? value.parts : value;
    if (!textNames.includes(name) || !Array.isArray(parts)) leftOut.addFields({ [name]: value }, () => true);
    else {
      for (const part of parts.filter(isFields)) {
        if (textIn(part, 'text') === '') leftOut.add(`parts of type "${textIn(part, 'type') || 'unknown'}"`);
      }
    }
  }
}

/** A single message as pieces; undefined for another value. */
export function messagePieces(value: unknown, leftOut: LeftOut): Piece[] | undefined {
  const found = turnOf(value);
  if (!found) return undefined;
  countOthers(found.others, leftOut);
  return turnPieces([found.turn], leftOut);
}

/** A record with a list of such messages as pieces, its other fields after them; undefined for another value. */
export function messageListPieces(value: Fields, leftOut: LeftOut): Piece[] | undefined {
  for (const listName of listNames) {
    const list = value[listName];
    if (!Array.isArray(list) || list.length === 0) continue;
    const found = list.map(turnOf).filter((one) => one !== undefined);
    if (found.length < list.length) continue;
    for (const { others } of found) countOthers(others, leftOut);
    const title = textIn(value, ...titleNames);
    const turns = found.map(({ turn }) => turn);
    const time = Object.keys(value).find((name) => isTimeName(name) && timeIn(value[name]) !== undefined);
    const since = time === undefined ? undefined : timeIn(value[time])?.at;
    const dated = turns.map((turn) => ({ ...turn, occurredAt: turn.occurredAt ?? since }));
    const pieces = turnPieces(dated, leftOut, title, textIn(value, ...sessionNames));
    const isUsed = new Set([listName, time ?? '', ...titleNames.filter((name) => textIn(value, name) === title)]);
    const rest = without(value, isUsed);
    leftOut.addFields(rest, (name) => programNames.has(name));
    return [...pieces, ...recordPieces(without(rest, programNames), leftOut, title ? [title] : [])];
  }
  return undefined;
}
