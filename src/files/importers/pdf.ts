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
 * A PDF's text by paragraphs, which are known by the distance between lines. InvalidInput when it holds no text,
 * InvalidContent when it holds more than is read.
 */
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
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
    return { pieces: splitText(text) };
  } finally {
    await pdf.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

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
  return lines
    .join('\n')
    .replace(/(\p{Ll})[-\u00AD]\n(?=\p{Ll})/gu, '$1')
    .replaceAll('\0', '')
    .toWellFormed();
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
