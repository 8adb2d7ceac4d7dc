import { withoutFenced } from '../domain/fence.ts';

/** The text between the first such marks; undefined unless both exist. */
export function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open);
  const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
  return end < 0 ? undefined : text.slice(start + open.length, end);
}

/** The elements in which hosts put the text of hooks and of the program itself, before the user's words. */
const wrappers = ['hook_context', 'system_reminder', 'system-reminder'];

/** A message as the user typed it: without private parts and without the text of hooks, including our own notes. */
export function asSaid(text: string): string {
  let said = splitPrivate(withoutFenced(text)).open;
  for (const name of wrappers) said = withoutElements(said, `<${name}>`, `</${name}>`);
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

/** Whether a text begins with one of these, blanks apart. */
export function beginsWith(text: string, beginnings: readonly string[]): boolean {
  const trimmed = text.trimStart();
  return beginnings.some((one) => trimmed.startsWith(one));
}
