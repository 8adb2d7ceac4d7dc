import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from './driver.ts';

/**
 * Installs a host from npm below the folder, unless it is there. Scripts of packages do not run, except the one that
 * the host names. Returns the path of the executable.
 */
export function install(host: Driver, version: string, folder: string): string {
  const home = join(folder, `${host.name}@${version}`);
  const executable = join(home, 'node_modules/.bin', host.executable);
  const done = join(home, 'installed');
  if (existsSync(done)) return executable;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  run('npm', ['install', ...quietly, `${host.package}@${version}`], home);
  if (host.afterInstall !== undefined) {
    run(process.execPath, [host.afterInstall], join(home, 'node_modules', host.package));
  }
  if (!existsSync(executable)) throw new Error(`${host.package} has no executable ${host.executable}`);
  writeFileSync(done, '');
  return executable;
}

function run(program: string, args: string[], cwd: string): void {
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(error?.message ?? `${program} ${args.join(' ')} ended with ${status ?? signal}\n${stdout}${stderr}`);
}
