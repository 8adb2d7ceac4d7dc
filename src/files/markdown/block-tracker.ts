/**
 * Follows the lines of a Markdown document: knows where a block is open that a cut would break, and whether the parser
 * would be slow. Linear in the lines.
 */
export class BlockTracker {
  #fence: string | undefined;
  #closing: RegExp | undefined;
  #blank = true;
  #tangle = false;
  #counts = new Map<RegExp, number>();
  /** Quotes and items that the paragraph stands in, and its lines that do not say so. */
  #depth = 0;
  #lazy = 0;

  /** Whether a new top-level block begins at this line whatever stood before. */
  mayBeginAt(line: string): boolean {
    if (this.#fence !== undefined || this.#closing) return false;
    if (/^(?:#{1,6}\s|[-*+]\s)/.test(line)) return true;
    return this.#blank && /^[^\s>]/.test(line);
  }

  /** Whether a block that goes on may be cut before this line, at no worse a price than being two. */
  mayBeCut(line: string): boolean {
    return this.#fence === undefined && !this.#closing && (this.isRow(line) || /^(?!=+\s*$|-+\s*$)\S/.test(line));
  }

  isRow(line: string): boolean {
    return line.trimStart().startsWith('|');
  }

  /** Whether anything since it was last asked would make the parser slow. */
  takeTangle(): boolean {
    const was = this.#tangle;
    this.#tangle = false;
    this.#leaveParagraph();
    return was;
  }

  pass(line: string): void {
    this.#blank = line.trim() === '';
    if (this.#closing) {
      if (this.#closing.test(line)) this.#closing = undefined;
      return;
    }
    const mark = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/.exec(line);
    const rest = mark === null ? '' : line.slice(mark[0].length);
    if (this.#fence !== undefined) {
      if (mark?.[1]?.startsWith(this.#fence) && rest.trim() === '') this.#fence = undefined;
      return;
    }
    if (this.#blank) this.#leaveParagraph();
    else this.#measure(line);
    if (mark?.[1] && !(mark[1].startsWith('`') && rest.includes('`'))) this.#fence = mark[1];
    else this.#closing = openedHtml(line);
  }

  #leaveParagraph(): void {
    this.#counts.clear();
    this.#depth = 0;
    this.#lazy = 0;
  }

  /** Counts what the parser looks back over again and again, paragraph by paragraph. */
  #measure(line: string): void {
    const { count: containers, quotes } = containersOf(line);
    if (containers > quotes || this.isRow(line)) this.#leaveParagraph();
    if (quotes < this.#depth) this.#lazy++;
    this.#depth = Math.max(this.#depth, containers);
    this.#tangle ||= containers >= most.containers || this.#lazy > most.lazyLines || /^\s{120}/.test(line);
    for (const { signs, limit } of most.marks) {
      const found = (this.#counts.get(signs) ?? 0) + (line.match(signs)?.length ?? 0);
      this.#counts.set(signs, found);
      this.#tangle ||= found > limit;
    }
  }
}

/** More than a person writes into one paragraph; the parser's time grows with their square. */
const most = {
  containers: 30,
  lazyLines: 100,
  marks: [
    { signs: /[*_~<!]/g, limit: 4_000 },
    { signs: /\]/g, limit: 1_000 },
    { signs: /`+/g, limit: 400 },
    { signs: /<[!?]/g, limit: 200 },
    { signs: /&/g, limit: 1_000 },
  ],
};

/** How many quotes and list items begin on a line, within each other; looks no further than it matters. */
function containersOf(line: string): { count: number; quotes: number } {
  const next = /[ \t]*(?:(>)|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
  let count = 0;
  let quotes = 0;
  for (let found = next.exec(line); found && count < most.containers; found = next.exec(line)) {
    count++;
    if (found[1]) quotes++;
  }
  return { count, quotes };
}

/** What ends the HTML that a line opens and that may hold blank lines. */
function openedHtml(line: string): RegExp | undefined {
  const opened = /^ {0,3}<(!--|script|pre|style|textarea)/i.exec(line)?.[1]?.toLowerCase();
  if (opened === undefined) return undefined;
  const end = opened === '!--' ? /-->/ : new RegExp(`</${opened}>`, 'i');
  return end.test(line) ? undefined : end;
}
