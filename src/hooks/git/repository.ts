import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type GitSetting, readGitConfig } from './config.ts';

/** The repository that a folder belongs to. Only its files are read: git is not run. */
export interface Repository {
  /** Its working tree with links resolved: the main one of a linked worktree; the repository itself if it is bare. */
  folder: string;
  /** Its name for people. */
  name: string;
  /** Where it keeps its configuration and commits; undefined when `.git` does not lead to a repository of this folder. */
  gitFolder: string | undefined;
}

/** More than any file of these has. */
const maxBytes = 1_000_000;

/** The repository around a folder (without links), the innermost one. */
export function repositoryAround(folder: string): Repository | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = repositoryAt(at);
    if (found || dirname(at) === at) return found;
  }
}

/** The repository with its working tree at a folder. */
function repositoryAt(folder: string): Repository | undefined {
  const git = join(folder, '.git');
  const stats = lstatSync(git, { throwIfNoEntry: false });
  if (!stats) return undefined;
  const gitFolder = stats.isDirectory() ? git : undefined;
  return (stats.isFile() ? linkedTo(folder, git) : undefined) ?? { folder, name: basename(folder), gitFolder };
}

/**
 * Follows a `.git` file to its repository. The file may be forged, so the repository must name this folder too, as a
 * worktree or a submodule.
 */
function linkedTo(folder: string, git: string): Repository | undefined {
  const named = textOf(git);
  if (!named?.startsWith('gitdir: ')) return undefined;
  const gitFolder = realPath(resolve(folder, named.slice('gitdir: '.length).trim()));
  if (gitFolder === undefined) return undefined;
  const [back, common] = [textOf(join(gitFolder, 'gitdir')), textOf(join(gitFolder, 'commondir'))];
  if (back !== undefined && common !== undefined) {
    const main = realPath(resolve(gitFolder, common.trim()));
    const isItsOwn = main !== undefined && dirname(gitFolder) === join(main, 'worktrees');
    return isItsOwn && realPath(resolve(gitFolder, back.trim())) === git ? repositoryOf(main) : undefined;
  }
  return workTreeOf(gitFolder) === folder ? { folder, name: basename(folder), gitFolder } : undefined;
}

/** The repository that a git folder belongs to, or that it is. */
function repositoryOf(gitFolder: string): Repository {
  const folder = workTreeOf(gitFolder) ?? (basename(gitFolder) === '.git' ? dirname(gitFolder) : gitFolder);
  return { folder, name: folder === gitFolder ? nameOfBare(folder) : basename(folder), gitFolder };
}

/** `repo.git` is named repo; a hidden one next to its worktrees has the name of the parent folder. */
function nameOfBare(folder: string): string {
  const name = basename(folder);
  return name.startsWith('.') ? basename(dirname(folder)) : name.replace(/\.git$/, '');
}

/** The identity of a folder's repository, or of a bare one in the folder. */
export function repositoryIn(folder: string): Repository | undefined {
  const isBare = ['HEAD', 'config', 'objects'].every((name) => statSync(join(folder, name), { throwIfNoEntry: false }));
  return repositoryAt(folder) ?? (isBare ? repositoryOf(folder) : undefined);
}

/** Only the settings of the repository, without the user's own. */
export function settingsOf({ gitFolder }: Repository): GitSetting[] {
  return gitFolder === undefined ? [] : configOf(gitFolder, 'config');
}

/** The working tree that a git folder declares as its own, as those of submodules do. */
function workTreeOf(gitFolder: string): string | undefined {
  const settings = [...configOf(gitFolder, 'config'), ...configOf(gitFolder, 'config.worktree')];
  const named = settings.findLast(({ section, key }) => section === 'core' && key === 'worktree');
  return named && realPath(resolve(gitFolder, named.value));
}

function configOf(gitFolder: string, name: string): GitSetting[] {
  return readGitConfig(textOf(join(gitFolder, name)) ?? '');
}

/** The text of a small file; undefined where there is none. */
function textOf(path: string): string | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** The path without links; undefined where nothing is. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
