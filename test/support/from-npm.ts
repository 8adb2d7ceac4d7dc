import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/**
 * A folder with the packages of a package.json, cached between runs because installing takes long; undefined when npm
 * can't be reached. Scripts of packages don't run.
 */
export function installedFromNpm(name: string, wanted: string): string | undefined {
  const folder = join(root, '.cache', name);
  const installed = join(folder, 'installed.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), wanted);
  try {
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'];
    execFileSync('npm', args, { cwd: folder, stdio: 'pipe', timeout: 300_000 });
  } catch {
    return undefined;
  }
  writeFileSync(installed, wanted);
  return folder;
}

/** An empty folder for this package in `node_modules`, with the build and what its package.json exports. */
export function addOwnPackage(folder: string): string {
  const own = join(folder, 'node_modules/agent-memory-service');
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  writeFileSync(join(own, 'package.json'), readFileSync(join(root, 'package.json')));
  symlinkSync(join(root, 'dist'), join(own, 'dist'));
  return own;
}
