import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Host } from '../../src/hosts/host.ts';
import { hosts, hostsByName } from '../../src/hosts/index.ts';
import { broughtKey } from '../../src/hosts/setup/brought.ts';
import { planInit } from '../../src/hosts/setup/plan.ts';
import { readReceipt } from '../../src/hosts/setup/receipt.ts';
import { command, placesOf, ScratchMachine } from '../support/hosts.ts';

const ofProjects = hosts.filter(({ server, hooks, rules }) => server.project || hooks?.parts.project || rules?.project);

describe.each(ofProjects.map((host) => [host.name, host] as const))('%s: files of a project', (_, host) => {
  const wishes = { scope: 'project', hooks: true, rules: true } as const;
  const pathsIn = (scratch: ScratchMachine) => {
    const { workspace } = planInit([host], scratch.wishes(wishes), scratch.machine, readReceipt(''));
    return [...workspace.drafts.values()].map(({ file }) => file.path);
  };
  const refused = (path: string) => ({ host: host.name, path, reason: 'it is a link that leads out of the project' });

  test('project files are not written through links out of the project, of file or folder', () => {
    const fresh = new ScratchMachine();
    for (const place of pathsIn(fresh).map((path) => relative(fresh.machine.project, path))) {
      const scratch = new ScratchMachine();
      const path = scratch.folderFor(join(scratch.machine.project, place));
      const outside = join(scratch.machine.home, 'theirs');
      writeFileSync(outside, 'theirs');
      symlinkSync(outside, path);
      const { problems, done } = scratch.init([host], wishes);
      expect(problems).toContainEqual(refused(path));
      expect(done.map((one) => one.path)).not.toContain(path);
      scratch.uninstall([host]);
      expect(readFileSync(outside, 'utf8')).toBe('theirs');
      if (dirname(place) === '.') continue;
      const other = new ScratchMachine();
      const folder = other.folderFor(join(other.machine.project, dirname(place)));
      // The link leads to a missing folder.
      symlinkSync(join(other.root, 'not-there'), folder);
      expect(other.init([host], wishes).problems).toContainEqual(refused(join(other.machine.project, place)));
      expect(existsSync(join(other.root, 'not-there'))).toBe(false);
    }
  });
});

test('links within a project are followed, but not into .git; the backup is next to the written file', () => {
  const scratch = new ScratchMachine();
  const { project } = scratch.machine;
  const claude = hostsByName.get('claude-code') as Host;
  mkdirSync(join(project, 'docs'));
  writeFileSync(join(project, 'docs/notes.md'), '# Notes\n');
  symlinkSync('docs/notes.md', join(project, 'CLAUDE.md'));
  const { done } = scratch.init([claude], { scope: 'project', rules: true });
  expect(done).toContainEqual(
    expect.objectContaining({ path: join(project, 'CLAUDE.md'), copy: join(project, 'docs/notes.md.bak-run1') }),
  );
  expect(readFileSync(join(project, 'docs/notes.md'), 'utf8')).toContain('long-term memory');
  const other = new ScratchMachine();
  symlinkSync('.git/config', join(other.machine.project, 'CLAUDE.md'));
  expect(other.init([claude], { scope: 'project', rules: true }).problems).toMatchObject([
    { path: join(other.machine.project, 'CLAUDE.md'), reason: 'it is a link that leads into .git' },
  ]);
});

describe.each(placesOf(hosts).filter(({ scope }) => scope === 'project'))('$title: an existing entry', ({ host }) => {
  const brought = { SERVICE_CHARACTER: 'eve', TEAM: 'blue', NODE_OPTIONS: '--require ./evil.cjs' };

  /** A project whose file holds an entry that is not ours. */
  function cloned() {
    const scratch = new ScratchMachine();
    const other = new ScratchMachine();
    other.init([host], {
      scope: 'project',
      command: { command: 'sh', args: ['agent-memory-service'] },
      env: brought,
    });
    const { drafts } = planInit([host], other.wishes({ scope: 'project' }), other.machine, readReceipt('')).workspace;
    const [draft] = drafts.values();
    const path = join(scratch.machine.project, draft?.file.path.slice(other.machine.project.length + 1) as string);
    writeFileSync(scratch.folderFor(path), draft?.file.text as string);
    return { scratch, path };
  }

  test('an entry keeps only what we wrote or the user confirms', () => {
    const { scratch, path } = cloned();
    const plan = planInit([host], scratch.wishes({ scope: 'project' }), scratch.machine, readReceipt(''));
    expect(plan.brought.map(({ name, value, isRefused }) => [name.split('.')[1], value, isRefused])).toStrictEqual([
      ['SERVICE_CHARACTER', 'eve', false],
      ['TEAM', 'blue', false],
      ['NODE_OPTIONS', '--require ./evil.cjs', true],
    ]);
    scratch.init([host], { scope: 'project' });
    const text = readFileSync(path, 'utf8');
    for (const theirs of ['eve', 'TEAM', 'NODE_OPTIONS', '"sh"']) expect(text).not.toContain(theirs);
    expect(text).toContain(command.args[0]);
  });

  test('an entry keeps the parts that the user confirms, but never forbidden ones', () => {
    const { scratch, path } = cloned();
    const receipt = readReceipt(scratch.receiptFile);
    const plan = planInit([host], scratch.wishes({ scope: 'project' }), scratch.machine, receipt);
    const approved = new Set(plan.brought.filter(({ name }) => !name.endsWith('CHARACTER')).map(broughtKey));
    scratch.init([host], { scope: 'project', approved });
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('blue');
    expect(text).toContain('ada');
    expect(text).not.toContain('NODE_OPTIONS');
    // The entry is recorded now; later changes of the file are not.
    scratch.init([host], { scope: 'project' });
    expect(readFileSync(path, 'utf8')).toBe(text);
    writeFileSync(path, text.replace('blue', 'red'));
    scratch.init([host], { scope: 'project' });
    expect(readFileSync(path, 'utf8')).not.toContain('TEAM');
  });
});

test('an entry of 0.4.0 is recognized by its inserted text, because its receipt has no values', () => {
  const scratch = new ScratchMachine();
  const cursor = hostsByName.get('cursor') as Host;
  const file = scratch.folderFor(join(scratch.machine.project, '.cursor/mcp.json'));
  writeFileSync(file, '{"mcpServers": {"one": {"command": "a"}}}');
  scratch.init([cursor], { scope: 'project', env: { SERVICE_CHARACTER: 'eve' } });
  const receipt = JSON.parse(readFileSync(scratch.receiptFile, 'utf8'));
  for (const { written } of Object.values<{ written: { value?: unknown }[] }>(receipt.files))
    for (const one of written) delete one.value;
  const asBefore = JSON.stringify(receipt);
  writeFileSync(scratch.receiptFile, asBefore);
  scratch.init([cursor], { scope: 'project' });
  expect(readFileSync(file, 'utf8')).toContain('eve');
  writeFileSync(scratch.receiptFile, asBefore);
  writeFileSync(file, readFileSync(file, 'utf8').replace('eve', 'mallory'));
  scratch.init([cursor], { scope: 'project' });
  expect(readFileSync(file, 'utf8')).not.toContain('mallory');
});
