import type { BlockContent, Code, Definition, DefinitionContent, ListItem, Paragraph, RootContent, Table } from 'mdast';
import { isLeadIn, packLines, packSentences, splitLeadIn } from '../../text/prose.ts';
import { splitSentences } from '../../text/sentences.ts';
import { dateIn } from '../dates.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { maxBody, type Piece, proseTarget } from '../piece.ts';
import { htmlBlockText, inlineText, isDecoration } from './inline.ts';
import { type Headless, Outline } from './outline.ts';

type Block = RootContent | BlockContent | DefinitionContent;

/** Turns the blocks of a document, given stretch by stretch in order, into pieces. */
export class BlockReader {
  readonly pieces: Piece[] = [];
  readonly #outline: Outline;
  #source = '';
  #definitions = new Map<string, Definition>();
  /** An announcement that ended the last stretch. */
  #pending: string | undefined;

  constructor(context: readonly string[], occurredAt: string | undefined) {
    this.#outline = new Outline(context, occurredAt);
  }

  read(blocks: readonly RootContent[], source: string): void {
    this.#source = source;
    this.#definitions = new Map();
    for (const node of blocks) if (node.type === 'definition') this.#definitions.set(node.identifier, node);
    const leadIn = this.#pending;
    this.#pending = undefined;
    const said = blocks.filter((node) => node.type !== 'definition');
    this.#pending = this.#blocks(said, [], leadIn);
  }

  /** Text that is not to be parsed. */
  add(pieces: readonly Piece[]): void {
    for (const { body, context } of pieces) this.#put(body, context);
  }

  finish(): Piece[] {
    if (this.#pending !== undefined) this.#put(this.#pending, []);
    this.#headless(this.#outline.close());
    return this.pieces;
  }

  /** Reads blocks in order; an announcement gives context to the block after it. The last one is returned. */
  #blocks(nodes: readonly Block[], above: readonly string[], announced?: string): string | undefined {
    let leadIn = announced;
    for (const node of nodes) {
      if (leadIn !== undefined && (node.type === 'heading' || node.type === 'thematicBreak')) {
        this.#put(leadIn, above);
        leadIn = undefined;
      }
      const here = leadIn === undefined ? above : [...above, leadIn];
      leadIn = node.type === 'paragraph' ? this.#paragraph(node, here) : this.#block(node, here);
    }
    return leadIn;
  }

  #inside(nodes: readonly Block[], above: readonly string[]): undefined {
    const leadIn = this.#blocks(nodes, above);
    if (leadIn !== undefined) this.#put(leadIn, above);
  }

  #block(node: Exclude<Block, Paragraph>, above: readonly string[]): undefined {
    switch (node.type) {
      case 'heading': {
        const text = this.#inline(node.children);
        if (text !== '') this.#headless(this.#outline.enter(node.depth, text));
        return;
      }
      case 'list':
        for (const item of node.children) this.#item(item, above);
        return;
      case 'code':
        return this.#code(node, above);
      case 'table':
        return this.#table(node, above);
      case 'blockquote':
      case 'footnoteDefinition':
        return this.#inside(node.children, above);
      case 'thematicBreak':
        return this.#headless(this.#outline.leaveLabel());
      case 'html':
        return this.#prose(htmlBlockText(node.value), above);
      default:
        if ('value' in node && (node.type === 'yaml' || node.type === ('toml' as string)))
          this.#frontMatter(node.value);
    }
  }

  /** Returns the announcement that the paragraph ends with. */
  #paragraph({ children }: Paragraph, above: readonly string[]): string | undefined {
    if (isDecoration(children)) return undefined;
    const text = this.#inline(withCallout(children));
    const [only] = children;
    if (children.length === 1 && only?.type === 'strong' && above.length === 0 && text.length <= 80) {
      const label = this.#inline(only.children);
      if (!/[.!?。！？]$/u.test(label)) return this.#headless(this.#outline.label(label));
    }
    if (!isLeadIn(text)) return this.#prose(text, above);
    const { said, leadIn } = splitLeadIn(text);
    this.#prose(said, above);
    return leadIn;
  }

  #item({ children, checked }: ListItem, above: readonly string[]): undefined {
    const inner = children.findIndex((node) => node.type !== 'paragraph');
    const own = inner < 0 ? children : children.slice(0, inner);
    const rest = inner < 0 ? [] : children.slice(inner);
    const text = own.map((node) => (node.type === 'paragraph' ? this.#inline(node.children) : '')).join('\n');
    const box = typeof checked === 'boolean' ? `[${checked ? 'x' : ' '}] ` : '';
    if (rest.length === 0) return this.#prose(box + text, above);
    const label = box === '' && (isLeadIn(text) || isLabel(text));
    const { said, leadIn } = label
      ? splitLeadIn(text)
      : { said: text, leadIn: splitSentences(text.slice(0, 2_000))[0] ?? '' };
    if (said !== '') this.#prose(box + said, above);
    this.#inside(rest, text === '' ? above : [...above, leadIn.trim()]);
  }

  #code({ lang, value }: Code, above: readonly string[]): undefined {
    const fence = '`'.repeat(Math.max(3, ...(value.match(/`{3,}/g) ?? []).map((run) => run.length + 1)));
    if (fence.length > 100 || value.trim() === '') return;
    const tag = (lang ?? '').slice(0, 50);
    for (const part of packLines(value, maxBody - 2 * fence.length - tag.length - 2)) {
      this.#put(`${fence}${tag}\n${part}\n${fence}`, above);
    }
  }

  #table({ children: [header, ...rows] }: Table, above: readonly string[]): undefined {
    const names = (header?.children ?? []).map((cell) => this.#inline(cell.children));
    if (rows.length === 0) this.#prose(names.filter((name) => name !== '').join('; '), above);
    for (const row of rows) {
      const cells = row.children.map((cell, i) => ({ name: names[i] ?? '', value: this.#inline(cell.children) }));
      const filled = cells.filter(({ value }) => value !== '');
      this.#prose(filled.map(({ name, value }) => (name === '' ? value : `${name}: ${value}`)).join('; '), above);
    }
  }

  #frontMatter(value: string): void {
    const date = /^date[ \t]*[:=][ \t]*(\S.*)$/m.exec(value)?.[1];
    if (date !== undefined) this.#outline.dated(dateIn(date.replace(/["']/g, '').trim()));
    this.#prose(value.trim(), []);
  }

  #prose(text: string, above: readonly string[]): undefined {
    for (const part of packSentences(text, proseTarget, maxBody)) this.#put(part, above);
  }

  /** A heading below which nothing stands is itself what the document says. */
  #headless(headings: readonly Headless[]): undefined {
    for (const { text, context, occurredAt } of headings) this.pieces.push({ body: text, context, occurredAt });
  }

  #put(body: string, above: readonly string[]): void {
    if (body.trim() === '') return;
    refuseBeyond(limits.statements, this.pieces.length + 1, 'statements');
    this.pieces.push({ body, context: [...this.#outline.use(), ...above], occurredAt: this.#outline.occurredAt });
  }

  #inline(nodes: Paragraph['children']): string {
    return inlineText(nodes, { source: this.#source, definitions: this.#definitions });
  }
}

/** `[!WARNING]` at the beginning of a quote, with `-` or `+` and a title as Obsidian has them, in words. */
function withCallout(nodes: Paragraph['children']): Paragraph['children'] {
  const [first, ...others] = nodes;
  if (first?.type !== 'text') return nodes;
  const [mark, kind = ''] = /^\[!([a-zA-Z][\w-]{0,29})\][+-]?/.exec(first.value) ?? [];
  if (mark === undefined) return nodes;
  const end = first.value.indexOf('\n');
  const written = first.value.slice(mark.length, end < 0 ? undefined : end);
  const title = written.trim();
  const name = `${kind[0]?.toUpperCase()}${kind.slice(1).toLowerCase()}: `;
  if (end < 0) return [{ ...first, value: name + written.trimStart() }, ...others];
  const isTitled = title !== '' && !/[.:!?]$/.test(title);
  return [{ ...first, value: `${name}${title}${isTitled ? ': ' : '\n'}${first.value.slice(end + 1)}` }, ...others];
}

/** A list item of a few words that only names what its own list holds. */
function isLabel(text: string): boolean {
  return text.length <= 60 && text.split(/\s+/).length <= 3 && !/[.!?。！？]$/u.test(text);
}
