import type { StateBlock } from 'markdown-it';

/**
 * The line before which a quote surely ends, by CommonMark: only a paragraph continues in a line without the mark of a
 * quote, and none is open after a heading, a rule, an empty line, or in code or HTML.
 */
export function quoteEnd({ src, bMarks, eMarks, tShift }: StateBlock, startLine: number, endLine: number): number {
  let fence: string | undefined;
  let fenceDepth = 0;
  let hasParagraph = false;
  for (let line = startLine; line < endLine; line++) {
    const text = src.slice(
      bMarks[line]! + tShift[line]!,
      Math.min(eMarks[line]!, bMarks[line]! + tShift[line]! + looked),
    );
    if (!text.startsWith('>')) {
      if (!hasParagraph) return line;
      continue;
    }
    const marks = quoteMarks.exec(text)?.[0] ?? '';
    const depth = marks.replace(/ /g, '').length;
    const content = text.slice(marks.length);
    // A quote within this one has ended, and its code with it.
    if (depth < fenceDepth) fence = undefined;
    const mark = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/.exec(content);
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
const quoteMarks = /^(?: {0,3}> ?)+/;
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
