import type { Piece } from '../piece.ts';
import { maxBody } from '../piece.ts';

/** A footnote's definition and the lines that continue its paragraph. */
const definition = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]+(\S.*)$/;
const mark = /(?<![ \t])[ \t]{0,20}\[\^([^\]\s]{1,100})\]/g;

export interface Footnotes {
  /** The document without the definitions that a sentence refers to. */
  text: string;
  notes: ReadonlyMap<string, string>;
}

/** Takes the footnotes of one paragraph out of a document, which are said with their sentence. Linear. */
export function takeFootnotes(text: string): Footnotes {
  if (!text.includes('[^')) return { text, notes: new Map() };
  const lines = text.split('\n');
  const marked = new Set(lines.flatMap((line) => (definition.test(line) ? [] : marksIn(line))));
  const notes = new Map<string, string>();
  const kept: string[] = [];
  let open: string | undefined;
  let isCode = false;
  for (const [i, line] of lines.entries()) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    const [all, label = '', said = ''] = isCode ? [] : (definition.exec(line) ?? []);
    const hasBlocks = /^(?: {4}|\t)\S/.test(lines[i + 2] ?? '') && (lines[i + 1] ?? '').trim() === '';
    if (all !== undefined && marked.has(label) && !notes.has(label) && !hasBlocks) {
      notes.set(label, said.trim());
      open = label;
    } else if (open !== undefined && /^\s+\S/.test(line) && !isCode)
      notes.set(open, `${notes.get(open)} ${line.trim()}`);
    else {
      open = undefined;
      kept.push(line);
    }
  }
  return { text: kept.join('\n'), notes };
}

function marksIn(line: string): string[] {
  return [...line.matchAll(mark)].map(([, label = '']) => label);
}

/** Puts each footnote in brackets behind the first sentence that has its mark; one too long for it follows as a piece. */
export function withFootnotes(pieces: readonly Piece[], notes: ReadonlyMap<string, string>): Piece[] {
  if (notes.size === 0) return [...pieces];
  const left = new Map(notes);
  return pieces.flatMap((piece) => {
    const plain = (part: string) => part.replace(mark, (whole, label: string) => (notes.has(label) ? '' : whole));
    const context = piece.context.map(plain);
    if (piece.body.startsWith('```') || !piece.body.includes('[^')) return [{ ...piece, context }];
    let room = maxBody - piece.body.length;
    const apart: Piece[] = [];
    const body = piece.body.replace(
      /([.!?。！？]?)(?<![ \t])[ \t]{0,20}\[\^([^\]\s]{1,100})\]([.!?,;。！？]?)/g,
      (whole, before: string, label: string, after: string) => {
        if (!notes.has(label)) return whole;
        const said = left.get(label);
        left.delete(label);
        if (said === undefined) return `${before}${after}`;
        room -= said.length;
        if (room < 0) apart.push({ ...piece, context, body: said.slice(0, maxBody) });
        return room < 0 ? `${before}${after}` : `${before}${after} (${said})`;
      },
    );
    return [{ ...piece, context, body }, ...apart];
  });
}
