import { withoutFenced } from '../domain/fence.ts';

/** What is between the first such marks; undefined when they are not both there. */
export function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open);
  const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
  return end < 0 ? undefined : text.slice(start + open.length, end);
}

/** The elements in which hosts put what hooks and the program itself give before the user's words. */
const wrappers = ['hook_context', 'system_reminder', 'system-reminder'];

/** A message as it was said: without what hooks gave, this service's own notes among it. */
export function asSaid(text: string): string {
  let said = withoutFenced(text);
  for (const name of wrappers) said = withoutElements(said, `<${name}>`, `</${name}>`);
  return said === text ? text : said.trim();
}

function withoutElements(text: string, open: string, close: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    if (end < 0) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + close.length;
  }
}

/** Whether a text begins with one of these, blanks apart. */
export function beginsWith(text: string, beginnings: readonly string[]): boolean {
  const trimmed = text.trimStart();
  return beginnings.some((one) => trimmed.startsWith(one));
}
