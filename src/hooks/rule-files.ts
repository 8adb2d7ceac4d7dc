import { closeSync, fstatSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { readNoWait } from '../base/no-link.ts';
import { projectAt } from './project.ts';

/** Files with a project's rules for agents, and folders of such files. */
const ruleFiles = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  'AGENTS.md',
  'AGENT.md',
  'GEMINI.md',
  'QWEN.md',
  'WARP.md',
  'CONVENTIONS.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.roorules',
  '.rules',
  '.goosehints',
  '.claude/CLAUDE.md',
  '.github/copilot-instructions.md',
  '.junie/guidelines.md',
];
const ruleFolders = [
  '.cursor/rules',
  '.claude/rules',
  '.windsurf/rules',
  '.clinerules',
  '.roo/rules',
  '.github/instructions',
  '.continue/rules',
  '.kiro/steering',
  '.amazonq/rules',
];
const isRuleFile = (name: string) => /\.mdc?$/u.test(name);

/** Limits: bytes of a file and of all, files and folders that are read. */
const maxOfFile = 64 * 1024;
const maxBytes = 128 * 1024;
const maxFiles = 40;
const maxFolders = 8;

/**
 * The lines of the rule files for a folder: its own, and those of its parents up to the project's. They are not
 * trusted, so they are only compared. A link that leads out of the project is not followed.
 */
export function readRuleLines(cwd: string): string[] {
  const project = projectAt(cwd);
  if (!project) return [];
  const lines: string[] = [];
  let left = maxBytes;
  let files = 0;
  const read = (path: string) => {
    if (left <= 0 || files >= maxFiles) return;
    const text = readWithin(project.folder, path, Math.min(left, maxOfFile));
    if (text === undefined) return;
    files++;
    left -= text.length;
    lines.push(...text.split('\n').filter((line) => /\p{L}{2}|\p{Lo}/u.test(line)));
  };
  for (const folder of foldersOf(cwd, project.folder)) {
    for (const name of ruleFiles) read(join(folder, name));
    for (const name of ruleFolders) for (const file of namesIn(join(folder, name))) read(join(folder, name, file));
  }
  return lines;
}

/** A folder and those around it, as far as the project goes. */
function foldersOf(cwd: string, project: string): string[] {
  const folders: string[] = [];
  for (let at = real(cwd) ?? resolve(cwd); isWithin(project, at); at = dirname(at)) {
    folders.push(at);
    if (at === project) break;
  }
  return [...new Set([project, ...folders.slice(0, maxFolders)])];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(isRuleFile).sort().slice(0, maxFiles);
  } catch {
    return [];
  }
}

/**
 * The beginning of a file in a project; undefined for a missing file, and for one outside of the project (by a link).
 */
function readWithin(project: string, path: string, most: number): string | undefined {
  const target = real(path);
  if (target === undefined || !isWithin(project, target)) return undefined;
  let file: number | undefined;
  try {
    // A pipe in its place must not keep the hook waiting.
    file = openSync(target, readNoWait);
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.alloc(most);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, most, 0));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
