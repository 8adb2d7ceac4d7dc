import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '../../domain/project-rules.ts';

/**
 * The time limit: histories of a million commits take longer. Such projects are recognised only by their remote or
 * place.
 */
const timeoutMs = 1_000;

/**
 * The first commit of a repository's history; undefined if there is none, or only a part of the history. Git runs
 * without the network, and outside of the folder, which could contain a program named git.
 */
export async function rootCommit(
  { folder, gitFolder }: Project,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if (gitFolder === undefined || existsSync(join(gitFolder, 'shallow'))) return undefined;
  // Git would not accept it as a repository, and would search the parent folders.
  if (!existsSync(join(gitFolder, 'HEAD'))) return undefined;
  const settings = ['-c', 'protocol.allow=never', '-c', 'core.fsmonitor=false', '--no-replace-objects'];
  const args = ['-C', folder, ...settings, 'rev-list', '--first-parent', '--max-parents=0', 'HEAD', '--'];
  const inherited = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_'));
  const env = { ...Object.fromEntries(inherited), GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' };
  const options = { cwd: homedir(), env, timeout: timeoutMs, killSignal: 'SIGKILL', windowsHide: true } as const;
  return new Promise((resolve) => {
    execFile('git', args, options, (error, stdout) => {
      const commit = stdout.trim();
      resolve(!error && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined);
    });
  });
}
