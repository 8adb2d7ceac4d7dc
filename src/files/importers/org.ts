import { saidTask } from '../../text/tasks.ts';
import type { LeftOut } from '../left-out.ts';
import type { Markup } from './notes.ts';

const fieldOf = new Map([
  ['title', 'title'],
  ['date', 'date'],
  ['filetags', 'tags'],
  ['description', 'description'],
  ['author', 'author'],
]);

/** Reads the lines of an Org document (https://orgmode.org/worg/org-syntax.html). Linear. */
export function readOrgText(text: string, leftOut: LeftOut): Markup {
  const reader = new OrgReader(leftOut);
  for (const line of text.split('\n')) reader.read(line);
  return reader.finish();
}

class OrgReader {
  readonly #leftOut: LeftOut;
  readonly #fields = new Map<string, string[]>();
  readonly #written: string[] = [];
  /** The lines below the last heading: their common indentation is no part of them. */
  #section: string[] = [];
  /** The name of the block whose lines are kept as they are, or left out. */
  #block: { name: string; isKept: boolean } | undefined;
  #isDrawer = false;

  constructor(leftOut: LeftOut) {
    this.#leftOut = leftOut;
  }

  finish(): Markup {
    this.#endSection();
    return { markdown: this.#written.join('\n'), fields: this.#fields };
  }

  read(line: string): void {
    if (this.#block !== undefined) this.#inBlock(line, this.#block);
    else if (this.#isDrawer) this.#isDrawer = !/^\s*:END:\s*$/i.test(line);
    else if (/^\s*:[\w-]{1,40}:\s*$/.test(line)) {
      this.#isDrawer = true;
      this.#leftOut.add('drawers of Org');
    } else if (/^[ \t]*#(?: |$)/.test(line)) this.#leftOut.add('comments');
    else if (/^[ \t]*CLOCK:/.test(line)) this.#leftOut.add('clocks');
    else this.#text(line);
  }

  #text(line: string): void {
    const [heading, stars = '', title = ''] = /^(\*{1,100})[ \t]+(\S.*)$/.exec(line) ?? [];
    const [keyword, name = '', value = ''] = /^[ \t]*#\+([\w-]{1,60}):?[ \t]*(.*)$/.exec(line) ?? [];
    if (heading !== undefined) this.#heading(stars.length, title);
    else if (keyword !== undefined) this.#keyword(name.toLowerCase(), value.trim());
    else this.#planned(line);
  }

  #inBlock(line: string, { name, isKept }: { name: string; isKept: boolean }): void {
    const isEnd = new RegExp(`^\\s*#\\+end_${name}\\b`, 'i').test(line);
    if (isEnd) this.#block = undefined;
    if (isKept) this.#section.push(isEnd ? '```' : line.replace(/^(\s*),(?=[*#])/, '$1'));
  }

  #keyword(name: string, value: string): void {
    const block = /^begin_(\w+)$/.exec(name)?.[1];
    if (block !== undefined && /^(?:src|example|export|comment)$/.test(block)) {
      const isKept = block === 'src' || block === 'example';
      if (!isKept) this.#leftOut.add(`${block} of Org`);
      this.#block = { name: block, isKept };
      if (isKept) this.#section.push(`\`\`\`${block === 'src' ? (/^[\w+#-]{1,50}/.exec(value)?.[0] ?? '') : ''}`);
      return;
    }
    const field = fieldOf.get(name);
    if (block !== undefined || name.startsWith('end_')) this.#section.push('');
    else if (field === undefined || value === '') this.#leftOut.add(`#+${name.toUpperCase()}`);
    else this.#setField(field, value);
  }

  #setField(field: string, value: string): void {
    const values = field === 'tags' ? value.split(/[:\s]+/).filter((tag) => tag !== '') : [inline(value)];
    this.#fields.set(field, [...(this.#fields.get(field) ?? []), ...values]);
  }

  #heading(depth: number, written: string): void {
    this.#endSection();
    const [, title = '', labels = ''] =
      /^(.*?)(?:[ \t](:[\p{L}\p{N}_@#%:]{1,200}:))?$/u.exec(written.trimEnd().slice(0, 2_000)) ?? [];
    const tags = labels.split(':').filter((tag) => tag !== '' && tag !== 'ARCHIVE');
    const isArchived = labels.includes(':ARCHIVE:');
    const notes = [...(tags.length > 0 ? [tags.join(', ')] : []), ...(isArchived ? ['archived'] : [])];
    const shown = inline(
      saidTask(title.replace(/^\[#[A-Z]\][ \t]+/, '')).replace(/[ \t]{0,3}\[\d{1,3}(?:%|\/\d{1,3})\]/, ''),
    );
    const said = notes.length === 0 ? shown : `${shown} (${notes.join('; ')})`;
    this.#written.push('', `${'#'.repeat(Math.min(depth, 6))} ${said}`);
  }

  /** The line of dates below a heading belongs to it. */
  #planned(line: string): void {
    const dates = [...line.matchAll(/\b(DEADLINE|SCHEDULED|CLOSED):[ \t]*([<[][^<>[\]]{1,80}[>\]])/g)];
    const isPlan =
      dates.length > 0 && /^[ \t]*(?:(?:DEADLINE|SCHEDULED|CLOSED):[ \t]*[<[][^<>[\]]{1,80}[>\]][ \t]*)+$/.test(line);
    const heading = this.#section.every((one) => one.trim() === '') ? this.#written.length - 1 : -1;
    if (!isPlan || !this.#written[heading]?.startsWith('#')) {
      this.#section.push(line);
      return;
    }
    const said = dates.map(([, name = '', at = '']) => `${name.toLowerCase()} ${timeOf(at)}`).join('; ');
    this.#written[heading] = `${this.#written[heading]} (${said})`;
  }

  #endSection(): void {
    const lines = this.#section;
    this.#section = [];
    const depths = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
    const common = depths.reduce((least, depth) => Math.min(least, depth), Number.POSITIVE_INFINITY);
    let isCode = false;
    if (lines.length > 0) this.#written.push('');
    for (const line of lines) {
      const own = Number.isFinite(common) ? line.slice(common) : line;
      if (/^[ \t]*```/.test(own)) isCode = !isCode;
      const isRow = !isCode && own.trimStart().startsWith('|');
      // A table begins and ends at an empty line.
      if (isRow !== (this.#written.at(-1) ?? '').startsWith('|')) this.#written.push('');
      this.#written.push(isCode || own.trimStart().startsWith('```') ? own : markdownOf(isRow ? own.trim() : own));
    }
  }
}

/** A line of text, a list or a table. */
function markdownOf(line: string): string {
  if (/^[ \t]*\|/.test(line)) {
    return /^[ \t]*\|[-+| ]{1,5000}$/.test(line) ? line.replaceAll('+', '|') : inline(line);
  }
  const fixed = /^[ \t]*: (.*)$/.exec(line)?.[1];
  if (fixed !== undefined) return `\`${fixed.replaceAll('`', "'")}\``;
  const footnote = /^\[fn:([\w-]{1,60})\][ \t]+(\S.*)$/.exec(line);
  if (footnote) return `[^${footnote[1]}]: ${inline(footnote[2] ?? '')}`;
  const [all, mark = '', term = '', said = ''] =
    /^([ \t]*[-+][ \t]+)(\S.{0,200}?)[ \t]+::[ \t]+(\S.*)$/.exec(line) ?? [];
  const text = all === undefined ? line : `${mark}${term}: ${said}`;
  return inline(text.replace(/^([ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+)\[@\d{1,9}\][ \t]+/, '$1'));
}

/** Marks within a line: links, times, emphasis, struck text, footnotes. */
function inline(text: string): string {
  // A backslash escapes nothing here, and mathematics keeps its own.
  const plain = text.includes('$') ? text : text.replaceAll('\\', '\\\\');
  return plain
    .replace(/\[\[([^[\]]{1,300})\]\[([^[\]]{1,300})\]\]/g, (_, to: string, shown: string) =>
      /^https?:/.test(to) && to !== shown ? `[${shown}](${to})` : shown,
    )
    .replace(/\[\[(?:file:|id:)?([^[\]]{1,300})\]\]/g, (_, to: string) => to.replace(/\.org(?:::.{0,300})?$/, ''))
    .replace(/<{3}([^<>\n]{1,200})>{3}/g, '$1')
    .replace(/[<[]\d{4}-\d\d-\d\d[^<>[\]\n]{0,60}[>\]]/g, timeOf)
    .replace(/\[fn:([\w-]{1,60})\]/g, '[^$1]')
    .replace(/\[fn:[\w-]{0,60}:([^[\]\n]{1,1000})\]/g, ' ($1)')
    .replace(
      /(?<=^|[\s({'"-])([*/=~+_])(?=\S)([^\n*/=~+]{1,200}?)(?<=\S)\1(?=$|[\s)}'".,;:!?-])/gu,
      (whole, mark: string, inner: string) => {
        const sign = emphasis.get(mark);
        return sign === undefined ? whole : `${sign}${inner}${sign}`;
      },
    );
}

const emphasis = new Map([
  ['*', '**'],
  ['/', '*'],
  ['=', '`'],
  ['~', '`'],
  ['+', '~~'],
  ['_', ''],
]);

/** `<2026-12-03 Thu 10:00 +1w>` as `2026-12-03 10:00`. */
function timeOf(stamp: string): string {
  const [, day = stamp, time] =
    /^[<[](\d{4}-\d\d-\d\d)[^\d]{0,20}?(\d{1,2}:\d\d(?:-\d{1,2}:\d\d)?)?(?:\D.*)?$/.exec(stamp) ?? [];
  return time === undefined ? day : `${day} ${time}`;
}
