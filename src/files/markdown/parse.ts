import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Root } from 'mdast';
import { chunks } from './chunks.ts';

/** A parsed stretch of a document: its tree, and the source that the tree's positions count in. */
export interface Parsed {
  source: string;
  tree?: Root;
}

/**
 * Parses Markdown stretch by stretch, in order, and lets other work pass in between: the parser needs about ten
 * milliseconds a kilobyte. A stretch that would make it slow beyond reason comes without a tree.
 * The parser is loaded on first use.
 */
export async function* parseMarkdown(text: string): AsyncGenerator<Parsed> {
  const [{ fromMarkdown }, { gfm }, { gfmFromMarkdown }, { frontmatter }, { frontmatterFromMarkdown }] =
    await Promise.all([
      import('mdast-util-from-markdown'),
      import('micromark-extension-gfm'),
      import('mdast-util-gfm'),
      import('micromark-extension-frontmatter'),
      import('mdast-util-frontmatter'),
    ]);
  const kinds = ['yaml' as const, 'toml' as const];
  const first = {
    extensions: [gfm(), frontmatter(kinds)],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(kinds)],
  };
  const further = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
  let options = first;
  for (const { source, plain } of chunks(text)) {
    yield plain ? { source } : { source, tree: fromMarkdown(source, options) };
    options = further as typeof first;
    await nextTurn();
  }
}
