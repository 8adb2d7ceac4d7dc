import { type ReadDocument, unreadable } from '../document.ts';
import { readOwnExport } from '../export/read.ts';
import { limits, refuseBeyond } from '../limits.ts';
import type { Piece } from '../piece.ts';
import { conversationPieces } from './chats.ts';
import { graphPieces } from './graph.ts';
import { recordPieces, statement } from './records.ts';

/** Keys under which other programs wrap their list. */
const wrappers = ['memories', 'conversations', 'results', 'items', 'records', 'notes', 'entries', 'facts', 'data'];

/** A JSON document: texts, records, chat exports, the graph of the official memory server, our own export. */
export function readJson(text: string): ReadDocument {
  const value = parse(text, 'it is not valid JSON');
  if (isRecord(value) && typeof value.markdown === 'string') {
    const own = readOwnExport(value.markdown);
    if (own) return own;
  }
  const listed = elements(value);
  refuseBeyond(limits.records, listed.length, 'records');
  return { pieces: listed.flatMap(elementPieces) };
}

/** One JSON value a line; InvalidInput names the first line that is none. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The things a document lists: its own elements, those of a wrapper, or itself. */
function elements(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [value];
  if (Array.isArray(value.entities))
    return [...value.entities, ...(Array.isArray(value.relations) ? value.relations : [])];
  const wrapped = wrappers.map((name) => value[name]).find((one) => Array.isArray(one));
  return Array.isArray(wrapped) ? wrapped : [value];
}

function elementPieces(value: unknown): Piece[] {
  if (typeof value === 'string') return statement(value, []);
  if (Array.isArray(value)) return recordPieces({ list: value });
  if (!isRecord(value)) return value === null ? [] : statement(String(value), []);
  return conversationPieces(value) ?? graphPieces(value) ?? recordPieces(value);
}
