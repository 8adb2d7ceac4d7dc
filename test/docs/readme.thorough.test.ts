import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { asAnimation, asText, converse } from '../../scripts/conversation.ts';
import { withFigures } from '../../scripts/figures.ts';
import { hosts } from '../../src/hosts/index.ts';
import { temporaryFolder } from '../support/harness.ts';
import { startServe } from '../support/served.ts';
import { program } from '../support/spawned.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the README is short', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(151);
});

// One test renews the whole page: of two that write it in one run, the later would undo the other.
test('the README has a real conversation, figures and the count of hosts; npm run docs renews them', async () => {
  const lines = converse(temporaryFolder(), program);
  expect(lines.length).toBeGreaterThan(3);
  const renewed = withFigures(readme)
    .replace(/(docs\/hosts\.md lists )\d+/, `$1${hosts.length}`)
    .replace(/(<!-- conversation -->\n)[\s\S]*?(<!-- end -->)/, `$1${asText(lines)}\n$2`);
  await expect(renewed).toMatchFileSnapshot(join(root, 'README.md'));
  await expect(asAnimation(lines)).toMatchFileSnapshot(join(root, 'docs/images/conversation.svg'));
});

test('the README’s links lead to files, and its contents to headings', () => {
  const headings = new Set(
    [...readme.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-')),
  );
  for (const [, target = ''] of readme.matchAll(/(?:\]\(|src(?:set)?=")([^)"]+)/g)) {
    if (target.startsWith('#')) expect(headings).toContain(target.slice(1));
    else if (!target.startsWith('https:'))
      expect(() => readFileSync(join(root, target.split('#')[0] ?? ''))).not.toThrow();
  }
});

/** The code of a block of the README by its first line. */
function example(first: string): string {
  const from = readme.indexOf(`\n${first}\n`);
  expect(from, first).toBeGreaterThan(0);
  return readme.slice(from, readme.indexOf('\n```', from));
}

test('the README’s examples for programs run as written, and once more', async () => {
  const folder = temporaryFolder();
  const { url, key = '' } = await startServe(join(folder, 'memory.db'));
  const env = { PATH: process.env.PATH ?? '', URL: url, KEY: key };
  const run = (command: string, file: string, source: string) => {
    writeFileSync(join(folder, file), source);
    const { stdout, stderr, status } = spawnSync(command, [file], { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  const { code } = transformSync(example('// TypeScript'), { loader: 'ts' });
  for (let i = 1; i <= 2; i++) {
    expect(run('bash', 'a.sh', example('# curl'))).toContain('Porto');
    expect(run(process.execPath, 'a.mjs', code)).toContain('tea');
    expect(run('python3', 'a.py', example('# Python'))).toContain('7:40');
  }
});
