import type { Definition, Nodes, PhrasingContent } from 'mdast';
import { unwrap } from '../../text/prose.ts';

/** What inline content is read from: the source its positions count in, and the definitions its references mean. */
export interface InlineSource {
  source: string;
  definitions: ReadonlyMap<string, Definition>;
}

/** A hard line break while the lines around it are unwrapped. */
const hardBreak = '\u2028';

/**
 * Inline Markdown as one line (more where the author broke it on purpose). Emphasis, code and links stay as written;
 * escapes and entities are resolved, reference links get their address, HTML tags go.
 */
export function inlineText(nodes: readonly PhrasingContent[], from: InlineSource): string {
  const raw = nodes.map((node) => write(node, from)).join('');
  return raw
    .split(hardBreak)
    .map((part) => unwrap(part.split('\n')))
    .filter((line) => line !== '')
    .join('\n');
}

function write(node: PhrasingContent, from: InlineSource): string {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'break':
      return hardBreak;
    case 'html':
      return /^<br\b/i.test(node.value) ? hardBreak : '';
    case 'strong':
    case 'emphasis':
    case 'delete': {
      const mark = (slice(node, from)?.[0] ?? '*').repeat(node.type === 'emphasis' ? 1 : 2);
      return `${mark}${children(node.children, from)}${mark}`;
    }
    case 'link': {
      const label = children(node.children, from);
      const bare = label === node.url || `mailto:${label}` === node.url || `http://${label}` === node.url;
      return bare || label === '' ? label || node.url : `[${label}](${node.url})`;
    }
    case 'linkReference': {
      const label = children(node.children, from);
      const target = from.definitions.get(node.identifier)?.url;
      return target === undefined ? label : `[${label}](${target})`;
    }
    default:
      return slice(node, from)?.replace(/\n[\s>]*/g, ' ') ?? '';
  }
}

function children(nodes: readonly PhrasingContent[], from: InlineSource): string {
  return nodes.map((node) => write(node, from)).join('');
}

function slice(node: Nodes, { source }: InlineSource): string | undefined {
  const { start, end } = node.position ?? {};
  return start?.offset === undefined || end?.offset === undefined ? undefined : source.slice(start.offset, end.offset);
}

/** Whether a paragraph is nothing but badges and pictures without a telling description. */
export function isDecoration(nodes: readonly PhrasingContent[]): boolean {
  return nodes.every((node) => {
    if (node.type === 'image' || node.type === 'imageReference') return (node.alt ?? '').split(/\s+/).length < 3;
    if (node.type === 'link' || node.type === 'linkReference') return isDecoration(node.children);
    return (node.type === 'text' && node.value.trim() === '') || node.type === 'break' || node.type === 'html';
  });
}

/** The text of a block of raw HTML; scripts, styles, comments and tags go. */
export function htmlBlockText(html: string): string {
  const lines = withoutUnseen(html)
    .replace(/<[a-z/!?][^<>]*>/gi, '\n')
    .split('\n');
  return unwrap(lines);
}

/** What ends the parts of HTML that nobody sees. */
const unseen = new Map([
  ['<!--', /-->/g],
  ['<script', /<\/script\s{0,100}>/gi],
  ['<style', /<\/style\s{0,100}>/gi],
]);

/** HTML without comments, scripts and styles; one that is never closed goes on to the end. */
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
