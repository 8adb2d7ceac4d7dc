import type { Memory } from '../../client/api.ts';
import { shortened } from '../format.ts';

/** A piece of a text with its style. */
interface Piece {
  text: string;
  as?: 'b' | 'code' | 'i';
}

/**
 * The inline marks of Markdown: code, strong and emphasised words, links by their text, images by their alternative text,
 * and the HTML that stands for them. A mark that is not closed on its line is plain text.
 */
const marks = [
  /`([^`\n]{1,400})`/u,
  /\*\*(?=\S)([^*\n]{1,400}?)(?<=\S)\*\*/u,
  /(?<![\p{L}\p{N}_])__(?=\S)([^_\n]{1,400}?)(?<=\S)__(?![\p{L}\p{N}_.])/u,
  /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,400}?)(?<=\S)\*(?![\p{L}\p{N}*])/u,
  /!?\[([^\]\n]{1,400})\]\([^()\s]{1,2000}(?: "[^"\n]{0,200}")?\)/u,
  /<[bB][rR] *\/?>/u,
  /<(?<tag>a|b|em|i|p|s|small|span|strong|sub|sup|u)(?: [^<>\n]{0,200})?>([^<\n]{1,400})<\/\k<tag>>/u,
];
const inline = new RegExp(marks.map(({ source }) => source).join('|'), 'gu');

/** Code fences, lines across, the marks of a heading or a quotation, and the line below the head of a table. */
const lineMarks =
  /^[ \t]*(?:(?:```|~~~)[^\n]*$|(?:#{1,6}|>)[ \t]+|([-*_])(?:[ \t]?\1){2,}[ \t]*$|(?:\|[ \t]*)?:?-{2,}:?[ \t]*\|(?:[ \t]*:?-{2,}:?[ \t]*\|)*[-: \t]*(?:\n|$))/gmu;
const tableRow = /^[ \t]*\|([^\n]*)\|[ \t]*$/gmu;
const starItem = /^([ \t]*)\*[ \t]+/gmu;

/** A text's pieces with light Markdown, without links and HTML. */
export function markdownPieces(text: string): Piece[] {
  const plain = text
    .replaceAll(lineMarks, '')
    .replaceAll(tableRow, (_, cells: string) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .join(' · '),
    )
    .replaceAll(starItem, '$1• ');
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of plain.matchAll(inline)) {
    const [whole, code, strong, under, emphasised, link, , inner = ''] = found;
    if (found.index > end) pieces.push({ text: plain.slice(end, found.index) });
    if (code !== undefined) pieces.push({ text: code, as: 'code' });
    else if (strong !== undefined || under !== undefined) pieces.push({ text: strong ?? under ?? '', as: 'b' });
    else if (emphasised !== undefined) pieces.push({ text: emphasised, as: 'i' });
    else if (/^<br/iu.test(whole)) pieces.push({ text: '\n' });
    else pieces.push(...markdownPieces(link ?? inner));
    end = found.index + whole.length;
  }
  if (end < plain.length) pieces.push({ text: plain.slice(end) });
  return pieces;
}

/** Without marks that are closed in another part of the text that this one is cut from. */
export function withoutCutMarks(text: string): string {
  const isCut = (text.match(/\*\*/gu) ?? []).length % 2 === 1;
  return isCut ? text.replace(/^\*\*(?=[^\s*\p{Ll}])|(?<=[^\s*])\*\*$/u, '') : text;
}

/** What a text says without its Markdown, for rows of one to three lines. */
export function plainText(text: string): string {
  return markdownPieces(withoutCutMarks(text))
    .map((piece) => piece.text)
    .join('');
}

/** A match further than this into a text hides the text's beginning in lists (UTF-16 units). */
const ahead = 160;

/** The part of a text that a list shows: from a little before the first match. */
export function excerptFrom(text: string, at: number): string {
  if (at <= ahead) return text;
  const from = text.indexOf(' ', at - ahead / 2);
  return `… ${text.slice(from > 0 && from < at ? from + 1 : at)}`;
}

/** UTF-16 units in which a heading path ends, those of an only heading, and those of the least text below a title. */
const [maxPath, maxHeading, leastBelow] = [400, 100, 12];
/** A letter that says about as much as three of others. */
const dense = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu;
const isLong = (text: string) => text.replaceAll(dense, '$&$&$&').length >= leastBelow;

/** Whether a memory is a piece of a document, which stands under its headings. */
export const isOfDocument = ({ source, sessionId }: Pick<Memory, 'source' | 'sessionId'>) =>
  (source.kind === 'file' || source.kind === 'import') && sessionId === undefined;

/**
 * What a text stands under, as its import wrote it: the headings of a document, “Handbook › Disks: the text”, or the title
 * of a conversation, “Lisbon trip › the text”.
 * @param isPiece of a document: a single heading is one too, “Disks: The text”
 */
export function pathIn(content: string, isPiece = false): { path?: string; text: string } {
  const headed = headedIn(content);
  const { path, text } = (headed.path === undefined && isPiece && belowOne(content)) || headed;
  if (path === undefined) return { text: withoutRepeated(text) };
  const above = path.split(' › ');
  if (!startsWith(text, above.at(-1)!)) return { path, text };
  return above.length === 1 ? { text } : { path: above.slice(0, -1).join(' › '), text };
}

/** A memory's text for a field, what it stands under, and how that is written before it: what a save puts there again. */
export function partsOf({
  content,
  source,
  sessionId,
}: Pick<Memory, 'content'> & Partial<Pick<Memory, 'source' | 'sessionId'>>) {
  const { text } = pathIn(content, source !== undefined && isOfDocument({ source, sessionId }));
  const before = content.slice(0, content.length - text.length);
  const path = before.trim().replace(/(?::| ›)$/u, '');
  return { path: path || undefined, text, before };
}

/** The longest name before a text that is looked at (UTF-16 units). */
const maxName = 60;

/** "Atlas: Atlas uses Redis" without the name that the text begins with anyway. */
function withoutRepeated(text: string): string {
  const end = text.slice(0, maxName).indexOf(': ');
  return end > 0 && startsWith(text.slice(end + 2), text.slice(0, end)) ? text.slice(end + 2) : text;
}

/** Whether a text begins with a name as whole words. */
function startsWith(text: string, name: string): boolean {
  const isName = text.slice(0, name.length).toLowerCase() === name.toLowerCase();
  return isName && !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(name.length));
}

/** How a sentence begins, and a row of a table, “Service: api; Port: 8080”. */
const [beginning, row] = [/^[\p{Lu}\p{Lo}*_`"“«„]/u, /^[^:;\n]{1,40}: [^:;\n]*; [^:;\n]{1,40}: /u];

/** A text under a single heading. */
function belowOne(content: string): { path: string; text: string } | undefined {
  if (row.test(content)) return undefined;
  for (const { index } of content.slice(0, maxHeading).matchAll(/(?<![.!?。！？]\s[^:]*): /gu)) {
    const text = content.slice(index + 2);
    if (isLong(text) && beginning.test(text)) return { path: content.slice(0, index), text };
  }
  return undefined;
}

function headedIn(content: string): { path?: string; text: string } {
  const last = content.lastIndexOf(' › ', maxPath);
  if (last < 0) return { text: content };
  const below = content.slice(last + 3);
  const end = /[:?？][ \n]/u.exec(below.slice(0, maxPath));
  // Neither “[image: a photo]” nor several sentences are a heading.
  if (end && !/\[|[.!。！]\s/u.test(below.slice(0, end.index))) {
    // A colon only separates; the end of a question belongs to its heading.
    const at = last + 3 + end.index;
    const text = content.slice(at + 2).trimStart();
    if (text !== '') return { path: content.slice(0, end[0].startsWith(':') ? at : at + 1), text };
  }
  return !isLong(below) ? { text: content } : { path: content.slice(0, last), text: below.trimStart() };
}

/** A text without what it stands under, cut, for where a line has no room for both. @param isPiece as in `pathIn` */
export function shortText(content: string, length: number, isPiece = false): string {
  return shortened(plainText(pathIn(content, isPiece).text).replaceAll(/\s+/gu, ' '), length);
}
