import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';

/** Git without the user's own settings, with somebody to commit as. */
const env = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

/** Runs git in a folder, which is made when it is missing. */
export function git(folder: string, ...args: string[]): void {
  mkdirSync(folder, { recursive: true });
  const settings = ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...settings, ...args], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** A repository with a first commit of its own. */
export function repository(folder: string, remote?: string): string {
  git(folder, 'init');
  git(folder, 'commit', '--allow-empty', '--message', randomUUID());
  if (remote !== undefined) git(folder, 'remote', 'add', 'origin', remote);
  return folder;
}
