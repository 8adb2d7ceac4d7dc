import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from './command-here.ts';
import { repository } from './git.ts';
import { temporaryFolder } from './harness.ts';

/** A home with the repository `harbour`, and the commands of the built program, which run in `cwd` with a store of that home. */
export function repositoryHome() {
  const folder = temporaryFolder();
  const project = repository(join(folder, 'harbour'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const env = { PATH: process.env.PATH ?? '', HOME: folder, SERVICE_DB: join(data, 'memory.db') };
  const runIn = (cwd: string, ...args: string[]) => runHere(cwd, env, args);
  return { folder, project, data, env, runIn };
}
