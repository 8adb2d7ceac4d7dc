import type { StateBlock } from 'markdown-it';

/** Lines without the mark of a quote that may belong to one, for each document. Beyond this many none does. */
const maxContinued = 30_000;
const continued = new WeakMap<StateBlock, number>();

/**
 * The line before which a quote surely ends, by CommonMark: only a paragraph continues in a line without the mark of a
 * quote, and none is open after a heading, a rule, an empty line, or in code or HTML.
 */
export function quoteEnd(state: StateBlock, startLine: number, endLine: number): number {
  const { src, bMarks, eMarks, tShift } = state;
  let first: number | undefined;
  /** A list or HTML began: what looks like code may be a part of it. */
  let isUnsure = false;
  let fence: string | undefined;
  let fenceDepth = 0;
  let hasParagraph = false;
  for (let line = startLine; line < endLine; line++) {
    const text = src.slice(
      bMarks[line]! + tShift[line]!,
      Math.min(eMarks[line]!, bMarks[line]! + tShift[line]! + looked),
    );
    if (!text.startsWith('>')) {
      const passed = (continued.get(state) ?? 0) + 1;
      if (!hasParagraph || text.trim() === '') return line;
      if (passed > maxContinued) return first ?? line;
      first ??= line;
      continued.set(state, passed);
      continue;
    }
    const marks = text.match(quoteMark) ?? [];
    // A quote within this one has ended, and its code with it.
    if (marks.length < fenceDepth) fence = undefined;
    // Further marks are a part of the code.
    const depth = fence === undefined ? marks.length : fenceDepth;
    const content = text.slice(marks.slice(0, depth).join('').length);
    isUnsure ||= fence === undefined && (listMarks.test(content) || /^ {0,3}</.test(content));
    const mark = isUnsure ? null : /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/.exec(content);
    if (fence !== undefined) {
      if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === '') fence = undefined;
      hasParagraph = false;
    } else if (mark) {
      fence = mark[1];
      fenceDepth = depth;
      hasParagraph = false;
    } else hasParagraph = !startsNoParagraph(content);
  }
  return endLine;
}

/** UTF-16 units of a line that are looked at. */
const looked = 500;
const quoteMark = / {0,3}> ?/gy;
const listMarks = /^(?: {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4})+/;
const blockTags =
  'address|article|aside|blockquote|body|center|details|dialog|div|dl|dt|dd|fieldset|figure|footer|form|h[1-6]|header|hr|html|iframe|legend|li|main|nav|ol|p|pre|script|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul';
const htmlBlock = new RegExp(`^ {0,3}<(?:!--|\\?|![a-z[]|/?(?:${blockTags})(?=[\\s/>]|$))`, 'i');

/** Whether a line of a quote surely leaves no paragraph open. */
function startsNoParagraph(content: string): boolean {
  if (content.trim() === '') return true;
  const inner = content.replace(listMarks, '');
  return /^ {0,3}(?:#{1,6}(?:[ \t]|$)|`{3}[^`]*$|~{3}|(?:[-*_][ \t]*){3,}$)/.test(inner) || htmlBlock.test(inner);
}
