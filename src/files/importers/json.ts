import { type ReadDocument, unreadable } from '../document.ts';
import { readOwnExport } from '../export/read.ts';
import { countIn, LeftOut } from '../left-out.ts';
import { limits, refuseBeyond } from '../limits.ts';
import type { Piece } from '../piece.ts';
import { messageListPieces, messagePieces, peopleListPieces } from './chat-turns.ts';
import { conversationPieces } from './chats.ts';
import { claudeAccount, claudeAccountPieces } from './claude-account.ts';
import { claudeMemExport, claudeMemPieces } from './claude-mem.ts';
import { geminiPieces } from './gemini.ts';
import { graphPieces } from './graph.ts';
import { keepPieces } from './keep.ts';
import { mem0Pieces, openMemoryRecords } from './mem0.ts';
import { memoryServicePieces, memoryServiceRecords } from './memory-service.ts';
import { hasText, holdsWord, maxDetails, recordPieces, saysWords, statement } from './records.ts';
import type { SlackChannel } from './slack.ts';
import { unknownChatPieces } from './unknown-chat.ts';
import { type Fields, isFields, without } from './values.ts';

/** Keys under which other programs wrap their list. */
const wrappers = [
  ...['memories', 'conversations', 'results', 'items', 'records', 'notes', 'entries', 'facts', 'data'],
  ...['chats', 'threads', 'list'],
];

/** What other files say about a document. */
export interface Beside {
  slack?: SlackChannel | undefined;
  /** The names of Claude's projects by id. */
  projects?: ReadonlyMap<string, string>;
}

/** A JSON document: texts, records, chat exports, exports of other products, our own export. */
export async function readJson(text: string, { slack, projects }: Beside = {}): Promise<ReadDocument> {
  const value = parse(text, 'it is not valid JSON');
  if (isFields(value) && typeof value.markdown === 'string') {
    const own = readOwnExport(value.markdown);
    if (own) return own;
  }
  const leftOut = new LeftOut();
  const day = Array.isArray(value) ? peopleListPieces(value, leftOut, slack) : undefined;
  if (day) return { pieces: day, leftOut: leftOut.list() };
  const account = claudeAccount(value);
  if (account) return { pieces: await claudeAccountPieces(account, leftOut, projects), leftOut: leftOut.list() };
  const claudeMem = isFields(value) ? claudeMemExport(value) : undefined;
  const pieces = claudeMem ? claudeMemPieces(claudeMem, leftOut) : documentPieces(value, leftOut);
  if (!holdsWord(value)) return { pieces: [], leftOut: [{ name: 'values without words', count: countIn(value) }] };
  return { pieces, leftOut: leftOut.list() };
}

/** One JSON value per line; InvalidInput names the first invalid line. */
export function readJsonLines(text: string): ReadDocument {
  const pieces: Piece[] = [];
  const leftOut = new LeftOut();
  let number = 0;
  let records = 0;
  for (const line of text.split('\n')) {
    number++;
    if (line.trim() === '') continue;
    refuseBeyond(limits.records, ++records, 'records');
    for (const piece of elementPieces(parse(line, `line ${number} is not valid JSON`), leftOut)) pieces.push(piece);
  }
  return { pieces, leftOut: leftOut.list() };
}

function parse(text: string, fault: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(fault);
  }
}

/** The elements of a document's lists, then its other fields. */
function documentPieces(value: unknown, leftOut: LeftOut): Piece[] {
  if (Array.isArray(value)) {
    return geminiPieces(value, leftOut) ?? listPieces(value, leftOut);
  }
  const known = isFields(value) ? (conversationPieces(value, leftOut) ?? messageListPieces(value, leftOut)) : undefined;
  if (known || !isFields(value)) return known ?? elementPieces(value, leftOut);
  const listed = memoryServiceRecords(value) ?? openMemoryRecords(value);
  if (listed) return listPieces(listed, leftOut);
  const lists = listsOf(value);
  if (lists.length === 0) return elementPieces(value, leftOut);
  const rest = without(value, new Set(lists));
  return [
    ...lists.flatMap((name) =>
      isFields(value[name]) ? documentPieces(value[name], leftOut) : listPieces(value[name], leftOut),
    ),
    ...restPieces(rest, leftOut),
  ];
}

function listPieces(list: unknown, leftOut: LeftOut): Piece[] {
  const elements = list as unknown[];
  refuseBeyond(limits.records, elements.length, 'records');
  return elements.flatMap((one) => elementPieces(one, leftOut));
}

/** The names of the fields whose elements are memories; none in a record with a text and a few words beside it. */
function listsOf(value: Fields): string[] {
  if (Array.isArray(value.entities)) {
    return ['entities', 'relations'].filter((name) => Array.isArray(value[name]));
  }
  const isRecord = hasText(value);
  const found = wrappers.filter((name) => {
    const list = value[name];
    if (isFields(list)) return listsOf(list).length > 0;
    if (!Array.isArray(list)) return false;
    return list.some(isFields) || !isRecord || JSON.stringify(list).length > maxDetails;
  });
  return found.length > 0 && Array.isArray(value.relations) ? [...found, 'relations'] : found;
}

/** The fields beside a list: a record where they say anything in words, else left out (counts, versions, pages). */
function restPieces(rest: Fields, leftOut: LeftOut): Piece[] {
  if (Object.values(rest).some(saysWords)) return recordPieces(rest, leftOut);
  leftOut.addFields(rest, () => true);
  return [];
}

function elementPieces(value: unknown, leftOut: LeftOut): Piece[] {
  if (typeof value === 'string') return statement(value, []);
  if (Array.isArray(value)) return arrayPieces(value, leftOut);
  if (!isFields(value)) return value === null ? [] : statement(String(value), []);
  return (
    messagePieces(value, leftOut) ??
    conversationPieces(value, leftOut) ??
    messageListPieces(value, leftOut) ??
    graphPieces(value, leftOut) ??
    mem0Pieces(value, leftOut) ??
    memoryServicePieces(value, leftOut) ??
    keepPieces(value, leftOut) ??
    unknownChatPieces(value, leftOut) ??
    recordPieces(value, leftOut)
  );
}

/** A list within a list: a conversation, or one statement. */
function arrayPieces(list: readonly unknown[], leftOut: LeftOut): Piece[] {
  return messageListPieces({ messages: list }, leftOut) ?? recordPieces({ list }, leftOut);
}
