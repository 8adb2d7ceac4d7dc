/**
 * Cuts a Markdown document where a new block surely begins, so that each stretch parses on its own as it would within
 * the whole. What no cut makes small (one huge block) is marked plain: the parser's time grows with the square of some
 * constructs, and a reader gains nothing from Markdown there.
 */
export interface Chunk {
  source: string;
  plain: boolean;
}

const wanted = 4_000;
const maxParsed = 64_000;
const maxTableRows = 300;

export function* chunks(text: string): Generator<Chunk> {
  const definitions = linkDefinitions(text);
  const matter = /^(---|\+\+\+)\n(?:[^\n]*\n)*?\1[ \t]*(?:\n|$)/.exec(text.slice(0, maxParsed))?.[0] ?? '';
  if (matter !== '') yield { source: matter, plain: false };
  let open: string[] = [];
  let size = 0;
  const take = (): Chunk[] => {
    const made = open.length === 0 ? [] : withinReason(open.join('\n'), definitions);
    open = [];
    size = 0;
    return made;
  };
  const block = new BlockTracker();
  for (const line of text.slice(matter.length).split('\n')) {
    if (size >= wanted && block.mayBeginAt(line)) yield* take();
    else if (size >= maxParsed && block.inTable(line)) {
      const header = tableHeader(open);
      yield* take();
      open.push(...header);
    }
    open.push(line);
    size += line.length + 1;
    block.pass(line);
  }
  yield* take();
}

/** Reference definitions of the whole document, given to every stretch that may use one. */
function linkDefinitions(text: string): string {
  const found = text.match(/^ {0,3}\[[^\]\n]{1,200}\]:[ \t]+\S[^\n]{0,500}$/gm) ?? [];
  const joined = found.filter((one) => !one.trimStart().startsWith('[^')).join('\n');
  return joined.length > 8_000 ? '' : joined;
}

function withinReason(source: string, definitions: string): Chunk[] {
  const plain = source.length > 4 * maxParsed || isTangled(source);
  const usesReference = definitions !== '' && source.includes(']');
  return [{ source: usesReference && !plain ? `${source}\n\n${definitions}` : source, plain }];
}

/** Whether the stretch is deeply nested, or so full of marks in one place that parsing it would take seconds. */
function isTangled(source: string): boolean {
  let marks = 0;
  for (const line of source.split('\n')) {
    if (/^(?:[\s>]{0,3}[>]){30}/.test(line) || /^\s{120}/.test(line) || /^(?:[-*+>] {0,3}){30}/.test(line)) return true;
    if (/^\s*(?:[-*+]\s|\d{1,9}[.)]\s|\||$)/.test(line)) marks = 0;
    marks += line.length - line.replace(/[*_~[<!]/g, '').length;
    if (marks > 4_000) return true;
  }
  return false;
}

/** The header and delimiter rows, when the open stretch ends in a table. */
function tableHeader(lines: string[]): string[] {
  const at = lines.findLastIndex((line) => /^\s*\|?[\s:|-]*-[\s:|-]*$/.test(line) && line.includes('|'));
  return at > 0 ? lines.slice(at - 1, at + 1) : [];
}

/** Follows the lines and knows where a block is open that a cut would break. */
class BlockTracker {
  private fence: string | undefined;
  private closing: RegExp | undefined;
  private blank = true;
  private rows = 0;

  /** Whether a new top-level block begins at this line whatever stood before. */
  mayBeginAt(line: string): boolean {
    if (this.fence !== undefined || this.closing) return false;
    if (/^(?:#{1,6}\s|[-*+]\s)/.test(line)) return true;
    return this.blank && /^[^\s>]/.test(line);
  }

  inTable(line: string): boolean {
    return this.rows > maxTableRows && line.trimStart().startsWith('|');
  }

  pass(line: string): void {
    this.blank = line.trim() === '';
    this.rows = line.trimStart().startsWith('|') ? this.rows + 1 : 0;
    if (this.closing) {
      if (this.closing.test(line)) this.closing = undefined;
      return;
    }
    const mark = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/.exec(line);
    if (this.fence !== undefined) {
      const closes = mark?.[1]?.startsWith(this.fence) && mark[2]?.trim() === '';
      if (closes) this.fence = undefined;
      return;
    }
    if (mark?.[1] && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) this.fence = mark[1];
    else this.closing = openedHtml(line);
  }
}

/** What ends the HTML that a line opens and that may hold blank lines. */
function openedHtml(line: string): RegExp | undefined {
  const opened = /^ {0,3}<(!--|script|pre|style|textarea)/i.exec(line)?.[1]?.toLowerCase();
  if (opened === undefined) return undefined;
  const end = opened === '!--' ? /-->/ : new RegExp(`</${opened}>`, 'i');
  return end.test(line) ? undefined : end;
}
