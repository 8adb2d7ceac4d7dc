import type { Token } from 'markdown-it';
import { areSentences, unwrap } from '../../text/prose.ts';
import type { LeftOut } from '../left-out.ts';

/** A hard line break while the lines around it are unwrapped. */
const hardBreak = '\u2028';

/**
 * Inline Markdown as one line, or more where the author broke it. Escapes, entities and reference links are resolved.
 * HTML tags, shortcodes and addresses within the same site are removed; emphasis, code and other links stay.
 */
export function inlineText(tokens: readonly Token[], leftOut?: LeftOut): string {
  const isStruck = tokens.some(({ type }) => type === 's_open');
  return written(withoutStruck(tokens, leftOut))
    .split(hardBreak)
    .flatMap((part) => asLines(part.split('\n')))
    .map((line) =>
      isStruck || line.includes('{{') ? line.replace(shortcode, ' ').replace(/ {2,}/g, ' ').trim() : line,
    )
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * Wrapped lines as one. Lines that each have a thought stay lines, as note programs show them: each is a sentence, or
 * they begin with capitals or digits and are of uneven lengths.
 */
function asLines(lines: readonly string[]): readonly string[] {
  if (areSentences(lines)) return lines;
  const others = lines.slice(0, -1).map(({ length }) => length);
  const isWrapped =
    lines.length < 3 ||
    others.reduce((least, one) => Math.min(least, one)) > 0.6 * others.reduce((most, one) => Math.max(most, one)) ||
    !lines.slice(1).every((line) => /^[\p{Lu}\p{N}]/u.test(line));
  return isWrapped ? [unwrap(lines)] : lines;
}

/** Without struck-out text. A line of little else says that it no longer holds, or that its task is done. */
function withoutStruck(tokens: readonly Token[], leftOut: LeftOut | undefined): readonly Token[] {
  if (!tokens.some(({ type }) => type === 's_open')) return tokens;
  let depth = 0;
  const left = tokens.filter(({ type }) => {
    if (type === 's_open') depth++;
    if (type === 's_close') depth--;
    return depth === 0 && type !== 's_close';
  });
  const rest = written(left);
  const box = /^\[[ xX/<>?!*-]\][ \t]/.exec(rest)?.[0] ?? '';
  if (/\p{L}/u.test(rest.slice(box.length))) {
    leftOut?.add('struck text', tokens.filter(({ type }) => type === 's_open').length);
    return left;
  }
  const bare = tokens.filter(({ type }) => type !== 's_open' && type !== 's_close');
  return box
    ? bare
    : [Object.assign(Object.create(tokens[0] ?? null), { type: 'text', content: '(no longer) ', markup: '' }), ...bare];
}

/** A heading as one line, without addresses, because it precedes every memory below it. */
export function headingText(tokens: readonly Token[], leftOut?: LeftOut): string {
  return inlineText(
    tokens.filter(({ type }) => type !== 'link_open' && type !== 'link_close'),
    leftOut,
  );
}

/** As Hugo has them: `{{< ref "a.md" >}}`, `{{% note %}}`. */
const shortcode = /\{\{(?:[<%][^{}]{0,500})?\}\}/g;

/** Whether an address leads to another place of the same site or folder. */
function isInside(url: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}

function written(tokens: readonly Token[]): string {
  const parts: string[] = [];
  // Links never nest.
  let link = { at: 0, url: '' };
  for (const token of tokens) {
    if (token.type === 'link_open') link = { at: parts.length, url: String(token.attrGet('href') ?? '') };
    else if (token.type === 'link_close') parts.push(linked(parts.splice(link.at).join(''), link.url));
    else parts.push(textOf(token));
  }
  return parts.join('');
}

function linked(label: string, url: string): string {
  const isBare = label === url || `mailto:${label}` === url || `http://${label}` === url;
  if (isBare || label === '') return label || url;
  return isInside(url) ? label : `[${label}](${url})`;
}

function textOf(token: Token): string {
  const { type, content, markup } = token;
  switch (type) {
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return hardBreak;
    case 'html_inline':
      return /^<br\b/i.test(content) ? hardBreak : '';
    case 'code_inline': {
      const pad = content.startsWith('`') || content.endsWith('`') ? ' ' : '';
      return markup + pad + content + pad + markup;
    }
    case 'image': {
      const title = token.attrGet('title');
      // A picture without a description says nothing.
      if (content.trim() === '' || isInside(String(token.attrGet('src') ?? ''))) return content;
      return `![${content}](${token.attrGet('src')}${title ? ` "${title}"` : ''})`;
    }
    default:
      // Of emphasis its marks.
      return content + markup;
  }
}

/** The tokens of a paragraph that begins with `[!WARNING]` (with `-` or `+` and a title as in Obsidian), as words. */
export function withCallout(tokens: readonly Token[]): readonly Token[] {
  const [first, next, ...others] = tokens;
  if (first?.type !== 'text') return tokens;
  const [mark, kind = ''] = /^\[!([a-zA-Z][\w-]{0,29})\][+-]?/.exec(first.content) ?? [];
  if (mark === undefined) return tokens;
  const title = first.content.slice(mark.length).trimStart();
  const isTitled = next?.type === 'softbreak' && title !== '' && !/[.:!?]$/.test(title);
  const name = `${kind[0]?.toUpperCase()}${kind.slice(1).toLowerCase()}: `;
  const shown = Object.assign(Object.create(first) as Token, { content: `${name}${title}${isTitled ? ': ' : ''}` });
  return [shown, ...(next === undefined || isTitled ? [] : [next]), ...others];
}

/** The text without its marks of a paragraph that is bold throughout. */
export function labelOf(tokens: readonly Token[]): string | undefined {
  const shown = tokens.filter(({ type, content }) => type !== 'text' || content !== '');
  const isBold = shown[0]?.type === 'strong_open' && shown.at(-1)?.type === 'strong_close';
  const inside = shown.slice(1, -1);
  return isBold && inside.every(({ level }) => level > 0) ? inlineText(inside) : undefined;
}

/**
 * Whether a paragraph is only badges, pictures without a useful description, addresses, and links to other pages of the
 * same site with separators.
 */
export function isDecoration(tokens: readonly Token[]): boolean {
  let link: string | undefined;
  return tokens.every((token) => {
    const { type, content } = token;
    if (type === 'link_open') link = String(token.attrGet('href') ?? '');
    if (type === 'link_close') link = undefined;
    if (type === 'image') return content.split(/\s+/).length < 3;
    if (decorating.has(type)) return true;
    if (link !== undefined && (isInside(link) || content === link)) return true;
    return (type === 'text' && !/[\p{L}\p{N}]/u.test(content)) || (type === 'text' && isAddress(content.trim()));
  });
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s<>]+$/.test(text);
}

const decorating: ReadonlySet<string> = new Set(['link_open', 'link_close', 'softbreak', 'hardbreak', 'html_inline']);

/** The text of a block of raw HTML; scripts, styles, comments and tags go. */
export function htmlBlockText(html: string): string {
  const lines = withoutUnseen(html)
    .replace(/<[a-z/!?][^<>]*>/gi, '\n')
    .split('\n');
  return unwrap(lines);
}

/** The ends of invisible parts of HTML. */
const unseen = new Map([
  ['<!--', /-->/g],
  ['<script', /<\/script\s{0,100}>/gi],
  ['<style', /<\/style\s{0,100}>/gi],
]);

/** HTML without comments, scripts and styles; an unclosed one extends to the end. */
function withoutUnseen(html: string): string {
  let seen = '';
  let from = 0;
  for (const { 0: opening, index } of html.matchAll(/<!--|<(?:script|style)\b/gi)) {
    if (index < from) continue;
    seen += html.slice(from, index);
    const end = new RegExp(unseen.get(opening.toLowerCase()) as RegExp);
    end.lastIndex = index;
    from = end.exec(html) ? end.lastIndex : html.length;
  }
  return seen + html.slice(from);
}
