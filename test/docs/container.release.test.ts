import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../support/stores.ts';

const root = join(import.meta.dirname, '../..');

test('the image is built from the files that are sent, and its program starts', () => {
  const folder = temporaryFolder();
  const sent = readFileSync(join(root, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm);
  for (const [, path = ''] of sent) cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', env: process.env, stdio: 'pipe' });
  run('npm', 'run', 'build');
  // As in the second stage: the program, its packages and package.json, without sources.
  const image = temporaryFolder();
  cpSync(join(folder, 'dist'), join(image, 'dist'), { recursive: true });
  for (const path of ['package.json', 'LICENSE']) cpSync(join(folder, path), join(image, path));
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'));
  const started = execFileSync(process.execPath, ['dist/agent-memory-service.cjs', '--version'], {
    cwd: image,
    encoding: 'utf8',
  });
  expect(started).toBe(`${manifest.version}\n`);
  expect(run('head', '-c', '2', join(image, 'dist/agent-memory-service.cjs'))).toBe('#!');
}, 400_000);
