import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** Cached between runs: installing takes a minute. */
const folder = join(root, '.cache/frameworks');
const examples = join(root, 'clients/examples');

/**
 * A folder with the real frameworks and this package as npm would install it, and the examples; undefined when npm can't be
 * reached.
 */
export function installFrameworks(): string | undefined {
  const wanted = readFileSync(join(examples, 'package.json'), 'utf8');
  const installed = join(folder, 'installed.json');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
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
  }
  const own = join(folder, 'node_modules/agent-memory-service');
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  // Adapters import the frameworks, which are resolved from the real path of the files.
  cpSync(join(root, 'clients'), join(own, 'clients'), { recursive: true });
  cpSync(join(root, 'package.json'), join(own, 'package.json'));
  symlinkSync(join(root, 'dist'), join(own, 'dist'));
  cpSync(examples, folder, { recursive: true });
  return folder;
}

/** The output of an example, on a store of its own. */
export function runExample(folder: string, name: string): Record<string, unknown> {
  for (const suffix of ['', '-wal', '-shm', '-rates']) rmSync(join(folder, `memory.db${suffix}`), { force: true });
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  const out = execFileSync(process.execPath, [`${name}.mjs`], { cwd: folder, encoding: 'utf8', env, stdio: 'pipe' });
  return JSON.parse(out) as Record<string, unknown>;
}
