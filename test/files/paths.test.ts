import { execFileSync } from 'node:child_process';
import { appendFileSync, linkSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { normalPath } from '../../src/domain/file.ts';
import { HardLinks } from '../../src/files/local/hard-links.ts';
import { allowedPath } from '../../src/files/local/paths.ts';
import { LocalReader } from '../../src/files/local/reader.ts';
import { isSecretPath } from '../../src/files/local/secrets.ts';
import { isPassedOver } from '../../src/files/passed-over.ts';
import { temporaryFolder } from '../support/harness.ts';

function machine() {
  const root = realpathSync(temporaryFolder());
  const home = join(root, 'home');
  const workingDirectory = join(root, 'work');
  for (const folder of [join(home, 'notes/deep'), join(home, '.ssh'), workingDirectory, join(root, 'other')]) {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(join(home, 'notes/a.md'), '- a');
  writeFileSync(join(home, '.ssh/config.md'), 'secret');
  writeFileSync(join(home, '.env.txt'), 'secret');
  writeFileSync(join(root, 'other/b.md'), '- b');
  return { root, home, workingDirectory, roots: { home, workingDirectory } };
}

const everything = async () => true;

test('files and folders below home and the working directory may be watched', async () => {
  const { home, workingDirectory, roots } = machine();
  expect(await allowedPath('~/notes', roots)).toStrictEqual({ path: join(home, 'notes'), kind: 'directory' });
  expect(await allowedPath('../home/notes/a.md', roots)).toStrictEqual({
    path: join(home, 'notes/a.md'),
    kind: 'file',
  });
  expect(await allowedPath('.', roots)).toStrictEqual({ path: workingDirectory, kind: 'directory' });
});

test.each([
  ['what is not there', 'nothing.md', 'does not exist'],
  ['a path outside', '../other/b.md', 'outside'],
  ['the home directory itself', '~', 'outside'],
  ['a folder of secrets', '~/.ssh', 'secrets'],
  ['a file in a folder of secrets', '~/.ssh/config.md', 'secrets'],
  ['.env files', '~/.env.txt', 'secrets'],
  ['a link that leads outside', '~/notes/out.md', 'outside'],
  ['a link to a folder outside', '~/notes/out/b.md', 'outside'],
  ['a link to secrets', '~/notes/keys/config.md', 'secrets'],
  ['a FIFO', '~/notes/pipe.md', 'neither a file nor a directory'],
  ['a picture', '~/notes/a.png', 'no text file'],
])('a path to %s may not be watched', async (_, path, why) => {
  const { root, home, roots } = machine();
  symlinkSync(join(root, 'other/b.md'), join(home, 'notes/out.md'));
  symlinkSync(join(root, 'other'), join(home, 'notes/out'));
  symlinkSync(join(home, '.ssh'), join(home, 'notes/keys'));
  execFileSync('mkfifo', [join(home, 'notes/pipe.md')]);
  writeFileSync(join(home, 'notes/a.png'), 'x');
  await expect(allowedPath(path, roots)).rejects.toThrow(why);
});

test('a server started above home, or in the root, gets no further rights', async () => {
  const { root, home } = machine();
  await expect(allowedPath('other/b.md', { home, workingDirectory: root })).rejects.toThrow('outside');
  await expect(allowedPath(join(root, 'other/b.md'), { home, workingDirectory: '/' })).rejects.toThrow('outside');
});

test('the rules are checked again when a file is read, and a FIFO does not block', async () => {
  const { root, home, roots } = machine();
  symlinkSync(join(root, 'other/b.md'), join(home, 'notes/out.md'));
  execFileSync('mkfifo', [join(home, 'notes/pipe.md')]);
  writeFileSync(join(home, 'notes/big.md'), 'x'.repeat(5 * 1024 * 1024 + 1));
  const read = (name: string) => new LocalReader(roots).read(join(home, 'notes', name), everything);
  expect(await read('a.md')).toMatchObject({ kind: 'bytes' });
  expect(await read('none.md')).toStrictEqual({ kind: 'missing' });
  expect(await read('out.md')).toMatchObject({ kind: 'refused', why: expect.stringContaining('outside') });
  expect(await read('pipe.md')).toMatchObject({ kind: 'refused', why: expect.stringContaining('regular') });
  expect(await read('deep')).toMatchObject({ kind: 'refused' });
  expect(await read('big.md')).toMatchObject({ kind: 'refused', why: expect.stringContaining('5 MiB') });
});

test('a file that changes during reading is read in one state', async () => {
  const { home, roots } = machine();
  const path = join(home, 'notes/growing.md');
  const line = `${'x'.repeat(1_000_000)}\n`;
  writeFileSync(path, line);
  let lines = 1;
  const growing = setInterval(() => {
    appendFileSync(path, line);
    lines += 1;
    if (lines === 20) clearInterval(growing);
  }, 1);
  const state = await new LocalReader(roots).read(path, everything);
  clearInterval(growing);
  const size = state.kind === 'bytes' ? state.bytes.byteLength : 0;
  expect(state.kind === 'refused' || size % line.length === 0).toBe(true);
});

test('secrets, hidden folders and other users’ files are skipped', () => {
  for (const path of ['.git/a.md', 'node_modules/x/readme.md', 'a/.ENV.md', '.aws/a.md', 'a/.obsidian/b.md']) {
    expect(isPassedOver(path)).toBe(true);
  }
  for (const path of ['a.md', 'a/b/c.md', '.hidden.md']) expect(isPassedOver(path)).toBe(false);
});

test.each([
  '.config/app/notes.md',
  'a/.docker/config.md',
  '.kube',
  '.npmrc',
  '.netrc',
  '.pgpass',
  'work/Credentials.old.txt',
  'server.pem',
  'a/B.KEY',
  'id_work.txt',
  'Library/Application Support/Firefox/x.txt',
  'Bitwarden/x.txt',
])('the path %s may hold secrets', (path) => {
  expect(isSecretPath(path)).toBe(true);
});

test('similar file names hold no secrets', () => {
  for (const path of ['config/a.md', 'library/a.md', 'a.pem.md', 'keys.md', 'ids.md', 'application support/a.md']) {
    expect(isSecretPath(path)).toBe(false);
  }
});

test('a file with many names is refused where not all names can be known', async () => {
  const { home, roots } = machine();
  linkSync(join(home, 'notes/a.md'), join(home, 'notes/b.md'));
  writeFileSync(join(home, '.ssh/other'), 'x');
  const stats = await stat(join(home, 'notes/b.md'), { bigint: true });
  expect(await new HardLinks(roots).faultOf(stats)).toBeUndefined();
  expect(await new HardLinks(roots, 1).faultOf(stats)).toContain('too many files');
});

test('a new name of a secret file is recognized after an earlier search', async () => {
  const { home, roots } = machine();
  const reader = new LocalReader(roots);
  linkSync(join(home, 'notes/a.md'), join(home, 'notes/b.md'));
  expect(await reader.read(join(home, 'notes/b.md'), everything)).toMatchObject({ kind: 'bytes' });
  linkSync(join(home, '.ssh/config.md'), join(home, 'notes/c.md'));
  expect(await reader.read(join(home, 'notes/c.md'), everything)).toMatchObject({ kind: 'refused' });
});

test('a circular link is refused, and a lack of resources is temporary', async () => {
  const { home, roots } = machine();
  symlinkSync(join(home, 'notes/y.md'), join(home, 'notes/x.md'));
  symlinkSync(join(home, 'notes/x.md'), join(home, 'notes/y.md'));
  const reader = new LocalReader(roots);
  expect(await reader.read(join(home, 'notes/x.md'), everything)).toMatchObject({ kind: 'refused', passing: false });
  const short = async () => Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
  expect(await reader.read(join(home, 'notes/a.md'), short)).toMatchObject({ kind: 'refused', passing: true });
});

test('file names are normalized', () => {
  expect(normalPath('./a.md')).toBe('a.md');
  expect(normalPath('a\\b//./c.md')).toBe('a/b/c.md');
  expect(normalPath('/abs/x')).toBe('/abs/x');
  for (const bad of ['', '/', 'a/../b', 'a\u0000b', 'x'.repeat(1_025)])
    expect(() => normalPath(bad)).toThrow('filePath');
});
