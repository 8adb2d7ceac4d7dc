import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * The name of the project that a folder belongs to: that of the git repository around it (of the main one, for a linked
 * worktree), else of the folder itself. Empty for the root of the file system.
 */
export function projectName(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const root = repositoryAt(at);
    if (root !== undefined) return basename(root);
    if (dirname(at) === at) return basename(resolve(folder));
  }
}

/** The repository whose working tree begins at a folder. */
function repositoryAt(folder: string): string | undefined {
  const git = join(folder, '.git');
  const stats = statSync(git, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return folder;
  if (!stats?.isFile()) return undefined;
  // A linked worktree: "gitdir: /repository/.git/worktrees/name"; a submodule: "gitdir: ../.git/modules/name".
  const gitdir = resolve(
    folder,
    readFileSync(git, 'utf8')
      .replace(/^gitdir: /, '')
      .trim(),
  );
  const worktrees = dirname(gitdir);
  return basename(worktrees) === 'worktrees' ? dirname(dirname(worktrees)) : folder;
}
