import type { Markup } from './notes.ts';

/** Whether a text is a page of Zim: each begins with its kind. */
export function isZimText(text: string): boolean {
  return /^\s{0,10}Content-Type: text\/x-zim-wiki\s/.test(text);
}

/**
 * Reads the lines of a page of Zim Desktop Wiki, by its manual ("Wiki Syntax", "Check Boxes",
 * https://zim-wiki.org/manual/Help/Wiki_Syntax.html) and its parser (`zim/formats/wiki.py`). Linear.
 */
export function readZimText(text: string): Markup {
  const lines = text.trimStart().split('\n');
  const end = lines.findIndex((line) => line.trim() === '');
  const start = end < 0 ? lines.length : end;
  const created = Date.parse(new Map(lines.slice(0, start).map(headerOf)).get('creation-date') ?? '');
  const fields = new Map(Number.isNaN(created) ? [] : [['created', [new Date(created).toISOString()]]]);
  const written: string[] = [];
  let close: string | undefined;
  for (const line of lines.slice(start)) {
    const [, object, language = ''] = /^\t{0,50}(\{{3})\s{0,9}\w{1,50}:(?:\slang="([\w+#-]{1,50})")?/.exec(line) ?? [];
    const bare = line.trim();
    const heading = close === undefined ? headingIn(line) : undefined;
    if (close !== undefined) {
      written.push(bare === close ? '```' : line);
      if (bare === close) close = undefined;
    } else if (object !== undefined || bare === "'''") {
      close = object === undefined ? "'''" : '}}}';
      written.push(`\`\`\`${language}`);
    } else if (heading?.level === 1 && !fields.has('title')) fields.set('title', [heading.text]);
    else written.push(heading ? `${'#'.repeat(heading.level)} ${heading.text}` : markdownOf(line));
  }
  return { markdown: written.join('\n'), fields };
}

function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

/** `====== Title ======` is of the first level, `== Part ==` of the fifth. */
function headingIn(line: string): { level: number; text: string } | undefined {
  const [, signs, said = ''] = /^(={2,6})[ \t]+(\S[^\n]*)$/.exec(line) ?? [];
  if (signs === undefined) return undefined;
  let end = said.trimEnd().length;
  while (said[end - 1] === '=') end--;
  return { level: 7 - signs.length, text: inline(said.slice(0, end).trim()) };
}

/** The boxes whose signs mean something else than in Markdown: done, and "checked as not completed". */
const boxes = new Map([
  ['*', 'x'],
  ['x', '-'],
]);

/** An item of a list, or text. */
function markdownOf(line: string): string {
  const [mark = '', tabs = '', box, item] =
    /^(\t{0,50})(?:\[([ *x<>])\]|(\*|(?:\d{1,9}|[a-zA-Z])\.))[ \t]+(?=\S)/.exec(line) ?? [];
  // An indented line without a mark is text; Markdown would read code.
  if (mark === '') return inline(line.trimStart());
  const sign = box === undefined ? (item === '*' ? '-' : '1.') : `- [${boxes.get(box) ?? box}]`;
  return `${'    '.repeat(tabs.length)}${sign} ${inline(line.slice(mark.length))}`;
}

/** Marks within a line: pictures, links, emphasis, words as they are. */
function inline(text: string): string {
  return text
    .replace(/\{\{[^{}\n]{1,500}\}\}/g, '')
    .replace(/\[\[(https?:[^[\]|\n]{1,1000})\|([^[\]\n]{1,300})\]\]/g, '[$2]($1)')
    .replace(/\[\[[:+]([^[\]\n]{1,300})\]\]/g, '[[$1]]')
    .replace(/(?<![:/\p{L}\p{N}])\/\/(?=\S)([^/\n]{1,300}?)(?<=\S)\/\/(?!\/)/gu, '*$1*')
    .replace(/(?<![_\p{L}\p{N}])__(?=\S)([^_\n]{1,300}?)(?<=\S)__(?!_)/gu, '$1')
    .replace(/''(?=\S)([^'`\n]{1,300}?)(?<=\S)''/g, '`$1`');
}
