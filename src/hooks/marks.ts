import { withoutFenced } from '../domain/fence.ts';

/** A message without private parts and without our own notes. */
export function asSaid(text: string): string {
  const said = splitPrivate(withoutFenced(text)).open;
  return said === text ? text : said.trim();
}

/**
 * The beginning of the prompt that asks a host's own model about a past session. Neither it nor its answer is a user's.
 */
export const ownPrompt = 'agent-memory-service asks: what of this session is worth remembering? Use no tools.';

/** How far into a prompt it is searched for: hosts put text before it. */
const ownPromptWithin = 4_000;

export function isOwnPrompt(text: string): boolean {
  return text.slice(0, ownPromptWithin).includes(ownPrompt);
}

const privateOpening = /<\s{0,9}private(?:\s[^<>]{0,200})?>/iu;
const privateClosing = /<\s{0,9}\/\s{0,9}private\s{0,9}>/iu;

/** Splits a text by `<private>…</private>`; an unclosed part is private to the end. */
export function splitPrivate(text: string): { open: string; hidden: string[] } {
  const hidden: string[] = [];
  let open = '';
  let rest = text;
  for (;;) {
    const start = privateOpening.exec(rest);
    if (!start) return { open: open + rest, hidden };
    open += rest.slice(0, start.index);
    rest = rest.slice(start.index + start[0].length);
    const end = privateClosing.exec(rest);
    hidden.push(rest.slice(0, end?.index));
    rest = end ? rest.slice(end.index + end[0].length) : '';
  }
}

/** The inside of an element, from its first opening tag to its last closing one. */
export function insideOf(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}`);
  const from = text.indexOf('>', start);
  const end = text.lastIndexOf(`</${name}>`);
  return start < 0 || from < 0 || end < from ? undefined : text.slice(from + 1, end);
}

export function withoutElements(text: string, open: string, close: string): string {
  let clean = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    if (end < 0) return clean + text.slice(from);
    clean += text.slice(from, start);
    from = end + close.length;
  }
}
