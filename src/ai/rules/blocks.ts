/** A part of a text that is split further by itself. */
export interface Block {
  /** `verbatim` is never split: code, JSON, tables. */
  kind: 'paragraph' | 'item' | 'verbatim';
  text: string;
  /** For an item: the line that opened the list; it explains when it ended in a colon. */
  intro?: { text: string; explains: boolean } | undefined;
  heading?: string | undefined;
}

const bullet = /^\s*(?:[-*+•‣▪◦–]|\d{1,3}[.)]|\p{L}\)|\[[ xX]?\])\s+(?:\[[ xX]?\]\s+)?/u;
const headingLine = /^\s{0,3}#{1,6}\s+(.+?)\s*#*$/u;
const fence = /^\s*(```|~~~)/u;
const tableRow = /^\s*\|.*\|\s*$/u;
/** A line of this length that ends without a full stop was broken by its width, not by its writer. */
const wrappedLength = 55;
const sentenceEnd = /[.!?。！？؟:;…"')\]]\s*$/u;
/** An intro longer than this is a statement of its own. */
const longestIntro = 100;

/** Splits a text by its lines: headings, list items, paragraphs (wrapped lines joined), code and tables as they are. */
export function splitBlocks(text: string): Block[] {
  if (isJson(text)) return [{ kind: 'verbatim', text: text.trim() }];
  const blocks: Block[] = [];
  let heading: string | undefined;
  let intro: Block['intro'];
  let isOpen = false;
  const open = (block: Block) => {
    blocks.push({ ...block, heading });
    isOpen = true;
  };
  const append = (line: string, glue: string) => {
    const last = blocks.at(-1);
    if (last) last.text += glue + line;
  };
  let inFence = false;
  let wrapped = false;
  let lineBefore = '';
  for (const line of text.replace(/\r\n?|\u2028|\u2029/gu, '\n').split('\n')) {
    const last = blocks.at(-1);
    const titled = line.match(headingLine)?.[1];
    if (inFence || fence.test(line)) {
      if (inFence) append(line, '\n');
      else open({ kind: 'verbatim', text: line });
      if (fence.test(line)) inFence = !inFence;
      isOpen = inFence;
    } else if (line.trim() === '') {
      isOpen = false;
    } else if (titled !== undefined) {
      heading = titled;
      intro = { text: titled.replace(/:$/u, ''), explains: false };
      isOpen = false;
    } else if (tableRow.test(line)) {
      if (isOpen && last?.kind === 'verbatim') append(line, '\n');
      else open({ kind: 'verbatim', text: line });
    } else if (bullet.test(line)) {
      const said = takeIntro(blocks);
      if (said) heading = said.text;
      intro = said ?? intro;
      open({ kind: 'item', text: line.replace(bullet, '').trim(), intro });
    } else if (isOpen && last && continues(last, line, lineBefore, wrapped)) {
      append(line.trim(), ' ');
      wrapped = true;
    } else {
      if (last?.kind === 'item' && !isOpen) intro = undefined;
      open({ kind: 'paragraph', text: line.trim() });
      wrapped = false;
    }
    lineBefore = line.trim();
  }
  return blocks;
}

/** Whether a line belongs to the block before it: an indented line of an item, or the rest of a wrapped paragraph. */
function continues({ kind }: Block, line: string, lineBefore: string, wrapped: boolean): boolean {
  if (kind === 'item') return /^\s{2,}/u.test(line);
  return kind === 'paragraph' && lineBefore.length >= wrappedLength && (wrapped || !sentenceEnd.test(lineBefore));
}

/** A short line with a colon before a list is no statement but says what the list is of. */
function takeIntro(blocks: Block[]): Block['intro'] {
  const last = blocks.at(-1);
  if (last?.kind !== 'paragraph' || !/[:：]$/u.test(last.text) || last.text.length > longestIntro) return undefined;
  blocks.pop();
  return { text: last.text.replace(/[:：]$/u, ''), explains: true };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/u.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
