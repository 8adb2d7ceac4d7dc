import { type ReadDocument, unreadable } from '../document.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { splitText } from '../plain-text.ts';
import { refuseUnbounded } from './pdf-bounds.ts';

interface TextItem {
  str: string;
  hasEOL: boolean;
  /** Affine matrix of the glyphs; the last number is the distance from the page's lower edge. */
  transform: number[];
  height: number;
}

/**
 * A PDF's text by paragraphs, which are known by the distance between lines, below its title or else its file's name.
 * InvalidInput when it holds no text or one of unreadable signs, InvalidContent when it holds more than is read.
 */
export async function readPdf(name: string, bytes: Uint8Array): Promise<ReadDocument> {
  refuseUnbounded(bytes);
  const { getDocumentProxy } = await import('unpdf');
  // The library keeps and changes the bytes it gets; its warnings would go to standard output.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: unknown) => {
    const locked = error instanceof Error && error.name === 'PasswordException';
    throw unreadable(locked ? 'it is protected by a password' : 'it is no valid PDF');
  });
  try {
    refuseBeyond(limits.pages, pdf.numPages, 'pages');
    const pages: string[] = [];
    let size = 0;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pageText(pdf, number);
      size += page.length;
      refuseBeyond(limits.text, size, 'characters of text');
      if (page !== '') pages.push(page);
    }
    const text = joinPages(pages);
    if (text.trim() === '') throw unreadable('it holds no text (a scan?)');
    if (isGarbled(text)) throw unreadable('its fonts do not say which letters they show');
    return { pieces: splitText(text, [await titleOf(pdf, name)]) };
  } finally {
    await pdf.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

/** What programs write where nobody gave a title. */
const noTitle = [/^(?:untitled|microsoft word|document$)/i, /\.(?:doc|docx|pdf|tex|dvi|indd|odt|rtf)$/i];

async function titleOf(pdf: Pdf, name: string): Promise<string> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { Title: given } = info as { Title?: unknown };
  const title = typeof given === 'string' ? given.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  const isTelling = /\p{L}{2}/u.test(title) && title.length <= 200 && !noTitle.some((pattern) => pattern.test(title));
  return isTelling ? title : name.slice(name.lastIndexOf('/') + 1).replace(/\.pdf$/i, '');
}

/** Whether hardly anything is letters or digits, as where a font's signs have no known letters. */
function isGarbled(text: string): boolean {
  const signs = text.replace(/\s+/g, '');
  const known = signs.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
  return signs.length >= 40 && known < 0.4 * signs.length;
}

async function pageText(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return layOut((items as (TextItem | object)[]).filter((item) => 'str' in item));
  } catch {
    throw unreadable(`page ${number} is damaged`);
  }
}

/** Lines as they are on the page; an empty one where the gap to the next is wide. */
function layOut(items: TextItem[]): string {
  const lines: string[] = [];
  let line = '';
  let lastY: number | undefined;
  let lastHeight = 0;
  for (const { str, hasEOL, transform, height } of items) {
    const y = transform[5] ?? 0;
    if (str.trim() !== '') {
      if (line === '' && lastY !== undefined && Math.abs(lastY - y) > 1.7 * Math.max(lastHeight, height))
        lines.push('');
      lastY = y;
      lastHeight = height;
    }
    line += str;
    if (!hasEOL) continue;
    lines.push(line.trim());
    line = '';
  }
  if (line.trim() !== '') lines.push(line.trim());
  return withoutPageNumbers(lines)
    .filter((one) => !ofContents.test(one))
    .join('\n')
    .replace(/(\p{Ll})[-\u00AD]\n(?=\p{Ll})/gu, '$1')
    .replaceAll('\0', '')
    .toWellFormed();
}

/** A line of a table of contents: dots lead to a page. */
const ofContents = /(?:\. ?){6}\d{0,4}$/;

/** Without a number alone at the top or at the foot of a page. */
function withoutPageNumbers(lines: readonly string[]): readonly string[] {
  const isNumber = (line: string | undefined) => /^\d{1,4}$/.test(line ?? '');
  const from = isNumber(lines[0]) ? 1 : 0;
  const to = lines.length - (lines.length > from + 1 && isNumber(lines.at(-1)) ? 1 : 0);
  return lines.slice(from, to);
}

/** A sentence that runs over a page's end stays one. */
function joinPages(pages: readonly string[]): string {
  return pages
    .flatMap((page, i) => {
      const runsOn = /[\p{L},;]$/u.test(pages[i - 1]?.slice(-2) ?? '') && /^\p{Ll}/u.test(page);
      return i === 0 ? [page] : [runsOn ? '\n' : '\n\n', page];
    })
    .join('');
}
