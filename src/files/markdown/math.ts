import type { MarkdownIt, StateInline } from 'markdown-it';

/** UTF-16 units of mathematics within a paragraph. */
const longest = 4_000;

/**
 * Mathematics stays word for word, as Pandoc's `tex_math_dollars` delimits it: `$x$` without blanks inside and no digit
 * behind it, or `$$x$$`. In it a backslash escapes nothing.
 */
export function keepMath(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'math', math);
}

function math(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '$' || src[pos - 1] === '\\') return false;
  const part = src.slice(pos, pos + longest);
  const found = part.startsWith('$$')
    ? /^\$\$[^$]{1,4000}\$\$/.exec(part)?.[0]
    : /^\$(?![\s$])(?:\\.|[^$\\\n]){0,2000}(?<!\s)\$(?!\d)/.exec(part)?.[0];
  if (found === undefined) return false;
  if (!silent) state.push('text', '', 0).content = found;
  state.pos += found.length;
  return true;
}
