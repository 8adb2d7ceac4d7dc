import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { newestBranch } from './branch.ts';
import { isMetaChat, withLetters } from './broken-letters.ts';
import {
  type ChatTurn,
  countOthers,
  listedMessageOf,
  messageOf,
  roleOf,
  type Said,
  timeNameOf,
  timeOfValue,
} from './messages.ts';
import { recordPieces, statement } from './records.ts';
import { isSlack, type SlackChannel, withoutSlackMarks } from './slack.ts';
import { type Fields, isFields, textIn, without } from './values.ts';

/** Lists of messages in a conversation; in those of people anyone may speak. */
const peopleLists = ['messages', 'conversation', 'chat_messages', 'chat'];
const listNames = [...peopleLists, 'conversations', 'turns', 'dialogue', 'history', 'requests', 'responses', 'entries'];
/** Records about the whole conversation, beside the list. */
const aboutNames = ['conversation', 'channel', 'metadata', 'thread_metadata'];
const titleNames = ['title', 'name', 'thread_title'];
const sessionNames = ['conversation_id', 'conversationId', 'session_id', 'sessionId', 'thread_id', 'uuid', 'id'];
/** Those that name a conversation in a line of messages, whose `id` is the message's. */
const sessionOfLine = sessionNames.filter((name) => name !== 'uuid' && name !== 'id');
/** What says which program answered. */
const programNames = new Set(['model', 'object', 'provider', 'tools', ...sessionNames]);

/** The user's text in one turn. */
export function userPieces(text: string, context: readonly string[], known: Partial<Piece>): Piece[] {
  return statement(text, [...context, 'User'], { ...known, said: true });
}

/**
 * Turns in order as pieces; those of programs are left out. Who is neither user nor assistant is a person with a name,
 * or the assistant, where a user speaks.
 */
export function turnPieces(
  turns: readonly ChatTurn[],
  leftOut: LeftOut,
  title?: string | null,
  session?: string | null,
): Piece[] {
  const context = title ? [title] : [];
  const sessionId = session?.slice(0, 200);
  const isWithUser = turns.some(({ speaker }) => roleOf(speaker) === 'user');
  return turns.flatMap(({ speaker, text, occurredAt }) => {
    const known = { occurredAt, ...(sessionId && { sessionId }) };
    const role = roleOf(speaker) ?? (isWithUser ? 'assistant' : 'person');
    if (text.trim() === '') return [];
    if (role === 'user') return userPieces(text, context, known);
    if (role === 'assistant') return statement(text, [...context, 'Assistant'], { ...known, isAnswer: true });
    if (role === 'person')
      return statement(text, title === speaker ? context : [...context, speaker], { ...known, isOfPerson: true });
    leftOut.add(`messages of "${speaker}"`);
    return [];
  });
}

/** A single message as pieces; undefined for another value. */
export function messagePieces(value: unknown, leftOut: LeftOut): Piece[] | undefined {
  const found = messageOf(value);
  if (!found) return undefined;
  const session = sessionOfLine.find((name) => typeof found.others[name] === 'string');
  const sessionId = session && textIn(found.others, session);
  countOthers(session ? without(found.others, new Set([session])) : found.others, leftOut);
  return turnPieces(found.turns, leftOut, undefined, sessionId);
}

/** A record with a list of such messages as pieces, its other fields after them; undefined for another value. */
export function messageListPieces(given: Fields, leftOut: LeftOut): Piece[] | undefined {
  const value = isMetaChat(given) ? withLetters(given) : given;
  for (const listName of listNames) {
    const list = value[listName];
    if (!Array.isArray(list) || list.length === 0) continue;
    const chosen = newestBranch(list, readNode);
    const found = saidIn(chosen, peopleLists.includes(listName));
    if (!found) continue;
    leftOut.add('messages of other versions', list.length - chosen.length);
    const about = aboutNames.map((name) => value[name]).find(isFields) ?? value;
    const title = titleOf(value, about) || (isFields(list[0]) ? textIn(list[0], 'thread_title') : '');
    const time = timeNameOf(about);
    const since = time && timeOfValue(about[time]);
    const session = textIn(about, ...sessionNames) || numberIn(about);
    const isPlain = found.every(({ kind }) => kind === 'message') && about === value;
    const turns = turnsOf(found, leftOut).map((turn) => ({ ...turn, occurredAt: turn.occurredAt ?? since }));
    const pieces = turnPieces(turns, leftOut, title, session);
    const isUsed = new Set([listName, time ?? '', ...titleNames.filter((name) => textIn(value, name) === title)]);
    const rest = without(value, isUsed);
    const isOfPeople = turns.length > 0 && turns.every(({ speaker }) => roleOf(speaker) === undefined);
    const isKept = isPlain && !isOfPeople;
    leftOut.addFields(rest, (name) => !isKept || programNames.has(name));
    return isKept ? [...pieces, ...recordPieces(without(rest, programNames), leftOut, title ? [title] : [])] : pieces;
  }
  return undefined;
}

/** A list that is a conversation by itself, a day of a channel of Slack; undefined for another list. */
export function peopleListPieces(
  list: readonly unknown[],
  leftOut: LeftOut,
  { channel, people }: SlackChannel = { channel: '', people: new Map() },
): Piece[] | undefined {
  if (list.length === 0 || !list.every((one) => isFields(one) && isSlack(one))) return undefined;
  const found = saidIn(withoutSlackMarks(list as Fields[], people), true);
  return found && turnPieces(turnsOf(found, leftOut), leftOut, channel === '' ? undefined : `#${channel}`);
}

/** What each element of a list says; undefined where one is no message, or none is. */
function saidIn(list: readonly unknown[], isOfPeople: boolean): Said[] | undefined {
  const found: Said[] = [];
  for (const one of list) {
    const read = listedMessageOf(one, isOfPeople);
    if (!read) return undefined;
    found.push(read);
  }
  return found.some(({ turns }) => turns.length > 0) ? found : undefined;
}

function turnsOf(found: readonly Said[], leftOut: LeftOut): ChatTurn[] {
  return found.flatMap(({ kind, turns, others }) => {
    if (kind === 'notice') leftOut.add('notices of the messenger');
    else if (turns.every(({ text }) => text.trim() === '')) leftOut.add('messages without words');
    countOthers(others, leftOut);
    return turns;
  });
}

function readNode(one: unknown) {
  const inner = isFields(one) && isFields(one.response) ? one.response : one;
  if (!isFields(inner)) return {};
  const time = timeNameOf(inner);
  return {
    id: textIn(inner, '_id'),
    parent: textIn(inner, 'parent_response_id'),
    at: time && timeOfValue(inner[time]),
  };
}

function titleOf(value: Fields, about: Fields): string {
  const own = textIn(about, ...titleNames);
  const guild = isFields(value.guild) ? textIn(value.guild, 'name') : '';
  return guild === '' || own === '' ? own : `${guild} › ${own}`;
}

function numberIn({ id }: Fields): string {
  return typeof id === 'number' ? String(id) : '';
}
