import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/hosts/claude-code.ts';
import { ScratchMachine } from '../support/hosts.ts';

interface Settings {
  statusLine?: { command: string };
  hooks?: Record<string, { matcher: string }[]>;
}

/** A home with Claude Code's settings. */
function settled(settings: object) {
  const machine = new ScratchMachine();
  const file = machine.folderFor(join(machine.machine.home, '.claude/settings.json'));
  const before = `${JSON.stringify(settings, undefined, 2)}\n`;
  writeFileSync(file, before);
  const text = () => readFileSync(file, 'utf8');
  return { machine, before, text, read: () => JSON.parse(text()) as Settings };
}

test('init adds a status line with the hooks where there is none, and uninstall removes it', () => {
  const { machine, before, text, read } = settled({ model: 'x' });
  machine.init([claudeCode], { hooks: true });
  expect(read().statusLine).toStrictEqual({
    type: 'command',
    command: '/usr/bin/node /opt/agent-memory-service/dist/agent-memory-service.cjs statusline --character ada',
  });
  expect(read().hooks?.PreToolUse?.[0]?.matcher).toBe('Edit|MultiEdit|Write|NotebookEdit|Bash');
  const first = text();
  machine.init([claudeCode], { hooks: true });
  expect(text()).toBe(first);
  const command = { command: '/usr/bin/node', args: ['/elsewhere/agent-memory-service.cjs'] };
  machine.init([claudeCode], { hooks: true, command });
  expect(read().statusLine?.command).toContain('/elsewhere/');
  machine.uninstall([claudeCode]);
  expect(text()).toBe(before);
});

test('a foreign status line stays, even one that replaced ours', () => {
  const own = { type: 'command', command: 'my-line' };
  const { machine, before, text, read } = settled({ statusLine: own });
  machine.init([claudeCode], { hooks: true });
  expect(read().statusLine).toStrictEqual(own);
  machine.uninstall([claudeCode]);
  expect(text()).toBe(before);
  const other = settled({});
  other.machine.init([claudeCode], { hooks: true });
  const file = join(other.machine.machine.home, '.claude/settings.json');
  writeFileSync(file, JSON.stringify({ ...other.read(), statusLine: own }));
  other.machine.uninstall([claudeCode]);
  expect(other.read()).toStrictEqual({ statusLine: own });
});

test('a project, or init without hooks, gets no status line', () => {
  const { machine, read } = settled({});
  machine.init([claudeCode]);
  machine.init([claudeCode], { hooks: true, scope: 'project' });
  expect(read().statusLine).toBeUndefined();
});
