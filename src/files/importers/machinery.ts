import type { LeftOut } from '../left-out.ts';

/**
 * The lines of a note that programs write for themselves, in Markdown: Obsidian's comments, queries and settings of
 * boards; Logseq's properties of blocks, clocks, queries and references (https://docs.logseq.com/#/page/properties).
 */
export interface LiveText {
  body: string;
  /** Logseq's properties of the page: `key:: value` at its start. */
  properties: Map<string, string[]>;
}

/** Properties of blocks that say nothing to a reader. */
const machine =
  /^(?:id|collapsed|background-color|logseq\..*|ls-.*|hl-.*|heading|query-.*|card-.*|template-including-parent|icon|exclude-from-graph-view|public|filters|file|file-path|created-at|updated-at)$/;
const propertyLine = /^([ \t]*(?:[-*+][ \t]+)?)([\p{L}][\p{L}\p{N}_/. -]{0,60})::[ \t]+(\S.*)$/u;
const queries =
  /^(?:dataview(?:js)?|tasks|query|ccard|timeline-labeled|button|meta-bind.*|chart|tracker|kanban|mermaid-?data)$/;
const macro = /`[^`\n]*`|\{\{(?:query|embed|cards|renderer|function|video|tweet|zotero[\w-]*)\b[^{}]{0,300}\}\}/gi;
const reference = /!?\(\([0-9a-f]{8}-[0-9a-f-]{27}\)\)/gi;
/** What Obsidian, its Templater and Logseq put in when a note is made. */
const placeholder =
  /\{\{(?:title|date|time)(?::[^{}\n]{0,100})?\}\}|<%[-*+_~]{0,2}\s{0,20}tp[.\s]|<%\s{0,20}(?:today|current page|time)\s{0,20}%>/;

/** Whether a text has a place that a program fills in when a note is made of it: it is a template. */
export const isUnfilled = (text: string): boolean => placeholder.test(text);

/** The name by which what a template has is counted as left out. */
export const ofTemplates = 'lines of templates';

/** Reads a body without them. Linear. */
export function liveText(body: string, leftOut: LeftOut): LiveText {
  const reader = new LineReader(leftOut);
  for (const line of body.split('\n')) reader.read(line);
  return reader.finish();
}

class LineReader {
  readonly #leftOut: LeftOut;
  readonly #kept: string[] = [];
  readonly #properties = new Map<string, string[]>();
  #fence: string | undefined;
  #isQuery = false;
  #isDrawer = false;
  /** The indentation of a template's block: deeper lines belong to it. */
  #template: number | undefined;
  #outdent = '';
  #isBelowHeading = false;
  /** Nothing but properties of the page so far. */
  #isHead = true;

  constructor(leftOut: LeftOut) {
    this.#leftOut = leftOut;
  }

  finish(): LiveText {
    return { body: this.#kept.join('\n'), properties: this.#properties };
  }

  read(line: string): void {
    const [, mark, language = ''] = /^\s{0,40}(?:[-*+] )?(`{3,}|~{3,})([^\s`]*)/.exec(line) ?? [];
    if (this.#fence !== undefined || mark !== undefined) this.#code(line, mark, language);
    else this.#prose(line);
  }

  #code(line: string, mark: string | undefined, language: string): void {
    if (this.#fence === undefined) {
      this.#fence = mark;
      this.#isQuery = queries.test(language.toLowerCase());
      if (this.#isQuery) this.#leftOut.add('queries');
      if (!this.#isQuery) this.#kept.push(line);
      return;
    }
    if (!this.#isQuery) this.#kept.push(line);
    if (!mark?.startsWith(this.#fence) || language !== '') return;
    this.#fence = undefined;
    this.#isQuery = false;
  }

  #prose(line: string): void {
    if (this.#inTemplate(line) || this.#inDrawer(line)) return;
    const [all, start = '', name = '', value = ''] = propertyLine.exec(line) ?? [];
    if (all !== undefined) this.#property(line, { start, name: name.trim(), value: value.trim() });
    else this.#keep(line);
  }

  #inTemplate(line: string): boolean {
    const indent = /^\s*/.exec(line)?.[0].length ?? 0;
    if (this.#template !== undefined && (line.trim() === '' || indent > this.#template)) return true;
    this.#template = undefined;
    return false;
  }

  /** `:LOGBOOK:` to `:END:`. */
  #inDrawer(line: string): boolean {
    const isEnd = /^\s*:END:\s*$/i.test(line);
    if (this.#isDrawer) this.#isDrawer = !isEnd;
    else if (/^\s*:(?:LOGBOOK|PROPERTIES|CLOCK|HIDDEN):\s*$/i.test(line)) {
      this.#isDrawer = true;
      this.#leftOut.add('clocks and properties of outlines');
    } else return isEnd;
    return true;
  }

  #property(line: string, { start, name, value }: { start: string; name: string; value: string }): void {
    const key = name.toLowerCase();
    if (key === 'template') this.#dropTemplate(line, start);
    else if (machine.test(key) || isStamp(value)) this.#leftOut.add(`${key}::`);
    else this.#say(name, value, start);
  }

  #say(name: string, value: string, start: string): void {
    const isBlock = /^[ \t]+$/.test(start);
    if (this.#isHead && /^(?:[-*+][ \t]+)?$/.test(start)) {
      this.#properties.set(name, [...(this.#properties.get(name) ?? []), ...valuesOf(name.toLowerCase(), value)]);
      return;
    }
    this.#keep(isBlock ? `${start}(${name}: ${value})` : `${start}${name}: ${value}`);
  }

  /** The block that a property of a template is in began on an earlier line. */
  #dropTemplate(line: string, start: string): void {
    this.#leftOut.add('templates');
    const own = /[-*+]/.test(start) ? /^[ \t]*/.exec(line)?.[0].length : undefined;
    if (own === undefined) {
      const at = this.#kept.findLastIndex((kept) => /^[ \t]*[-*+][ \t]/.test(kept));
      const indent = /^[ \t]*/.exec(this.#kept[at] ?? '')?.[0].length ?? 0;
      if (at >= 0) this.#kept.length = at;
      this.#template = indent;
    } else this.#template = own;
  }

  #keep(given: string): void {
    const live = this.#withoutMacros(asMarkdown(this.#outdented(given)));
    if (live === undefined) return;
    if (live.trim() !== '') this.#isHead = false;
    this.#kept.push(live);
  }

  /** Logseq indents the list below a heading, which would be code to Markdown. */
  #outdented(line: string): string {
    const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
    const isCode = /^(?:\t| {4})/.test(line);
    if (isCode && /^[-*+][ \t]/.test(line.slice(indent.length)) && this.#isBelowHeading) this.#outdent = indent;
    else if (line.trim() !== '' && !line.startsWith(this.#outdent)) this.#outdent = '';
    if (line.trim() !== '') this.#isBelowHeading = /^#{1,6}[ \t]/.test(line);
    return line.startsWith(this.#outdent) ? line.slice(this.#outdent.length) : line;
  }

  #withoutMacros(line: string): string | undefined {
    if (!/\{\{|\(\(|<%|~~|#\+|(?:DEADLINE|SCHEDULED|CLOSED):/.test(line)) return line;
    if (
      /^\s*#\+(?:BEGIN|END)_(?:QUOTE|NOTE|TIP|IMPORTANT|WARNING|CAUTION|PINNED|CENTER|VERSE)\b/i.test(
        line.replace(/^\s*[-*+] /, ''),
      )
    )
      return line.replace(/#\+(?:BEGIN|END)_\w+/i, '').trimEnd();
    if (placeholder.test(line.replace(/`[^`\n]*`/g, ''))) {
      this.#leftOut.add(ofTemplates);
      return undefined;
    }
    const live = line
      .replace(macro, (found) => (found.startsWith('`') ? found : this.#count('queries and embedded blocks')))
      .replace(reference, () => this.#count('references to blocks'))
      .replace(
        /(DEADLINE|SCHEDULED|CLOSED): ?[<[](\d{4}-\d\d-\d\d)[^<>[\]\n]{0,60}[>\]]/g,
        (_, name: string, day: string) => `(${name.toLowerCase()} ${day})`,
      );
    const isBare = live !== line && !/\p{L}/u.test(live.replace(/^[ \t]{0,20}#{1,6}[ \t]|::[ \t]{0,20}$/, ''));
    return isBare ? undefined : live;
  }

  #count(name: string): string {
    this.#leftOut.add(name);
    return '';
  }
}

/** Milliseconds or seconds since 1970, by which plugins note when a task changed. */
function isStamp(value: string): boolean {
  return /^1[0-9](?:\d{8}|\d{11})$/.test(value);
}

/** `==words==`, or code, which stays. A comparison has a letter or a digit before its sign, or a space behind it. */
const highlight = /`[^`\n]*`|(?<![\w=])==(?=[^\s=])([^=\n]{0,299}[^\s=])==(?![\w=])/g;

/** Marks that are no Markdown: headings deeper than six, typed bullets, highlights, Logseq's pictures. */
function asMarkdown(line: string): string {
  if (!/^\s*(?:#{7}|[•◦▪‣])|\^\^|==|\[\[https?:|::/.test(line)) return line;
  return line
    .replace(/^[ \t]*#{7,}[ \t]+/, (marks) => `${' '.repeat(2 * (marks.trim().length - 7))}- `)
    .replace(/^([ \t]*)[•◦▪‣][ \t]*/, '$1- ')
    .replace(/\^\^(?=\S)([^^\n]{1,300})\^\^/g, '$1')
    .replace(highlight, (found, marked?: string) => marked ?? found)
    .replace(/\[\[(https?:[^[\]\s]{1,2000})\]\[([^[\]\n]{1,300})\]\]/g, '[$2]($1)')
    .replace(/^([ \t]*#{1,6}[ \t][^:\n]{1,300})::[ \t]*$/, '$1')
    .replace(/^([ \t]*#{1,6}[ \t][^:\n]{1,300})::[ \t]+/, '$1: ');
}

/** The values of a property of a page; of tags and aliases several with commas between them. */
function valuesOf(key: string, value: string): string[] {
  const isList = /^(?:tags?|alias(?:es)?)$/.test(key);
  const parts = isList ? value.split(/[,，]/) : [value];
  return parts
    .map((part) => part.trim().replace(isList ? /^#?\[\[|\]\]$|^#/g : /^$/, ''))
    .filter((part) => part !== '');
}
