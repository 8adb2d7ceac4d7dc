import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The SQL texts of an engine's source, by file, from which none of these statements was made, with any text in their
 * gaps: every string of the TypeScript files below a folder that is a statement, or a part that follows another one.
 */
export function literalsOutside(folder: string, statements: Iterable<string>): string[] {
  const made = [...statements].map(unnumbered);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.toSorted().flatMap((file) =>
    literals(readFileSync(join(folder, file), 'utf8'))
      .filter((literal) => STATEMENT.test(literal) && !made.some(madeFrom(unnumbered(literal).split(GAP))))
      .map((literal) => `${file}: ${oneLine(literal.replaceAll(GAP, '…'))}`),
  );
}

/** Statements that are sent as one have their values numbered again. */
const unnumbered = (sql: string) => sql.replace(/\$\d+/g, '$');

/** Whether the parts are in a statement one after the other. */
const madeFrom = (parts: readonly string[]) => (statement: string) => {
  let at = 0;
  return parts.every((part) => {
    const found = statement.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
};

export const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ');

/** Stands for an expression of a template. */
const GAP = '\0';
const STATEMENT = /^\s*(?:\0\s*(?:WHERE|AND|ORDER)|SELECT|INSERT|UPDATE|DELETE|WITH)\b/;

/** The strings and templates of a source text; comments and regular expressions hold none of ours. */
function literals(source: string): string[] {
  const found: string[] = [];
  read(0, '');
  return found;

  /** Reads code from `at` up to `end`; answers the place behind it. */
  function read(start: number, end: '' | '}'): number {
    let depth = 0;
    for (let at = start; at < source.length; ) {
      const sign = source[at]!;
      if (source.startsWith('//', at)) at = ending('\n', at);
      else if (source.startsWith('/*', at)) at = ending('*/', at);
      else if (sign === "'" || sign === '"') at = readString(at + 1, sign);
      else if (sign === '`') at = readTemplate(at + 1);
      else if (sign === end && depth === 0) return at + 1;
      else {
        if (sign === '{') depth++;
        if (sign === '}') depth--;
        at++;
      }
    }
    return source.length;
  }

  function ending(mark: string, from: number): number {
    const at = source.indexOf(mark, from);
    return at < 0 ? source.length : at + mark.length;
  }

  function readString(start: number, quote: string): number {
    const end = source.indexOf(quote, start);
    found.push(source.slice(start, end));
    return end + 1;
  }

  function readTemplate(start: number): number {
    let text = '';
    for (let at = start; ; ) {
      if (source[at] === '`') {
        found.push(text);
        return at + 1;
      }
      if (source.startsWith('${', at)) {
        text += GAP;
        at = read(at + 2, '}');
      } else text += source[at++]!;
    }
  }
}
