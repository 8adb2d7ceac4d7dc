import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commandOf, commandsOf, fragility } from '../../src/hosts/commands.ts';
import { finderIn, needsFinder, writeFinder } from '../../src/hosts/node-finder.ts';
import { temporaryFolder } from '../support/stores.ts';

test.each([
  ['/home/ada/.nvm/versions/node/v20.20.2/bin/node', true],
  ['/home/ada/.local/share/fnm/node-versions/v20.20.2/installation/bin/node', true],
  ['/Users/ada/.volta/tools/image/node/22.1.0/bin/node', true],
  ['/home/ada/.asdf/installs/nodejs/22.1.0/bin/node', true],
  ['/opt/homebrew/Cellar/node@22/22.1.0/bin/node', true],
  ['/usr/bin/node', false],
  ['/opt/homebrew/bin/node', false],
])('a host starts a Node that an update may remove through the finder: %s', (node, isManaged) => {
  const program = {
    file: '/opt/ams/dist/agent-memory-service.cjs',
    node,
    version: '1.2.3',
    platform: 'linux' as const,
  };
  expect(needsFinder(program)).toBe(isManaged);
  const command = commandOf(program, '/data/program');
  expect(command.command).toBe(isManaged ? '/data/program/node' : node);
  expect(commandsOf(program, '/data/program')).toContainEqual(command);
  expect([fragility(command), fragility({ command: node, args: [] }) !== undefined]).toStrictEqual([
    undefined,
    isManaged,
  ]);
  expect(needsFinder({ node, platform: 'win32' })).toBe(false);
});

test.skipIf(process.platform === 'win32')('the finder starts its Node, then one of its line, then any other', () => {
  const home = temporaryFolder();
  const own = join(home, ".nvm/versions/node/v20.1.0/it's/bin/node");
  /** A Node that says where it is, and what it is given. */
  const place = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\necho "${path.slice(home.length)} $*"\n`, { mode: 0o755 });
    return path;
  };
  const copies = join(home, 'data/program');
  writeFinder(own, '20.1.0', copies);
  const run = (...args: string[]) =>
    execFileSync('/bin/sh', [finderIn(copies), ...args], {
      env: { HOME: home, PATH: join(home, 'bin') },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const steps = [join(home, 'bin/node'), join(home, '.volta/tools/image/node/20.2.0/bin/node'), own];
  const found = steps.map((path) => {
    place(path);
    return run('a b.cjs', 'hook', 'x');
  });
  expect(found).toStrictEqual(steps.map((path) => `${path.slice(home.length)} a b.cjs hook x`));
  rmSync(own);
  expect(run('x')).toContain('/.volta/');
});
