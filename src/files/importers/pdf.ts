import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { once } from '../../base/once.ts';
import { type ReadDocument, unreadable } from '../document.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { splitText } from '../plain-text.ts';
import characterMaps from './character-maps.bin';
import { refuseUnbounded } from './pdf-bounds.ts';
import { layOut, type TextItem, textOf } from './pdf-layout.ts';
import type { Line } from './pdf-lines.ts';

/**
 * A PDF's text by paragraphs (recognised by the distance between lines), column after column, below its title or file
 * name. InvalidInput when it has no text or only unreadable signs, InvalidContent above the limits.
 */
export async function readPdf(name: string, bytes: Uint8Array): Promise<ReadDocument> {
  refuseUnbounded(bytes);
  const { getDocumentProxy } = await import('unpdf');
  // The library changes the bytes that it gets, so it gets a copy. Its warnings would go to standard output.
  const options = { verbosity: 0, BinaryDataFactory: CharacterMaps };
  const pdf = await getDocumentProxy(new Uint8Array(bytes), options).catch((error: unknown) => {
    const locked = error instanceof Error && error.name === 'PasswordException';
    throw unreadable(locked ? 'it is protected by a password' : 'it is no valid PDF');
  });
  try {
    refuseBeyond(limits.pages, pdf.numPages, 'pages');
    const pages: (readonly Line[])[] = [];
    let size = 0;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await linesOfPage(pdf, number);
      for (const row of page.flat()) size += row.length;
      refuseBeyond(limits.text, size, 'characters of text');
      pages.push(page);
    }
    const text = textOf(pages);
    if (text.trim() === '') throw unreadable('it holds no text (a scan?)');
    if (isGarbled(text)) throw unreadable('its fonts do not say which letters they show');
    return { pieces: splitText(text, [await titleOf(pdf, name)]) };
  } finally {
    await pdf.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

/** Default titles of programs. */
const noTitle = [/^(?:untitled|microsoft word|document$)/i, /\.(?:doc|docx|pdf|tex|dvi|indd|odt|rtf)$/i];

async function titleOf(pdf: Pdf, name: string): Promise<string> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { Title: given } = info as { Title?: unknown };
  const title = typeof given === 'string' ? given.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  const isTelling = /\p{L}{2}/u.test(title) && title.length <= 200 && !noTitle.some((pattern) => pattern.test(title));
  return isTelling ? title : name.slice(name.lastIndexOf('/') + 1).replace(/\.pdf$/i, '');
}

/**
 * Whether a font's signs have no known letters: hardly any are letters or digits, or some are invalid in texts (for
 * example a control character for each blank).
 */
function isGarbled(text: string): boolean {
  const signs = text.replace(/\s+/g, '');
  const share = (pattern: RegExp) => (signs.match(pattern)?.length ?? 0) / signs.length;
  return signs.length >= 40 && (share(/[\p{L}\p{M}\p{N}]/gu) < 0.4 || share(/[\p{Cc}\p{Cn}\uFFFD]/gu) > 0.05);
}

async function linesOfPage(pdf: Pdf, number: number): Promise<readonly Line[]> {
  try {
    const page = await pdf.getPage(number);
    const { items, styles } = await page.getTextContent();
    page.cleanup();
    return layOut(
      (items as (TextItem | object)[]).filter((item) => 'str' in item),
      styles,
    );
  } catch {
    throw unreadable(`page ${number} is damaged`);
  }
}

/**
 * Gives PDF.js the predefined CMaps for Chinese, Japanese and Korean fonts that a PDF names but does not embed. They
 * are unpacked lazily.
 */
class CharacterMaps {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const map = kind === 'cMapUrl' ? maps().get(filename) : undefined;
    if (map === undefined) throw new Error(`There is no ${filename}.`);
    // The library may keep and transfer the buffer.
    return new Uint8Array(map);
  }
}

const maps = once((): ReadonlyMap<string, Uint8Array> => {
  const whole = brotliDecompressSync(readFileSync(characterMaps));
  let from = whole.indexOf('\n') + 1;
  const sizes = JSON.parse(whole.toString('utf8', 0, from)) as Record<string, number>;
  return new Map(
    Object.entries(sizes).map(([name, size]) => {
      const map = whole.subarray(from, from + size);
      from += size;
      return [name, map];
    }),
  );
});
