import { basename, dirname, join } from 'node:path';
import { textAt } from './json.ts';
import { entriesOf, fileAt, filesBelow, textOf } from './sessions/files.ts';
import { folderOfSlug } from './sessions/folders.ts';
import { firstIn } from './sessions/head.ts';

/** A host's own memory on disk: a folder or a file. */
export interface HostMemory {
  host: string;
  path: string;
  /** The project that it is about; undefined: about the user. */
  folder?: string | undefined;
  /** Why it is not watched. */
  leftOut?: string;
}

interface Place {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
}

/** The headings of lists in which Gemini CLI and Qwen Code write facts that users asked them to remember. */
const added = /^## (?:Gemini|Qwen) Added Memories$/u;

/** The memories that hosts write themselves on this machine. */
export function hostMemories(place: Place): HostMemory[] {
  const { home, env } = place;
  const codex = join(env.CODEX_HOME || join(home, '.codex'), 'memories');
  return [
    ...ofClaudeCode(join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'projects'), place),
    // Codex's own summary of its other files.
    ...(fileAt(join(codex, 'MEMORY.md')) ? [{ host: 'codex', path: join(codex, 'MEMORY.md') }] : []),
    ...inRules('gemini-cli', join(home, '.gemini', 'GEMINI.md')),
    ...inRules('qwen-code', join(home, '.qwen', 'QWEN.md')),
  ];
}

/** `<project>/memory/` beside the transcripts, which say the project's folder. */
function ofClaudeCode(root: string, { platform }: Place): HostMemory[] {
  return entriesOf(root).flatMap((project): HostMemory[] => {
    const path = join(root, project.name, 'memory');
    const [note] = project.isDirectory() ? filesBelow(path, 3, /\.md$/) : [];
    if (!note) return [];
    const [transcript] = filesBelow(dirname(path), 0, /\.jsonl$/);
    const said = transcript && firstIn(transcript.path, (line) => textAt(line, 'cwd'));
    const folder = said ?? folderOfSlug(basename(dirname(path)), platform);
    const unknown = folder === undefined ? { leftOut: 'its project is not there' } : {};
    return [{ host: 'claude-code', path, folder, ...unknown }];
  });
}

/**
 * A file of rules is watched only if it has nothing but added memories: the host itself reads the rest in every
 * session.
 */
function inRules(host: string, path: string): HostMemory[] {
  const lines = (fileAt(path) && textOf(path)?.split('\n')) || [];
  if (!lines.some((line) => added.test(line.trim()))) return [];
  const isOther = lines.some((line) => line.trim() !== '' && !added.test(line.trim()) && !/^\s*[-*] /u.test(line));
  return [{ host, path, ...(isOther && { leftOut: 'it holds rules too; "watch" with its path takes all of it' }) }];
}
