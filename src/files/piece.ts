import { createHash } from 'node:crypto';
import type { SaidBy } from '../domain/ai.ts';
import { importedTags, type Metadata, mendedMetadata } from '../domain/labels.ts';
import type { Importance } from '../domain/memory.ts';
import { maxContentLength } from '../domain/memory.ts';
import { contentIdentity, foldCase, mended } from '../domain/text.ts';

/** One statement of a document, with the context that its reader would know. */
export interface Piece {
  /** The text; a soft-wrapped paragraph is one line. */
  body: string;
  /** Headings, lead-ins ("We use:") and parent list items above it, outermost first. */
  context: readonly string[];
  /** Data that the document gives for the piece. */
  category?: string | undefined;
  /** Its tags there. Without a category, the first that is one of the character's decides. */
  tags?: readonly string[] | undefined;
  importance?: Importance | undefined;
  salience?: number | undefined;
  /** The user's words in a conversation: each of their statements is a memory, and the rest is left out. */
  said?: true;
  /** An assistant's answer in a conversation. */
  isAnswer?: true;
  /** What somebody says in a conversation of people. */
  isOfPerson?: true;
  /** The product whose export has the conversation, such as ChatGPT. */
  product?: string;
  /** ISO-8601 instant. */
  occurredAt?: string | undefined;
  validUntil?: string | undefined;
  /** The `replacementKey` of the text that says what holds instead. */
  replacedBy?: string | undefined;
  sessionId?: string | undefined;
  metadata?: Metadata | undefined;
  /** A whole document: a category that the character lacks is no context of its text. */
  isWhole?: true;
  /** Its position in the document, from 1, if known. */
  line?: number | undefined;
}

/** What the document says of a piece beside its text and labels. */
export function statedOf({ importance, salience, occurredAt, validUntil }: Piece) {
  return { importance, salience, occurredAt, validUntil };
}

export function saidBy({ said, isAnswer, isOfPerson }: Piece): SaidBy | undefined {
  if (said) return 'user';
  return isAnswer ? 'assistant' : isOfPerson && 'people';
}

/** The most that the context may take of a memory, in UTF-16 units. */
const maxContext = 1_000;
const maxContextPart = 300;

/** The most UTF-16 units of a body, so that with its context it is a valid content. */
export const maxBody = maxContentLength - maxContext - 10;
/** Prose longer than this (UTF-16 units) is cut between sentences: a memory should be one thing, and cheap to recall. */
export const proseTarget = 1_500;

/** A piece as the text of a memory. `category` is given if the document names one of the character's. */
export interface RenderedPiece {
  content: string;
  category?: string;
}

/**
 * The stored text of a piece: `Project › Deployment › Staging: only from main`. A context part that names a category of
 * the character becomes the category and is not repeated in the text.
 */
export function render(piece: Piece, categories: readonly string[]): RenderedPiece {
  const known = new Map(categories.map((name) => [foldCase(name), name]));
  const singulars = new Map(categories.map((name) => [singular(name), name]));
  const categoryOf = (part: string) => known.get(foldCase(bare(part)));
  // Other products use "decision" for "decisions" here.
  const filedUnder = (name: string) => known.get(foldCase(name.trim())) ?? singulars.get(singular(name));
  const named = piece.category === undefined ? undefined : filedUnder(piece.category);
  // A category that the character lacks still describes the piece.
  const needsNoContext = piece.isWhole || piece.category === undefined || named !== undefined;
  const context = needsNoContext ? piece.context : [piece.category?.trim() ?? '', ...piece.context];
  const tagged = (piece.tags ?? []).map(filedUnder).find((name) => name !== undefined);
  const category = named ?? context.map(categoryOf).findLast((name) => name !== undefined) ?? tagged;
  const shown = context.filter((part) => part !== '' && categoryOf(part) === undefined);
  const content = withContext(shown, piece.body);
  return category === undefined ? { content } : { content, category };
}

function withContext(given: readonly string[], body: string): string {
  const isSaid = given.length > 0 && beginsWith(body, given.at(-1) as string);
  const context = isSaid ? given.slice(0, -1) : given;
  if (context.length === 0) return body;
  const path = shorten(context.map((part) => closed(short(part)))).join(' › ');
  const separator = body.startsWith('```') ? ':\n' : /[?!？！]$/u.test(path) ? ' ' : ': ';
  return `${path}${separator}${body}`;
}

/** "Atlas uses PostgreSQL" below the heading "Atlas" says it already. */
function beginsWith(body: string, part: string): boolean {
  const heading = foldCase(bare(part));
  return heading !== '' && foldCase(body).startsWith(heading) && /^[\s,]/u.test(foldCase(body).slice(heading.length));
}

/** Without the end mark that would be before the separator. */
function closed(part: string): string {
  return part.replace(/(?<![\s.:;,。：；，])[\s.:;,。：；，]+$/u, '');
}

function singular(name: string): string {
  return foldCase(name.trim()).replace(/s$/u, '');
}

/** A heading as a name: without a leading emoji or number, closing colon and emphasis. */
function bare(part: string): string {
  return closed(part)
    .replace(/^[^\p{L}\p{N}]+|(?<![*_`\s])[*_`\s]+$/gu, '')
    .replace(/^\d+[.)]\s+/u, '');
}

function short(part: string): string {
  if (part.length <= maxContextPart) return part;
  const cut = part.slice(0, maxContextPart).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxContextPart / 2)).replace(/\uFFFD$/u, '')}…`;
}

/** Keeps the outermost part and as many of the innermost as fit. */
function shorten(parts: string[]): string[] {
  const chosen: string[] = [];
  let room = maxContext - (parts[0]?.length ?? 0);
  for (const part of parts.slice(1).toReversed()) {
    room -= part.length + 3;
    if (room < 0) return [...parts.slice(0, 1), '…', ...chosen];
    chosen.unshift(part);
  }
  return [...parts.slice(0, 1), ...chosen];
}

/**
 * The keys by which two pieces are the same: with their context, and without it (a piece that moved below another
 * heading).
 */
export interface PieceKeys {
  key: string;
  bodyKey: string;
}

export function pieceKeys(piece: Piece): PieceKeys {
  const { body, context, isWhole, category, tags, metadata, validUntil, importance, salience } = piece;
  const text = contentIdentity(body);
  // What the front matter of a whole document says may change alone.
  const said = isWhole ? [JSON.stringify([category, tags, metadata, validUntil, importance, salience])] : [];
  return { key: hash([...said, ...context.map(contentIdentity), text].join('\0')), bodyKey: hash(text) };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** The most of a heading that is used; a longer one would be compared again for each piece below it. */
const maxContextLength = 1_000;

/**
 * A piece with valid texts: an escape in JSON or HTML may stand for a control character. The context is cut to a length
 * that still distinguishes places.
 */
export function mendedPiece(piece: Piece): Piece {
  const { body, context, category, tags, metadata, sessionId } = piece;
  return {
    ...piece,
    body: mended(body),
    context: context.map((part) => mended(part.slice(0, maxContextLength))),
    ...(category !== undefined && { category: mended(category) }),
    ...(tags !== undefined && { tags: importedTags(tags) }),
    ...(metadata !== undefined && { metadata: mendedMetadata(metadata) }),
    ...(sessionId !== undefined && { sessionId: mended(sessionId) }),
  };
}

/**
 * The pieces without repetitions at the same place. Compares their keys and their stored texts (`# a` over `b: c` and
 * `# a: b` over `c` are one memory).
 */
export function distinct(pieces: readonly Piece[]): Piece[] {
  const keys = new Set<string>();
  const texts = new Set<string>();
  return pieces.filter((piece) => {
    const { key } = pieceKeys(piece);
    const text = contentIdentity(render(piece, []).content);
    if (keys.has(key) || texts.has(text)) return false;
    keys.add(key);
    texts.add(text);
    return true;
  });
}
