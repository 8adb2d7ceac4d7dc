/**
 * Follows the lines of a Markdown document: knows whether an open block forbids a cut, and whether blocks are nested
 * too deeply to be parsed. Linear in the lines.
 */
export class BlockTracker {
  #fence: string | undefined;
  #closing: RegExp | undefined;
  #blank = true;
  #tangle = false;

  /** Whether code or HTML is open: its lines are not parsed. */
  get isVerbatim(): boolean {
    return this.#fence !== undefined || this.#closing !== undefined;
  }

  /** Whether a new top-level block begins at this line in any context. */
  mayBeginAt(line: string): boolean {
    if (this.isVerbatim) return false;
    if (/^(?:#{1,6}\s|[-*+]\s)/.test(line)) return true;
    return this.#blank && /^[^\s>]/.test(line);
  }

  /** Whether a continued block may be cut before this line, with two blocks as the only effect. */
  mayBeCut(line: string): boolean {
    return !this.isVerbatim && (this.isRow(line) || /^(?!=+\s*$|-+\s*$)\S/.test(line));
  }

  isRow(line: string): boolean {
    return line.trimStart().startsWith('|');
  }

  /** Whether a line since the last call was nested deeper than people write. */
  takeTangle(): boolean {
    const was = this.#tangle;
    this.#tangle = false;
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
    this.#tangle ||= isTangled(line);
    if (mark?.[1] && !(mark[1].startsWith('`') && rest.includes('`'))) this.#fence = mark[1];
    else this.#closing = openedHtml(line);
  }
}

const maxContainers = 30;

/** Whether a line is in that many quotes and list items, or is indented as if it did. */
function isTangled(line: string): boolean {
  if (/^\s{120}/.test(line)) return true;
  const next = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
  let count = 0;
  while (count < maxContainers && next.test(line)) count++;
  return count === maxContainers;
}

/** The end of the HTML that a line opens and that may contain blank lines. */
function openedHtml(line: string): RegExp | undefined {
  const opened = /^ {0,3}<(!--|script|pre|style|textarea)/i.exec(line)?.[1]?.toLowerCase();
  if (opened === undefined) return undefined;
  const end = opened === '!--' ? /-->/ : new RegExp(`</${opened}>`, 'i');
  return end.test(line) ? undefined : end;
}
