import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Host } from '../../src/hosts/host.ts';
import { hostsByName } from '../../src/hosts/index.ts';
import { isPresent, projectOf, resolvePath } from '../../src/hosts/machine.ts';
import { rulesBlock } from '../../src/hosts/rules.ts';
import { carryOut } from '../../src/hosts/setup/carry-out.ts';
import { planInit } from '../../src/hosts/setup/plan.ts';
import { readReceipt } from '../../src/hosts/setup/receipt.ts';
import { ScratchMachine } from '../support/hosts.ts';

const named = (...names: string[]) => names.map((name) => hostsByName.get(name) as Host);

test('two hosts that share a file share the entry, which is removed with the last of them', () => {
  const scratch = new ScratchMachine();
  const both = named('claude-code', 'copilot-cli');
  const file = join(scratch.machine.project, '.mcp.json');
  const { done } = scratch.init(both, { scope: 'project' });
  expect(done).toMatchObject([{ path: file, action: 'create', hosts: ['claude-code', 'copilot-cli'] }]);
  const written = readFileSync(file, 'utf8');
  expect(written.match(/"memory"/g)).toHaveLength(1);
  scratch.uninstall(named('claude-code'));
  expect(readFileSync(file, 'utf8')).toBe(written);
  scratch.uninstall(named('copilot-cli'));
  expect(existsSync(file)).toBe(false);
});

test('a block of rules is shared too, also through a link', () => {
  const scratch = new ScratchMachine();
  const { project } = scratch.machine;
  writeFileSync(join(project, 'AGENTS.md'), '# Notes\r\n');
  symlinkSync('AGENTS.md', join(project, 'CLAUDE.md'));
  const all = named('claude-code', 'codex', 'zed');
  scratch.init(all, { scope: 'project', rules: true });
  const text = readFileSync(join(project, 'AGENTS.md'), 'utf8');
  expect(text).toBe(`# Notes\r\n\r\n${rulesBlock('memory').replaceAll('\n', '\r\n')}`);
  scratch.uninstall(named('codex', 'zed'));
  expect(readFileSync(join(project, 'AGENTS.md'), 'utf8')).toBe(text);
  scratch.uninstall(named('claude-code'));
  expect(readFileSync(join(project, 'AGENTS.md'), 'utf8')).toBe('# Notes\r\n');
});

test('later changes of the user stay when our entries are removed', () => {
  const scratch = new ScratchMachine();
  const [cursor] = named('cursor');
  const wishes = { hooks: true };
  scratch.init([cursor as Host], wishes);
  const servers = join(scratch.machine.home, '.cursor/mcp.json');
  const hooks = join(scratch.machine.home, '.cursor/hooks.json');
  writeFileSync(
    servers,
    readFileSync(servers, 'utf8').replace('"memory": {', '"theirs": {"command": "x"}, // mine\n    "memory": {'),
  );
  const changed = JSON.parse(readFileSync(hooks, 'utf8')) as { hooks: Record<string, unknown[]> };
  changed.hooks.stop?.unshift({ command: 'theirs' });
  writeFileSync(hooks, JSON.stringify(changed));
  scratch.uninstall([cursor as Host]);
  expect(readFileSync(servers, 'utf8')).toBe('{\n  "mcpServers": {\n    "theirs": {"command": "x"} // mine\n  }\n}\n');
  expect(JSON.parse(readFileSync(hooks, 'utf8'))).toStrictEqual({ hooks: { stop: [{ command: 'theirs' }] } });
});

test('our entries, hooks and rules are found without a receipt, and containers stay', () => {
  const scratch = new ScratchMachine();
  const [codex, claude] = named('codex', 'claude-code') as [Host, Host];
  scratch.init([codex, claude], { hooks: true, rules: true });
  writeFileSync(scratch.receiptFile, '{"version": 1, "fi');
  scratch.uninstall([codex, claude]);
  const { home } = scratch.machine;
  expect(JSON.parse(readFileSync(join(home, '.claude.json'), 'utf8'))).toStrictEqual({ mcpServers: {} });
  expect(JSON.parse(readFileSync(join(home, '.codex/hooks.json'), 'utf8')).hooks.Stop).toStrictEqual([]);
  expect(readFileSync(join(home, '.codex/config.toml'), 'utf8')).toBe('[features]\nhooks = true\n');
  expect(readFileSync(join(home, '.codex/AGENTS.md'), 'utf8')).toBe('');
});

test('a switch is restored unless it was changed since', () => {
  const scratch = new ScratchMachine();
  const [codex] = named('codex') as [Host];
  const config = scratch.folderFor(join(scratch.machine.home, '.codex/config.toml'));
  writeFileSync(config, '[features]\nhooks = false # no\n');
  scratch.init([codex], { hooks: true });
  expect(readFileSync(config, 'utf8')).toMatch(/^hooks = true/m);
  scratch.uninstall([codex]);
  expect(readFileSync(config, 'utf8')).toBe('[features]\nhooks = false # no\n');
});

test('existing hooks follow the server to another character', () => {
  const scratch = new ScratchMachine();
  const [codex, kiro] = named('codex', 'kiro') as [Host, Host];
  scratch.init([codex], { hooks: true });
  scratch.init([codex, kiro], { env: { SERVICE_CHARACTER: 'eve' } });
  const hooks = readFileSync(join(scratch.machine.home, '.codex/hooks.json'), 'utf8');
  expect(hooks).toContain('--character eve');
  expect(hooks).not.toContain('ada');
  scratch.uninstall([codex, kiro]);
  expect(existsSync(join(scratch.machine.home, '.codex/hooks.json'))).toBe(false);
});

test('another server named "memory" keeps its name', () => {
  const scratch = new ScratchMachine();
  const [cursor] = named('cursor') as [Host];
  const file = scratch.folderFor(join(scratch.machine.home, '.cursor/mcp.json'));
  const text = '{"mcpServers": {"memory": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"]}}}';
  writeFileSync(file, text);
  scratch.init([cursor]);
  const { mcpServers } = JSON.parse(readFileSync(file, 'utf8'));
  expect(Object.keys(mcpServers)).toStrictEqual(['memory', 'agent-memory-service']);
  expect(mcpServers.memory.args).toStrictEqual(['-y', '@modelcontextprotocol/server-memory']);
  scratch.uninstall([cursor]);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a file that cannot be written does not block the others', () => {
  const scratch = new ScratchMachine();
  const [cursor, kiro, codex] = named('cursor', 'kiro', 'codex') as [Host, Host, Host];
  writeFileSync(scratch.folderFor(join(scratch.machine.home, '.cursor/mcp.json')), '{');
  mkdirSync(join(scratch.machine.home, '.kiro/settings/mcp.json'), { recursive: true });
  const { done, problems } = scratch.init([cursor, kiro, codex]);
  expect(done).toMatchObject([{ hosts: ['codex'], action: 'create' }]);
  expect(problems.map(({ host, reason }) => `${host}: ${reason}`)).toStrictEqual([
    'cursor: it is not valid JSON (line 1: CloseBraceExpected)',
    'kiro: it is no file',
  ]);
});

test('a binary file, or one changed since the preview, is left alone', () => {
  const scratch = new ScratchMachine();
  const [cursor] = named('cursor') as [Host];
  const file = scratch.folderFor(join(scratch.machine.home, '.cursor/mcp.json'));
  const bytes = Buffer.from('{"a": "\xff"}', 'latin1');
  writeFileSync(file, bytes);
  expect(scratch.init([cursor]).problems).toMatchObject([{ reason: 'it is not UTF-8' }]);
  expect(readFileSync(file)).toStrictEqual(bytes);
  writeFileSync(file, '{}');
  const { receiptFile } = scratch;
  const receipt = readReceipt(receiptFile);
  const { workspace } = planInit([cursor], scratch.wishes(), scratch.machine, receipt);
  writeFileSync(file, '{"theirs": 1}');
  expect(carryOut(workspace, { receipt, receiptFile, stamp: 'now', newMode: 0o666 })).toStrictEqual([]);
  expect(workspace.problems).toMatchObject([{ path: file, reason: 'it was changed meanwhile; try again' }]);
  expect(readFileSync(file, 'utf8')).toBe('{"theirs": 1}');
});

test('a file of our own name that somebody else wrote is not overwritten', () => {
  const scratch = new ScratchMachine();
  const [kiro] = named('kiro') as [Host];
  const file = scratch.folderFor(join(scratch.machine.home, '.kiro/steering/agent-memory.md'));
  writeFileSync(file, '# theirs\n');
  expect(scratch.init([kiro], { rules: true }).problems).toMatchObject([
    { path: file, reason: 'somebody else wrote it' },
  ]);
  scratch.uninstall([kiro]);
  expect(readFileSync(file, 'utf8')).toBe('# theirs\n');
});

test('a host is detected by its folder or program, and paths follow the environment', () => {
  const scratch = new ScratchMachine();
  const [codex, cline] = named('codex', 'cline') as [Host, Host];
  const machine = {
    ...scratch.machine,
    env: { PATH: join(scratch.root, 'bin'), CODEX_HOME: join(scratch.root, 'codex') },
  };
  expect(isPresent(codex, machine)).toBe(false);
  mkdirSync(join(scratch.root, 'codex'));
  expect(isPresent(codex, machine)).toBe(true);
  expect(isPresent(cline, machine)).toBe(false);
  const program = scratch.folderFor(join(scratch.root, 'bin/cline'));
  writeFileSync(program, '');
  chmodSync(program, 0o755);
  expect(isPresent(cline, machine)).toBe(true);
  expect(resolvePath('{CODEX_HOME:-~/.codex}/config.toml', machine)).toBe(join(scratch.root, 'codex/config.toml'));
  expect(resolvePath('{CODEX_HOME:-~/.codex}/config.toml', scratch.machine)).toBe(
    join(machine.home, '.codex/config.toml'),
  );
  expect(projectOf(scratch.folderFor(join(machine.project, 'deep/er/x')))).toBe(machine.project);
});
