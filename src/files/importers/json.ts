import { type ReadDocument, unreadable } from '../document.ts';
import { readOwnExport } from '../export/read.ts';
import { limits, refuseBeyond } from '../limits.ts';
import type { Piece } from '../piece.ts';
import { conversationPieces } from './chats.ts';
import { claudeAccountPieces, isClaudeAccount } from './claude-account.ts';
import { claudeMemExport, claudeMemPieces } from './claude-mem.ts';
import { graphPieces } from './graph.ts';
import { mem0Pieces, openMemoryRecords } from './mem0.ts';
import { memoryServicePieces, memoryServiceRecords } from './memory-service.ts';
import { recordPieces, statement } from './records.ts';
import { isFields } from './values.ts';

/** Keys under which other programs wrap their list. */
const wrappers = ['memories', 'conversations', 'results', 'items', 'records', 'notes', 'entries', 'facts', 'data'];

/** A JSON document: texts, records, chat exports, exports of other products, our own export. */
export async function readJson(text: string): Promise<ReadDocument> {
  const value = parse(text, 'it is not valid JSON');
  if (isFields(value) && typeof value.markdown === 'string') {
    const own = readOwnExport(value.markdown);
    if (own) return own;
  }
  if (isClaudeAccount(value)) return { pieces: await claudeAccountPieces(value) };
  const claudeMem = isFields(value) ? claudeMemExport(value) : undefined;
  if (claudeMem) return { pieces: claudeMemPieces(claudeMem) };
  const listed = elements(value);
  refuseBeyond(limits.records, listed.length, 'records');
  return { pieces: listed.flatMap(elementPieces) };
}

/** One JSON value per line; InvalidInput names the first invalid line. */
export function readJsonLines(text: string): ReadDocument {
  const pieces: Piece[] = [];
  let number = 0;
  let records = 0;
  for (const line of text.split('\n')) {
    number++;
    if (line.trim() === '') continue;
    refuseBeyond(limits.records, ++records, 'records');
    for (const piece of elementPieces(parse(line, `line ${number} is not valid JSON`))) pieces.push(piece);
  }
  return { pieces };
}

function parse(text: string, fault: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(fault);
  }
}

/** The items of a document: its own elements, those of a wrapper, or itself. */
function elements(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isFields(value)) return [value];
  const relations = Array.isArray(value.relations) ? value.relations : [];
  if (Array.isArray(value.entities)) return [...value.entities, ...relations];
  const known = memoryServiceRecords(value) ?? openMemoryRecords(value);
  if (known) return known;
  const wrapped = wrappers.map((name) => value[name]).find((one) => Array.isArray(one));
  return Array.isArray(wrapped) ? [...wrapped, ...relations] : [value];
}

function elementPieces(value: unknown): Piece[] {
  if (typeof value === 'string') return statement(value, []);
  if (Array.isArray(value)) return recordPieces({ list: value });
  if (!isFields(value)) return value === null ? [] : statement(String(value), []);
  return (
    conversationPieces(value) ??
    graphPieces(value) ??
    mem0Pieces(value) ??
    memoryServicePieces(value) ??
    recordPieces(value)
  );
}
