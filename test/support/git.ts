import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

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

const worker = globalThis as { emptyRepository?: string };

/** The `.git` of a repository without commits, made once a worker: to copy it costs less than to start git. */
function emptyRepository(): string {
  if (worker.emptyRepository === undefined || !existsSync(worker.emptyRepository)) {
    const folder = mkdtempSync(join(tmpdir(), 'repository-'));
    git(folder, '-c', 'init.templateDir=', 'init');
    worker.emptyRepository = join(folder, '.git');
  }
  return worker.emptyRepository;
}

/** A repository with a first commit of its own. */
export function repository(folder: string, remote?: string): string {
  const gitFolder = join(folder, '.git');
  cpSync(emptyRepository(), gitFolder, { recursive: true });
  const ada = 'Ada <ada@example.com> 1767225600 +0000';
  const commit = write(
    gitFolder,
    'commit',
    `tree ${write(gitFolder, 'tree', '')}\nauthor ${ada}\ncommitter ${ada}\n\n${randomUUID()}\n`,
  );
  writeFileSync(join(gitFolder, 'refs/heads/main'), `${commit}\n`);
  if (remote !== undefined) {
    const fetch = '+refs/heads/*:refs/remotes/origin/*';
    appendFileSync(join(gitFolder, 'config'), `[remote "origin"]\n\turl = ${remote}\n\tfetch = ${fetch}\n`);
  }
  return folder;
}

/** Writes an object as git does; its name. */
function write(gitFolder: string, kind: 'tree' | 'commit', content: string): string {
  const object = `${kind} ${Buffer.byteLength(content)}\0${content}`;
  const name = createHash('sha1').update(object).digest('hex');
  const folder = join(gitFolder, 'objects', name.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name.slice(2)), deflateSync(object));
  return name;
}
