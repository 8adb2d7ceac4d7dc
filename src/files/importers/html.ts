import type { ReadDocument } from '../document.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { htmlBlockText } from '../markdown/inline.ts';
import { splitMarkdown } from '../markdown/split.ts';
import { splitText } from '../plain-text.ts';

/** HTML as pieces: its headings, lists, tables and paragraphs; scripts, styles, forms and pictures are dropped. */
export async function readHtml(html: string): Promise<ReadDocument> {
  if (nesting(html) > limits.nesting) return { pieces: splitText(htmlBlockText(html)) };
  const { htmlToMarkdown } = await import('./html-to-markdown.ts');
  return { pieces: await splitMarkdown(htmlToMarkdown(html)) };
}

/** Elements that have no content, or whose end tag is left out by rule. */
const flat = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option'.split(
    ' ',
  ),
);

/** How deep open tags stand within each other, at most. InvalidContent: more tags than are read. */
function nesting(html: string): number {
  let depth = 0;
  let tags = 0;
  let deepest = 0;
  for (const [tag, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])[^<>]*>/gi)) {
    refuseBeyond(limits.tags, ++tags, 'tags');
    if (flat.has(name.toLowerCase()) || tag.endsWith('/>')) continue;
    depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
