/** One setting of a git configuration file: `[remote "origin"] url = …`. */
export interface GitSetting {
  section: string;
  subsection: string;
  key: string;
  value: string;
}

/** The settings of a file, in order (git-config(1), "Syntax"); other lines are skipped. */
export function readGitConfig(text: string): GitSetting[] {
  const settings: GitSetting[] = [];
  let section = '';
  let subsection = '';
  for (const whole of joined(text.split(/\r?\n/))) {
    let line = whole.trim();
    if (line.startsWith('[')) {
      const quote = line.indexOf('"');
      const end = quote < 0 ? line.indexOf(']') : line.indexOf('"]', quote);
      if (end < 0) continue;
      section = line
        .slice(1, quote < 0 ? end : quote)
        .trim()
        .toLowerCase();
      subsection = quote < 0 ? '' : line.slice(quote + 1, end).replace(/\\(.)/g, '$1');
      line = line.slice(line.indexOf(']', end) + 1).trim();
    }
    const equals = line.indexOf('=');
    if (equals < 1 || line.startsWith('#') || line.startsWith(';')) continue;
    const key = line.slice(0, equals).trim().toLowerCase();
    settings.push({ section, subsection, key, value: unquoted(line.slice(equals + 1).trim()) });
  }
  return settings;
}

/** A line that ends with a backslash continues on the next. */
function joined(lines: readonly string[]): string[] {
  const result: string[] = [];
  let goesOn = false;
  for (const line of lines) {
    const before = goesOn ? (result.pop() ?? '') : '';
    goesOn = line.endsWith('\\') && !line.endsWith('\\\\');
    result.push(before + (goesOn ? line.slice(0, -1) : line));
  }
  return result;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['b', '\b'],
]);

/** Without quotes, escapes and comments. */
function unquoted(written: string): string {
  let value = '';
  let end = 0;
  let isQuoted = false;
  for (let i = 0; i < written.length; i++) {
    const letter = written[i] as string;
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === '\\') {
      const escaped = written[++i] ?? '';
      value += escapes.get(escaped) ?? escaped;
    } else if (!isQuoted && (letter === '#' || letter === ';')) break;
    else value += letter;
    // Blanks at the end count only where they are quoted.
    if (isQuoted || !/\s/.test(letter)) end = value.length;
  }
  return value.slice(0, end);
}
