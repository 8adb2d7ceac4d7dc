import { isAbsolute, relative } from 'node:path';

/** The object that a tool is about to touch. */
export interface ToolCall {
  /** Of files, as the agent names them. */
  paths: string[];
  /** A line for a shell. */
  command?: string | undefined;
}

/** The names under which notes may mention a tool's object. */
export interface ToolNames {
  /** Files, as relative paths from the agent's working directory, with `/` between parts. */
  files: string[];
  /** Commands, by program and first word: `npm install`. */
  commands: string[];
}

const maxFiles = 8;
const maxCommands = 4;
/** Only the beginning of a longer line is used. */
const maxLineLength = 2_000;

/** Undefined where the call names nothing that a note could. */
export function namesOf({ paths, command = '' }: ToolCall, folder: string): ToolNames | undefined {
  const simple = command
    .slice(0, maxLineLength)
    .split(/&&|\|\|?|[;\n]/u)
    .map(wordsOf);
  const files = [...paths, ...simple.flatMap((words) => words.slice(1).filter(isPath))];
  const commands = simple.flatMap(commandIn);
  const named = {
    files: [...new Set(files.map((path) => wayFrom(folder, path)).filter((way) => way !== ''))].slice(0, maxFiles),
    commands: [...new Set(commands)].slice(0, maxCommands),
  };
  return named.files.length + named.commands.length === 0 ? undefined : named;
}

/** Of one command, without its variables and wrapper. */
function wordsOf(line: string): string[] {
  const words = line
    .trim()
    .split(/\s+/u)
    .map((word) => word.replace(/^["']|["']$/gu, ''));
  const begin = words.findIndex((word) => !/^[A-Z_]\w*=|^(?:sudo|env|time|npx|command|exec)$/iu.test(word));
  return begin < 0 ? [] : words.slice(begin);
}

function isPath(word: string): boolean {
  return /^[\w.@~/\\-]+$/u.test(word) && !word.startsWith('-') && /[/\\]|\.\w{1,8}$/u.test(word);
}

function commandIn([program = '', first = '']: string[]): string[] {
  const name = program.split(/[/\\]/u).at(-1) ?? '';
  if (!/^[\w.-]{2,40}$/u.test(name)) return [];
  return [/^[a-z][\w:-]{1,40}$/u.test(first) ? `${name} ${first}` : name];
}

function wayFrom(folder: string, path: string): string {
  const way = isAbsolute(path) ? relative(folder, path) : path;
  return withoutEnd(way.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/u, ''), '/');
}

function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/** The search terms for notes that name these things. */
export function queryFor({ files, commands }: ToolNames): string {
  const parts = files.flatMap((way) => way.split('/'));
  return [...new Set([...parts.reverse(), ...commands])].join(' ').slice(0, 500);
}

/** Whether a note names one of the files, a folder of it, or a command. */
export function namesOne(note: string, { files, commands }: ToolNames): boolean {
  const tokens = [...note.matchAll(/[\p{L}\p{N}_.@~*-][\p{L}\p{N}_.@~*/\\-]*/gu)].map(({ 0: token, index }) => ({
    token: withoutEnd(token.replaceAll('\\', '/').replace(/^\.\//u, ''), '.*'),
    around: note.slice(Math.max(0, index - maxKindLength), index + token.length + maxKindLength),
  }));
  return (
    tokens.some(({ token, around }) => files.some((way) => isWay(token, around, way))) ||
    commands.some((command) => isCommandIn(note, command))
  );
}

/** The letters around a name that mark it as a folder. */
const maxKindLength = 14;
const folderWord =
  /\b(?:folder|director(?:y|ies)|dir|package|module|ordner|verzeichnis|paket|dossier|répertoire|carpeta|directorio|pasta|diretório|cartella|map|katalog|mappe)\b|папк|каталог|フォルダ|ディレクトリ|文件夹|目录|폴더|디렉터리/iu;

/** A file's name or path, a folder's path, or a folder's name where it is called a folder. */
function isWay(token: string, around: string, way: string): boolean {
  const said = token.toLowerCase();
  const file = `/${way.toLowerCase()}`;
  const name = withoutEnd(said, '/');
  if (name.length < 3) return false;
  const isFolder = file.includes(`/${name}/`);
  if (name.includes('/')) return isFolder || file.endsWith(`/${name}`);
  if (isFolder) return said.endsWith('/') || folderWord.test(around);
  return file.endsWith(`/${name}`) && (name.includes('.') || name === file.slice(1));
}

/** Programs that have a common word as their name, or that do not show the action. */
const commonPrograms = new Set(
  'cat cd cp cut date diff echo env export false file find go grep head help history info install join kill less ln ls make man mkdir more mv node open paste printf ps pwd read rm rmdir sed set sh bash zsh sleep sort source split stat sudo tail tee test time top touch tr true type uniq wait watch wc which who xargs yes python python3'.split(
    ' ',
  ),
);

/** The command as it was given, or its program where that is no common word. */
function isCommandIn(note: string, command: string): boolean {
  const [program = ''] = command.split(' ');
  const isNamed = (text: string) => {
    for (let at = note.indexOf(text); at >= 0; at = note.indexOf(text, at + 1)) {
      const [before = ' ', after = ' '] = [note[at - 1], note[at + text.length]];
      if (!/[\p{L}\p{N}_/.-]/u.test(before) && !/[\p{L}\p{N}_/-]/u.test(after)) return true;
    }
    return false;
  };
  return (
    (command !== program && isNamed(command)) ||
    (!commonPrograms.has(program) && program.length > 2 && isNamed(program))
  );
}
