import type { ReadDocument } from '../document.ts';
import { splitMarkdown } from '../markdown/split.ts';

/** HTML as pieces: its headings, lists, tables and paragraphs; scripts, styles, forms and pictures are dropped. */
export async function readHtml(html: string): Promise<ReadDocument> {
  const { htmlToMarkdown } = await import('./html-to-markdown.ts');
  return { pieces: await splitMarkdown(htmlToMarkdown(html)) };
}
