import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './git.ts';
import { temporaryFolder } from './harness.ts';
import { program } from './spawned.ts';

/** A home with the repository `harbour`, and the built program, which runs in `cwd` with a store of that home. */
export function repositoryHome() {
  const folder = temporaryFolder();
  const project = repository(join(folder, 'harbour'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const env = { PATH: process.env.PATH ?? '', HOME: folder, SERVICE_DB: join(data, 'memory.db') };
  const runIn = (cwd: string, ...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { env, cwd, encoding: 'utf8', input: '' });
  return { folder, project, data, env, runIn };
}
