import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { onceDone } from '../../base/once.ts';
import type { Block } from '../blocks/block-reader.ts';
import type { LeftOut } from '../left-out.ts';
import { headingText, htmlBlockText, inlineText, isDecoration, labelOf, withCallout } from './inline.ts';
import { keepMath } from './math.ts';
import { quoteEnd } from './quote-end.ts';

/** Parses a part of a document with known reference definitions. */
export type Parse = (source: string) => Block[];

/** The most nested blocks that are read; far above `BlockTracker`'s limit for deep nesting. */
const deepest = 250;

/** CommonMark with tables, strikethrough and footnotes; addresses unchanged. */
const library = onceDone(async (): Promise<MarkdownIt> => {
  const { default: Library } = await import('markdown-it');
  const markdown = new Library({ html: true, maxNesting: deepest });
  markdown.normalizeLink = (url) => url;
  markdown.validateLink = () => true;
  endQuotesEarly(markdown);
  keepMath(markdown);
  markdown.block.ruler.before('reference', 'footnote', footnote, { alt: ['paragraph', 'reference'] });
  return markdown;
});

/**
 * The library looks for the end of a quote beyond lines that cannot belong to it, again for each quote, which takes
 * quadratic time. Its rule gets the end that is sure.
 */
export function endQuotesEarly({ block: { ruler } }: MarkdownIt): void {
  const rules = (ruler as unknown as { __rules__: { name: string; fn: BlockRule; alt: string[] }[] }).__rules__;
  const { fn, alt } = rules.find(({ name }) => name === 'blockquote') ?? {};
  if (!fn || !alt) throw new Error('markdown-it has no rule for quotes');
  ruler.at('blockquote', (state, start, end, silent) => fn(state, start, quoteEnd(state, start, end), silent), { alt });
}

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/**
 * @param definitions the reference definitions of the whole document, as Markdown
 * @param leftOut counts struck text
 */
export async function markdownParser(definitions: string, leftOut?: LeftOut): Promise<Parse> {
  const markdown = await library();
  const env = {};
  markdown.parse(definitions, env);
  return (source) => new Tokens(markdown.parse(source, env), leftOut).blocks();
}

/** The parser's flat list of tokens, read as blocks within blocks. */
class Tokens {
  readonly #tokens: readonly Token[];
  #at = 0;

  readonly #leftOut: LeftOut | undefined;

  constructor(tokens: readonly Token[], leftOut?: LeftOut) {
    this.#tokens = tokens;
    this.#leftOut = leftOut;
  }

  /** Blocks up to a closing token, which is passed; without one up to the end. */
  blocks(until?: string): Block[] {
    const blocks: Block[] = [];
    for (const token of this.#before(until)) {
      const block = this.#block(token);
      if (block) blocks.push(block);
    }
    return blocks;
  }

  #block({ type, tag, content, info }: Token): Block | undefined {
    switch (type) {
      case 'heading_open':
        return { kind: 'heading', depth: Number(tag.slice(1)), text: headingText(this.#inline(type), this.#leftOut) };
      case 'paragraph_open':
        return paragraphOf(this.#inline(type), this.#leftOut);
      case 'bullet_list_open':
      case 'ordered_list_open':
        return { kind: 'list', items: this.#items(closing(type)) };
      case 'blockquote_open':
      case 'footnote_open':
        return { kind: 'quote', blocks: this.blocks(closing(type)) };
      case 'table_open':
        return this.#table();
      case 'fence':
      case 'code_block':
        return { kind: 'code', language: info.trim().split(/\s/)[0] ?? '', text: content.replace(/\n$/, '') };
      case 'html_block':
        return { kind: 'paragraph', text: htmlBlockText(content) };
      case 'hr':
        return { kind: 'rule' };
    }
    return undefined;
  }

  #items(until: string): Block[][] {
    const items: Block[][] = [];
    for (const _opening of this.#before(until)) items.push(this.blocks('list_item_close'));
    return items;
  }

  #table(): Block {
    const rows: string[][] = [];
    for (const { type, children } of this.#before('table_close')) {
      if (type === 'tr_open') rows.push([]);
      else if (type === 'inline') rows.at(-1)?.push(inlineText(children ?? [], this.#leftOut));
    }
    const [header = [], ...others] = rows;
    return { kind: 'table', header, rows: others };
  }

  /** The inline content of the block that has just been opened. */
  #inline(opening: string): readonly Token[] {
    return [...this.#before(closing(opening))].flatMap(({ children }) => children ?? []);
  }

  *#before(until: string | undefined): Generator<Token> {
    for (;;) {
      const token = this.#tokens[this.#at++];
      if (!token || token.type === until) return;
      yield token;
    }
  }
}

const closing = (opening: string) => opening.replace(/open$/, 'close');

function paragraphOf(tokens: readonly Token[], leftOut: LeftOut | undefined): Block | undefined {
  if (isDecoration(tokens)) return undefined;
  return { kind: 'paragraph', text: inlineText(withCallout(tokens), leftOut), label: labelOf(tokens) };
}

/** The definition of a footnote, `[^1]: text`, with the indented blocks that belong to it: a container like a list item. */
function footnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { bMarks, eMarks, tShift, sCount, parentType } = state;
  const start = bMarks[startLine]! + tShift[startLine]!;
  const line = state.src.slice(start, Math.min(eMarks[startLine]!, start + maxLabelLength));
  const label = /^\[\^[^\]\s]+\]:[ \t]*/.exec(line)?.[0];
  if (label === undefined) return false;
  if (silent) return true;
  const before = [bMarks[startLine]!, tShift[startLine]!, sCount[startLine]!] as const;
  state.push('footnote_open', '', 1);
  bMarks[startLine] = start + label.length;
  tShift[startLine] = 0;
  state.blkIndent += 4;
  sCount[startLine] = state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, startLine, endLine);
  state.parentType = parentType;
  state.blkIndent -= 4;
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = before;
  state.push('footnote_close', '', -1);
  return true;
}

const maxLabelLength = 1_000;
