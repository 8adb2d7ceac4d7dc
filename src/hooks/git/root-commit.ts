import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../../domain/project-rules.ts';
import { type Environment, runGit } from './run.ts';

/**
 * The time limit: histories of a million commits take longer. Such projects are recognised only by their remote or
 * place.
 */
const timeoutMs = 1_000;

/** The first commit of a repository's history; undefined if there is none, or only a part of the history. */
export async function rootCommit(
  { folder, gitFolder }: Project,
  environment: Environment,
): Promise<string | undefined> {
  if (gitFolder === undefined || existsSync(join(gitFolder, 'shallow'))) return undefined;
  // Git would not accept it as a repository, and would search the parent folders.
  if (!existsSync(join(gitFolder, 'HEAD'))) return undefined;
  const args = ['rev-list', '--first-parent', '--max-parents=0', 'HEAD', '--'];
  const commit = (await runGit(folder, args, environment, timeoutMs))?.trim();
  return commit && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}
