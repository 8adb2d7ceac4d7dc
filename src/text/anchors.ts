/** What a text names of its project. */
export interface Anchors {
  /** Files and folders, as relative paths from the project's folder, with `/` between parts; some may be other things. */
  paths: string[];
  /** Identifiers that are no words of prose: `parseOrder`, `MAX_SIZE`, `run()`. */
  symbols: string[];
  /** Abbreviated or whole hashes. */
  commits: string[];
}

/** UTF-16 units of a text that are read. */
const maxRead = 4_000;
const maxPathLength = 200;
const maxSymbolLength = 80;
/** Of each kind. */
const maxNamed = 6;

/**
 * The files, symbols and commits that a text may name.
 * @param folder of the project: absolute paths below it are named too
 */
export function anchorsIn(text: string, folder: string): Anchors {
  const read = text.slice(0, maxRead);
  const paths = [...read.matchAll(/(`?)([\p{L}\p{N}_.@~+/\\[\]:-]+)(`?)/gu)].map(([, open, token = '', close]) =>
    pathOf(token, folder, open !== '' && close !== ''),
  );
  const quoted = (read.match(/`[A-Za-z_$][\w$]*`/g) ?? []).map((name) => name.slice(1, -1));
  const words = read.match(/[\w$]+(?:\(\))?/g) ?? [];
  const called = words.filter((word) => word.endsWith('()')).map((word) => word.slice(0, -2));
  const symbols = [...called, ...quoted.filter((name) => /[a-z][A-Z]|[_\d]/.test(name))];
  const hashes = (read.match(/[\w./-]+/g) ?? []).map((word) => word.replace(/\.$/, ''));
  const isHash = (word: string) => /^[0-9a-f]{7,40}$/.test(word) && /\d/.test(word) && /[a-f]/.test(word);
  const few = (found: readonly string[]) => [...new Set(found)].slice(0, maxNamed);
  return {
    paths: few(paths.filter((path) => path !== undefined)),
    symbols: few(symbols.filter((name) => name.length > 2 && name.length <= maxSymbolLength)),
    commits: few(hashes.filter(isHash)),
  };
}

/** Whether a name can be shown as that of a file: it has no blank, no sign of markup, and is short. */
export function isPlainPath(path: string): boolean {
  return path.length <= maxPathLength && /^[\p{L}\p{N}_.@~+/[\]-]+$/u.test(path);
}

/** `src/a.ts` of `./src/a.ts:42`, `@src/a.ts` and `C:\work\src\a.ts`; undefined for what names no file of the project. */
function pathOf(token: string, folder: string, isQuoted: boolean): string | undefined {
  const way = token.replaceAll('\\', '/');
  const root = `${folder.replaceAll('\\', '/')}/`;
  const [own = '', behind] = (way.startsWith(root) ? way.slice(root.length) : way).split(/:(?=[^/]|$)/);
  // A scheme, a drive, or another's name for something.
  if (behind !== undefined && !/^[\d:.-]*$/.test(behind)) return undefined;
  const plain = own.replace(/^@|^\.\//, '').replace(/[./:]$/, '');
  const steps = plain.split('/');
  if (!isPlainPath(plain) || steps.some((step) => /^\.{0,2}$/.test(step)) || steps[0] === '.git') return undefined;
  const isFile = /\.[A-Za-z]\w{0,7}$/.test(plain);
  return isFile || (steps.length > 1 && (isQuoted || own.endsWith('/'))) ? plain : undefined;
}
