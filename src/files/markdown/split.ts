import type { Piece } from '../piece.ts';
import { splitText } from '../plain-text.ts';
import { BlockReader } from './blocks.ts';
import { parseMarkdown } from './parse.ts';

/** What a document's surroundings say of all its pieces. */
export interface Surroundings {
  context?: readonly string[];
  occurredAt?: string | undefined;
}

/** Markdown as pieces; long documents are read without holding up other work. */
export async function splitMarkdown(text: string, { context = [], occurredAt }: Surroundings = {}): Promise<Piece[]> {
  const reader = new BlockReader(context, occurredAt);
  for await (const { source, tree } of parseMarkdown(text)) {
    if (tree) reader.read(tree.children, source);
    else reader.add(splitText(source));
  }
  return reader.finish();
}
