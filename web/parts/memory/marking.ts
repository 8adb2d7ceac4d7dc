/** A piece of a text with its style. */
interface Piece {
  text: string;
  as?: 'b' | 'code' | 'i';
}

/**
 * The inline marks of Markdown: code, strong and emphasised words, links by their text, images by their alternative text.
 * A mark that is not closed on its line is plain text.
 */
const marks = [
  /`([^`\n]{1,400})`/u,
  /\*\*(?=\S)([^*\n]{1,400}?)(?<=\S)\*\*/u,
  /(?<![\p{L}\p{N}_])__(?=\S)([^_\n]{1,400}?)(?<=\S)__(?![\p{L}\p{N}_.])/u,
  /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,400}?)(?<=\S)\*(?![\p{L}\p{N}*])/u,
  /!?\[([^\]\n]{1,400})\]\([^()\s]{1,2000}(?: "[^"\n]{0,200}")?\)/u,
];
const inline = new RegExp(marks.map(({ source }) => source).join('|'), 'gu');

/** Code fences, and the marks of a heading, a quotation or an item. */
const lineMarks = /^[ \t]*(?:(?:```|~~~)[^\n]*$|(?:#{1,6}|>)[ \t]+)/gmu;

/** A text's pieces with light Markdown, without links and HTML. */
export function markdownPieces(text: string): Piece[] {
  const plain = text.replaceAll(lineMarks, '');
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of plain.matchAll(inline)) {
    const [whole, code, strong, under, emphasised, link = ''] = found;
    if (found.index > end) pieces.push({ text: plain.slice(end, found.index) });
    if (code !== undefined) pieces.push({ text: code, as: 'code' });
    else if (strong !== undefined || under !== undefined) pieces.push({ text: strong ?? under ?? '', as: 'b' });
    else if (emphasised !== undefined) pieces.push({ text: emphasised, as: 'i' });
    else pieces.push(...markdownPieces(link));
    end = found.index + whole.length;
  }
  if (end < plain.length) pieces.push({ text: plain.slice(end) });
  return pieces;
}

/** A match further than this into a text hides the text's beginning in lists (UTF-16 units). */
const ahead = 160;

/** The part of a text that a list shows: from a little before the first match. */
export function excerptFrom(text: string, at: number): string {
  if (at <= ahead) return text;
  const from = text.indexOf(' ', at - ahead / 2);
  return `… ${text.slice(from > 0 && from < at ? from + 1 : at)}`;
}

/** UTF-16 units in which a heading path ends. */
const maxPath = 400;

/** The headings that a text of a document stands under, as its import wrote them: “Handbook › Disks: the text”. */
export function pathIn(content: string): { path?: string; text: string } {
  const last = content.lastIndexOf(' › ', maxPath);
  if (last < 0) return { text: content };
  const end = /[:?!？！][ \n]/u.exec(content.slice(last, last + maxPath));
  // “[image: a photo]” is no heading.
  if (!end || content.slice(last, last + end.index).includes('[')) return { text: content };
  // A colon only separates; the end of a question belongs to its heading.
  const at = last + end.index;
  const text = content.slice(at + 2).trimStart();
  return text === '' ? { text: content } : { path: content.slice(0, end[0].startsWith(':') ? at : at + 1), text };
}
