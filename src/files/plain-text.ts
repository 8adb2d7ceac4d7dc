import { listItem } from '../text/bullets.ts';
import { areSentences, isLeadIn, packSentences, splitLeadIn, unwrap } from '../text/prose.ts';
import type { Speaker } from '../text/speakers.ts';
import { saidTask } from '../text/tasks.ts';
import { splitTurns } from '../text/turns.ts';
import { limits, refuseBeyond } from './limits.ts';
import { maxBody, type Piece, proseTarget } from './piece.ts';

/**
 * Plain text as pieces: paragraphs, list items, and single statements where each line is one. In a chat transcript,
 * texts are below their speakers' names, and a piece has one speaker.
 */
export function splitText(text: string, context: readonly string[] = []): Piece[] {
  const turns = splitTurns(text.split('\n').map((line) => ({ text: line, isCode: false })));
  if (!turns.some(({ speaker }) => speaker)) return splitProse(text, context);
  /** The user talks with an assistant. */
  const isTalk = ['user', 'assistant'].every((role) => turns.some(({ speaker }) => speaker?.role === role));
  return turns.flatMap(({ speaker, lines }): Piece[] => {
    const said = lines.map((line) => line.text).join('\n');
    const pieces = splitProse(said, speaker ? [...context, isTalk ? nameOf(speaker) : speaker.name] : context);
    if (!speaker) return pieces;
    if (!isTalk || speaker.role === 'other') return pieces.map((piece) => ({ ...piece, isOfPerson: true }));
    return pieces.map((piece) => ({ ...piece, ...(speaker.role === 'user' ? { said: true } : { isAnswer: true }) }));
  });
}

/** As in conversations of exports, whose users and assistants have one name each. */
function nameOf({ role, name }: Speaker): string {
  return role === 'user' ? 'User' : role === 'assistant' ? 'Assistant' : name;
}

/** As `splitText`, without looking for speakers. */
export function splitProse(text: string, context: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  // The introduction of the next list; without a list it is a statement like any other.
  let announced: string | undefined;
  const state = (body: string, above: readonly string[] = []) => {
    for (const part of packSentences(body, proseTarget, maxBody)) {
      pieces.push({ body: part, context: [...context, ...above] });
    }
    refuseBeyond(limits.statements, pieces.length, 'statements');
  };
  for (const lines of paragraphs(text)) {
    const list = listIn(lines);
    if (list) {
      const above = [announced, list.leadIn].filter((one) => one !== undefined && one !== '') as string[];
      for (const item of list.items) state(saidTask(item), above);
      announced = undefined;
      continue;
    }
    if (announced !== undefined) state(announced);
    announced = undefined;
    for (const statement of statements(lines)) {
      if (announced !== undefined) state(announced);
      announced = undefined;
      if (!isLeadIn(statement)) {
        state(statement);
        continue;
      }
      const { said, leadIn } = splitLeadIn(statement);
      if (said !== '') state(said);
      announced = leadIn;
    }
  }
  if (announced !== undefined) state(announced);
  return pieces;
}

function* paragraphs(text: string): Generator<string[]> {
  let open: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() !== '') open.push(line.trimEnd());
    else if (open.length > 0) {
      yield open;
      open = [];
    }
  }
  if (open.length > 0) yield open;
}

/** The list that a paragraph is, or that it announces in its first lines. */
function listIn(lines: string[]): { leadIn: string; items: string[] } | undefined {
  const first = lines.findIndex((line) => listItem(line) !== undefined);
  if (first < 0) return undefined;
  const leadIn = unwrap(lines.slice(0, first));
  return first === 0 || isLeadIn(leadIn) ? { leadIn, items: items(lines.slice(first)) } : undefined;
}

/** List items, with their continuation lines. */
function items(lines: string[]): string[] {
  const found: string[][] = [];
  for (const line of lines) {
    const item = listItem(line);
    if (item !== undefined || found.length === 0) found.push([item ?? line]);
    else found.at(-1)?.push(line);
  }
  return found.map(unwrap);
}

function statements(lines: string[]): string[] {
  if (lines.length === 1) return [unwrap(lines)];
  if (areSentences(lines)) return lines.map((line) => line.trim());
  return [isWrapped(lines) ? unwrap(lines) : lines.join('\n').trim()];
}

/** Whether the lines were broken by an editor's margin and not on purpose. */
function isWrapped(lines: string[]): boolean {
  const lengths = lines.map((line) => line.length);
  const widest = Math.max(...lengths.slice(0, 10_000));
  return widest >= 50 && lengths.slice(0, -1).every((length) => length >= widest * 0.6);
}
