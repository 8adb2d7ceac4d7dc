import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

/* Files that somebody else has put where a command reads or writes. */

test.skipIf(process.platform === 'win32')('an export follows no link and waits for no pipe', async () => {
  const folder = await folderWith('Ada likes tea.');
  const out = join(folder, 'out');
  mkdirSync(out);
  const precious = join(folder, 'precious');
  writeFileSync(precious, 'mine');
  symlinkSync(precious, join(out, 'Ada.md.partial'));
  expect(await runCommand(folder, ['export', '--out', 'out'])).toMatchObject({ code: 0 });
  expect(readFileSync(precious, 'utf8')).toBe('mine');
  expect(readFileSync(join(out, 'Ada.md'), 'utf8')).toContain('Ada likes tea.');
  expect(statSync(join(out, 'Ada.md')).mode & 0o777).toBe(0o600);
  const linked = join(folder, 'linked');
  mkdirSync(linked);
  writeFileSync(precious, readFileSync(join(out, 'Ada.md')));
  symlinkSync(precious, join(linked, 'Ada.md'));
  const piped = join(folder, 'piped');
  mkdirSync(piped);
  execFileSync('mkfifo', [join(piped, 'Ada.md')]);
  for (const where of ['linked', 'piped']) {
    const { code, stderr } = await runCommand(folder, ['export', '--out', where]);
    expect([code, stderr]).toStrictEqual([1, expect.stringContaining('is there already and is no export')]);
  }
});

test.skipIf(process.platform === 'win32')('an export onto a file or a broken link says why in one line', async () => {
  const folder = await folderWith('Ada likes tea.');
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'broken'));
  for (const [where, why] of [
    ['file', 'is no folder'],
    ['broken', "can't be made: ENOENT"],
  ]) {
    for (const flag of ['--out', '--okf']) {
      const { code, stderr } = await runCommand(folder, ['export', flag, where!, '--character', 'Ada']);
      expect([code, stderr]).toStrictEqual([1, expect.stringMatching(`^agent-memory-service: .*${why}\n$`)]);
    }
  }
});

test.skipIf(process.platform === 'win32')(
  'file names and foreign text are printed without their terminal escapes',
  async () => {
    const folder = await folderWith('Ada likes tea.');
    const name = 'evil\u001b[2J\u009b1m\u202e.json';
    writeFileSync(join(folder, name), '{ "a": \u001b]0;title\u0007 }');
    const { stdout, stderr } = await runCommand(folder, ['import', name]);
    expect(stdout).toContain('evil\\u001b[2J\\u009b1m\\u202e.json');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    await runCommand(folder, [
      'add',
      'Ada likes coffee.\u{e0068}\u{e0069}',
      '--category',
      'facts',
      '--character',
      'Ada',
    ]);
    const found = await runCommand(folder, ['search', 'coffee', '--character', 'Ada']);
    expect(found.stdout).toContain('Ada likes coffee.⟦tags: hi⟧');
    const project = join(folder, 'clone\u001b[2J');
    mkdirSync(project);
    const dry = await runCommand(project, ['init', '--project', '--host', 'cursor', '--dry-run']);
    expect(dry.stdout).toContain('would be created');
    expect(dry.stdout + dry.stderr).not.toContain('\u001b');
  },
);
