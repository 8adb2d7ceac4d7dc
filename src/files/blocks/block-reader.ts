import { areSentences, isLeadIn, packLines, packSentences, splitLeadIn } from '../../text/prose.ts';
import { splitSentences } from '../../text/sentences.ts';
import { saidTask, taskIn } from '../../text/tasks.ts';
import type { DayOrder } from '../dates.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { maxBody, type Piece, proseTarget } from '../piece.ts';
import { type Headless, Outline } from './outline.ts';

/** The blocks of a document, in any markup; texts are as they become memories. */
export type Block =
  | { kind: 'heading'; depth: number; text: string }
  /** `label`: its text without marks, where it is bold throughout. */
  | { kind: 'paragraph'; text: string; label?: string | undefined }
  | { kind: 'list'; items: readonly (readonly Block[])[] }
  | { kind: 'quote'; blocks: readonly Block[] }
  /** The explanation of a term, or the text below a title that applies only to it. */
  | { kind: 'section'; title: string; blocks: readonly Block[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; header: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'rule' };

/** Data that applies to all pieces of a document. */
export interface Surroundings {
  context?: readonly string[];
  occurredAt?: string | undefined;
  dayOrder?: DayOrder | undefined;
  /** False: headings with nothing below them count only where there is nothing else. */
  bareHeadings?: boolean | undefined;
}

/** Turns the blocks of a document, given in order, into pieces. */
export class BlockReader {
  readonly #pieces: Piece[] = [];
  /** Of headings with nothing below them. */
  readonly #bare = new Set<Piece>();
  readonly #areBareTaken: boolean;
  readonly #root: number;
  #headings = 0;
  /** Headings of the first level: a single one is above all others. */
  #titles = 0;
  /** Sections without text that were left out. */
  empty = 0;
  readonly #outline: Outline;
  /** A line that ended the last block. */
  #pending: string | undefined;

  constructor({ context = [], occurredAt, dayOrder, bareHeadings = true }: Surroundings = {}) {
    this.#areBareTaken = bareHeadings;
    this.#root = context.length;
    this.#outline = new Outline(context, occurredAt, dayOrder);
  }

  read(blocks: readonly Block[]): void {
    const leadIn = this.#pending;
    this.#pending = undefined;
    this.#pending = this.#blocks(blocks, [], leadIn);
  }

  /** Front matter. */
  readProperties(text: string, occurredAt: string | undefined): void {
    this.#outline.dated(occurredAt);
    this.#prose(text, []);
  }

  /** Pieces that were read otherwise. */
  add(pieces: readonly Piece[]): void {
    for (const { body, context } of pieces) this.#put(body, context);
  }

  finish(): Piece[] {
    if (this.#pending !== undefined) this.#put(this.#pending, []);
    this.#headless(this.#outline.close());
    const says = this.#areBareTaken ? this.#whichSay() : () => false;
    const left = this.#pieces.filter((piece) => !this.#bare.has(piece) || says(piece));
    if (left.length === 0) return this.#pieces;
    this.empty = this.#pieces.length - left.length;
    return left;
  }

  /** A mere name is an empty section, but for items of an outline that is made of headings. */
  #whichSay(): (bare: Piece) => boolean {
    const isOutline = this.#bare.size * 2 > this.#headings;
    const root = this.#root + (this.#titles === 1 ? 1 : 0);
    return ({ body, context }) =>
      (isOutline && context.length > root) || !isName(body.replace(/^[\d.)(]{1,8}[ \t]{1,8}/, ''));
  }

  /** Reads blocks in order; an announcement gives context to the block after it. The last one is returned. */
  #blocks(blocks: readonly Block[], above: readonly string[], announced?: string): string | undefined {
    let leadIn = announced;
    for (const [i, block] of blocks.entries()) {
      if (leadIn !== undefined && (block.kind === 'heading' || block.kind === 'rule')) {
        this.#put(leadIn, above);
        leadIn = undefined;
      }
      const count = this.#pieces.length;
      const next = this.#block(block, leadIn === undefined ? above : [...above, leadIn], blocks[i + 1]?.kind);
      // What it announced had no text.
      if (leadIn !== undefined && next === undefined && this.#pieces.length === count) this.#put(leadIn, above);
      leadIn = next;
    }
    return leadIn;
  }

  /** Returns the announcement that the block ends with. */
  #block(block: Block, above: readonly string[], next: Block['kind'] | undefined): string | undefined {
    switch (block.kind) {
      case 'paragraph':
        return this.#paragraph(block, above, next);
      case 'heading':
        return this.#heading(block.depth, saidTask(block.text));
      case 'rule':
        return this.#headless(this.#outline.leaveLabel());
      case 'list':
        for (const item of block.items) this.#item(item, above);
        return undefined;
      case 'quote':
        return this.#inside(block.blocks, above);
      case 'section':
        if (block.blocks.length === 0) return this.#prose(block.title, above);
        return this.#inside(block.blocks, block.title === '' ? above : [...above, block.title]);
      case 'code':
        return this.#code(block, above);
      case 'table':
        return this.#table(block, above);
    }
  }

  #heading(depth: number, text: string): undefined {
    if (text === '') return undefined;
    this.#headings++;
    if (depth === 1) this.#titles++;
    return this.#headless(this.#outline.enter(depth, text));
  }

  #inside(blocks: readonly Block[], above: readonly string[]): undefined {
    const leadIn = this.#blocks(blocks, above);
    if (leadIn !== undefined) this.#put(leadIn, above);
  }

  #paragraph(
    { text, label }: Block & { kind: 'paragraph' },
    above: readonly string[],
    next: Block['kind'] | undefined,
  ): string | undefined {
    const isLabel = label !== undefined && above.length === 0 && text.length <= 80 && !ended.test(label);
    if (isLabel && next === 'list' && isLeadIn(label)) return label;
    if (isLabel) return this.#headless(this.#outline.label(label));
    if (!isLeadIn(text)) {
      const announced = next === undefined ? undefined : announcedBy(text, next);
      if (announced !== text) this.#thoughts(text, above);
      return announced;
    }
    const { said, leadIn } = splitLeadIn(text);
    this.#thoughts(said, above);
    return leadIn;
  }

  /** Each line where each is a sentence, else the text as a whole. */
  #thoughts(text: string, above: readonly string[]): void {
    const lines = text.split('\n');
    for (const thought of areSentences(lines) ? lines : [text]) this.#prose(thought, above);
  }

  #item(blocks: readonly Block[], above: readonly string[]): undefined {
    const inner = blocks.findIndex(({ kind }) => kind !== 'paragraph');
    const own = inner < 0 ? blocks : blocks.slice(0, inner);
    const rest = inner < 0 ? [] : blocks.slice(inner);
    const text = own.map((block) => (block.kind === 'paragraph' ? block.text : '')).join('\n');
    const task = taskIn(text);
    if (rest.length === 0) return this.#prose(saidTask(text), above);
    const { said, leadIn } =
      task === undefined && (isLeadIn(text) || isName(text))
        ? splitLeadIn(text)
        : { said: saidTask(text), leadIn: splitSentences((task?.text ?? text).slice(0, 2_000))[0] ?? '' };
    this.#prose(said, above);
    this.#inside(rest, text === '' ? above : [...above, leadIn.trim()]);
  }

  #code({ language, text }: Block & { kind: 'code' }, above: readonly string[]): undefined {
    const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length + 1), 3);
    if (longest > 100 || text.trim() === '') return;
    const fence = '`'.repeat(longest);
    const tag = language.slice(0, 50);
    for (const part of packLines(text, maxBody - 2 * fence.length - tag.length - 2)) {
      this.#put(`${fence}${tag}\n${part}\n${fence}`, above);
    }
  }

  #table({ header, rows }: Block & { kind: 'table' }, above: readonly string[]): undefined {
    if (rows.length === 0) this.#prose(header.filter((name) => name !== '').join('; '), above);
    for (const row of rows) {
      const cells = row.map((value, i) => ({ name: header[i] ?? '', value })).filter(({ value }) => value !== '');
      this.#prose(cells.map(({ name, value }) => (name === '' ? value : `${name}: ${value}`)).join('; '), above);
    }
  }

  #prose(text: string, above: readonly string[]): undefined {
    for (const part of packSentences(text, proseTarget, maxBody)) this.#put(part, above);
  }

  /** A heading without content is itself a statement. */
  #headless(headings: readonly Headless[]): undefined {
    for (const { text, context, occurredAt } of headings) {
      const piece = { body: text, context, occurredAt };
      this.#pieces.push(piece);
      this.#bare.add(piece);
    }
  }

  #put(body: string, above: readonly string[]): void {
    if (body.trim() === '') return;
    refuseBeyond(limits.statements, this.#pieces.length + 1, 'statements');
    this.#pieces.push({ body, context: [...this.#outline.use(), ...above], occurredAt: this.#outline.occurredAt });
  }
}

/** Whether a list item or paragraph is only a short label of the list that follows. */
function isName(text: string): boolean {
  const most = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text) ? 15 : 60;
  return text.length <= most && text.split(/\s+/).length <= 3 && !ended.test(text);
}

/** UTF-16 units of a line that says what the block below it is about. */
const maxAnnounced = 120;
/** The same with the addresses of its links. */
const maxLinked = 2_000;
const ended = /[.!?。！？]$/u;

/** What a paragraph says about the block that follows: of a list its name or the page that it notes, of code its purpose. */
function announcedBy(text: string, next: Block['kind']): string | undefined {
  if (next === 'code') return text.length <= maxAnnounced && !ended.test(text) ? text : undefined;
  if (next !== 'list' || text.length > maxLinked) return undefined;
  const shown = text.replace(/\[([^[\]]{1,300})\]\([^()\s]{1,2000}\)/g, '$1');
  const isLinked = shown !== text && shown.length <= maxAnnounced && !ended.test(shown);
  return isLinked || isName(text) ? shown : undefined;
}
