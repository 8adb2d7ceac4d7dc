import { splitSentences } from './sentences.ts';

/**
 * Cuts prose: between sentences, else between words, else between characters. It works on a bounded window, so a line
 * of megabytes takes linear time.
 */

/** Cuts a text into parts of about `target` and never more than `limit` UTF-16 units. */
export function packSentences(text: string, target: number, limit: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (from < text.length) {
    const size = text.length - from <= target ? text.length - from : cut(text, from, target, limit);
    const part = text.slice(from, from + size).trim();
    if (part !== '') parts.push(part);
    from += size;
  }
  return parts;
}

/** How much to take from `from` on: up to the last end of a sentence within target, else the first within limit. */
function cut(text: string, from: number, target: number, limit: number): number {
  const near = splitSentences(text.slice(from, from + target));
  const whole = near.slice(0, -1).join('').length;
  if (whole > 0) return whole;
  if (text.length - from <= limit && splitSentences(text.slice(from)).length === 1) return text.length - from;
  const window = text.slice(from, from + limit);
  const far = splitSentences(window);
  if (far.length > 1) return far[0]?.length ?? limit;
  const space = window.search(/\s\S*$/u);
  if (space > 0) return space + 1;
  const splitsPair = /[\uD800-\uDBFF]$/.test(window);
  return splitsPair ? window.length - 1 : window.length;
}

/** Cuts lines (code, a long table) into blocks of at most `limit` units; a longer line is cut within. */
export function packLines(text: string, limit: number): string[] {
  const blocks: string[] = [];
  let open: string[] = [];
  let size = 0;
  for (const line of text.split('\n').flatMap((one) => (one.length > limit ? packSentences(one, limit, limit) : one))) {
    if (size + line.length + 1 > limit && open.length > 0) {
      blocks.push(open.join('\n'));
      open = [];
      size = 0;
    }
    open.push(line);
    size += line.length + 1;
  }
  blocks.push(open.join('\n'));
  return blocks;
}

/** Whether two characters that a line break separated are written without a space between them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uff60]/u;

/** Whether each of several lines is a sentence of its own: no margin breaks lines at the ends of sentences alone. */
export function areSentences(lines: readonly string[]): boolean {
  const isSentence = (line: string) =>
    /[.!?。！？…]["')\]”’»」*_]*$/u.test(line.trim()) && (line.trim().includes(' ') || unspaced.test(line));
  return lines.length > 1 && lines.every(isSentence);
}

/** Joins soft-wrapped lines into one. */
export function unwrap(lines: readonly string[]): string {
  const parts: string[] = [];
  let before = '';
  for (const line of lines.map((one) => one.trim()).filter((one) => one !== '')) {
    const glued = before === '' || (unspaced.test(before.at(-1) ?? '') && unspaced.test(line[0] ?? ''));
    parts.push(glued ? line : ` ${line}`);
    before = line;
  }
  return parts.join('');
}

/** Whether a text announces the next one, such as "We use the following tools:". */
export function isLeadIn(text: string): boolean {
  return /[:：]\s*$/u.test(text);
}

/** Splits "We looked at it. We use these:" into the statement and the announcement. */
export function splitLeadIn(text: string): { said: string; leadIn: string } {
  const parts = text.length > 4_000 ? [text] : splitSentences(text);
  return { said: parts.slice(0, -1).join('').trim(), leadIn: (parts.at(-1) ?? '').trim() };
}
