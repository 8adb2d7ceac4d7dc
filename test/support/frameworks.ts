import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addOwnPackage, installedFromNpm, root } from './from-npm.ts';

const examples = join(root, 'clients/examples');

/**
 * A folder with the real frameworks and this package as npm would install it, and the examples; undefined when npm can't be
 * reached.
 */
export function installFrameworks(): string | undefined {
  const folder = installedFromNpm('frameworks', readFileSync(join(examples, 'package.json'), 'utf8'));
  if (folder === undefined) return undefined;
  // Adapters import the frameworks, which are resolved from the real path of the files.
  cpSync(join(root, 'clients'), join(addOwnPackage(folder), 'clients'), { recursive: true });
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
