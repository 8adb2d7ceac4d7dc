import { listItem } from '../../text/bullets.ts';
import { isLeadIn, unwrap } from '../../text/prose.ts';
import type { Line } from '../../text/turns.ts';

/** A part of a text that is split separately. */
export interface Block {
  /** `table` is never split; `code` is stored only in a text without other statements. */
  kind: 'paragraph' | 'item' | 'table' | 'code';
  text: string;
  /** For an item: the line that opened the list; it explains when it ended in a colon. */
  intro?: { text: string; explains: boolean } | undefined;
  heading?: string | undefined;
}

const tableRow = /^\s*\|.*\|\s*$/u;
/** A line of this length without a final full stop was wrapped by an editor, not ended by its writer. */
const wrappedLength = 55;
const sentenceEnd = /[.!?。！？؟:;…"')\]]$/u;
/** An intro longer than this is a statement of its own. */
const maxIntroLength = 100;

/** Splits a text by its lines: headings, list items, paragraphs (wrapped lines joined), code and tables unchanged. */
export function splitBlocks(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let heading: string | undefined;
  let intro: Block['intro'];
  let isOpen = false;
  let parts: string[] = [];
  const close = () => {
    const last = blocks.at(-1);
    if (last) last.text = last.kind === 'table' || last.kind === 'code' ? parts.join('\n') : unwrap(parts);
  };
  const open = (block: Omit<Block, 'text'>, line: string) => {
    close();
    blocks.push({ ...block, text: line, heading });
    parts = [line];
    isOpen = true;
  };
  let wrapped = false;
  let lineBefore = '';
  for (const { text: line, isCode } of lines) {
    const kind = blocks.at(-1)?.kind;
    const titled = isCode ? undefined : headingOf(line);
    const item = listItem(line, { loose: true });
    if (isCode) {
      if (isOpen && kind === 'code') parts.push(line);
      else open({ kind: 'code' }, line);
    } else if (line.trim() === '') {
      isOpen = false;
    } else if (titled !== undefined) {
      heading = titled;
      intro = { text: titled.replace(/:$/u, ''), explains: false };
      isOpen = false;
    } else if (tableRow.test(line)) {
      if (isOpen && kind === 'table') parts.push(line);
      else open({ kind: 'table' }, line);
    } else if (item !== undefined) {
      close();
      const said = takeIntro(blocks);
      if (said) {
        heading = said.text;
        parts = [blocks.at(-1)?.text ?? ''];
      }
      intro = said ?? intro;
      open({ kind: 'item', intro }, item.trim());
    } else if (isOpen && kind && continues(kind, line, lineBefore, wrapped)) {
      parts.push(line.trim());
      wrapped = true;
    } else {
      if (kind === 'item' && !isOpen) intro = undefined;
      open({ kind: 'paragraph' }, line.trim());
      wrapped = false;
    }
    lineBefore = line.trim();
  }
  close();
  return blocks;
}

/** The words of a Markdown heading. */
function headingOf(line: string): string | undefined {
  const mark = /^\s{0,3}#{1,6}\s/u.exec(line)?.[0];
  const words = mark === undefined ? '' : line.slice(mark.length).trim();
  let end = words.length;
  while (words[end - 1] === '#') end--;
  return words.slice(0, end).trimEnd() || (mark === undefined ? undefined : words || undefined);
}

/** Whether a line belongs to the block before it: an indented line of an item, or the rest of a wrapped paragraph. */
function continues(kind: Block['kind'], line: string, lineBefore: string, wrapped: boolean): boolean {
  if (kind === 'item') return /^\s{2,}/u.test(line);
  return kind === 'paragraph' && lineBefore.length >= wrappedLength && (wrapped || !sentenceEnd.test(lineBefore));
}

/** A short line with a colon before a list is the label of the list. */
function takeIntro(blocks: Block[]): Block['intro'] {
  const last = blocks.at(-1);
  if (last?.kind !== 'paragraph' || last.text.length > maxIntroLength || !isLeadIn(last.text)) return undefined;
  blocks.pop();
  return { text: last.text.replace(/[:：]$/u, ''), explains: true };
}
