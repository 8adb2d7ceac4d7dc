import { BlockReader } from '../blocks/block-reader.ts';
import type { ReadDocument } from '../document.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { htmlBlockText } from '../markdown/inline.ts';
import { splitText } from '../plain-text.ts';
import { geminiPagePieces } from './gemini.ts';
import { HtmlBlocks } from './html-blocks.ts';

class TooDeep extends Error {}

/** HTML as pieces: its headings, lists, tables and paragraphs; scripts, styles, forms and pictures are dropped. */
export async function readHtml(html: string): Promise<ReadDocument> {
  const activities = geminiPagePieces(html);
  if (activities) return activities;
  const { Parser } = await import('htmlparser2');
  const blocks = new HtmlBlocks();
  let tags = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      refuseBeyond(limits.tags, ++tags, 'tags');
      // The parser's time grows with the elements that are open.
      if (++depth > limits.nesting) throw new TooDeep();
      blocks.open(name, attributes);
    },
    ontext: (text) => blocks.text(text),
    onclosetag: (name) => {
      depth--;
      blocks.close(name);
    },
  });
  try {
    parser.end(html);
  } catch (error) {
    if (error instanceof TooDeep) return { pieces: splitText(htmlBlockText(html)) };
    throw error;
  }
  const reader = new BlockReader({ bareHeadings: false });
  reader.read(blocks.end());
  return { pieces: reader.finish() };
}
