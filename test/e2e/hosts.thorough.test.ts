import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/git.ts';
import { openSession } from '../support/harness.ts';
import { CommandLine } from '../support/hosts.ts';
import { program } from '../support/spawned.ts';

test('init finds and configures hosts and tests them with a memory; uninstall restores the files', async () => {
  const line = new CommandLine();
  const cursor = line.put('.cursor/mcp.json', '{\n  "mcpServers": {\n    "one": { "command": "a" } // mine\n  }\n}\n');
  line.put('.codex/config.toml', 'model = "o3" # mine\n');
  mkdirSync(join(line.machine.home, '.kiro'));
  const before = line.snapshot();

  const dry = await line.run(['init', '--all', '--hooks', '--dry-run']);
  expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining('would be changed') });
  expect(dry.stdout).toContain('+    "memory": {');
  expect(line.snapshot()).toStrictEqual(before);

  const written = line.runApart(['init', '--all', '--hooks', '--rules', '--yes', '--json', '--character', 'Ada']);
  expect(written.status).toBe(0);
  const { ok, checks, problems, files } = written.document();
  expect({ ok, problems }).toStrictEqual({ ok: true, problems: [] });
  expect(checks).toMatchObject([{ ok: true, hosts: ['cursor', 'codex', 'kiro'] }]);
  expect(files.map(({ path }: { path: string }) => relative(line.machine.home, path))).toStrictEqual([
    '.cursor/mcp.json',
    '.cursor/hooks.json',
    '../project/.cursor/rules/agent-memory.mdc',
    '.codex/config.toml',
    '.codex/hooks.json',
    '.codex/AGENTS.md',
    '.kiro/settings/mcp.json',
    '.kiro/steering/agent-memory.md',
  ]);
  expect(JSON.parse(readFileSync(cursor, 'utf8').replace('// mine', '')).mcpServers.memory).toStrictEqual({
    command: process.execPath,
    args: [program],
    env: { SERVICE_CHARACTER: 'Ada', SERVICE_TOOLSETS: 'core' },
  });

  const again = line.runApart(['init', '--all', '--hooks', '--rules', '--yes']);
  expect(again).toMatchObject({ status: 0 });
  expect(again.stdout).not.toMatch(/created|changed/);
  expect(again.stderr).toContain('ok  cursor, codex, kiro: ');

  expect((await line.run(['uninstall', '--host', 'codex,kiro', '--yes'])).status).toBe(0);
  expect((await line.run(['uninstall', '--host', 'cursor', '--yes', '--json'])).document()).toMatchObject({ ok: true });
  expect(line.snapshot()).toStrictEqual(before);
  expect(existsSync(join(line.data, 'hosts.json'))).toBe(false);
  expect(existsSync(join(line.data, 'memory.db'))).toBe(true);
});

test('an unreadable host file is left alone, the others are written, and init exits with 1', async () => {
  const line = new CommandLine();
  const file = line.put('.cursor/mcp.json', '{ broken');
  const { status, stdout, stderr } = await line.run(['init', '--host', 'cursor', '--host', 'kiro', '--yes']);
  expect(status).toBe(1);
  expect(stdout).toMatch(/cursor .*left alone: it is not valid JSON/);
  expect(stderr).toContain(`cursor: add this by hand to ${file}`);
  expect(stderr).toContain('"SERVICE_CHARACTER"');
  expect(readFileSync(file, 'utf8')).toBe('{ broken');
  expect(existsSync(join(line.machine.home, '.kiro/settings/mcp.json'))).toBe(true);
});

test('uninstall skips an unreadable file that was never ours, reports it and exits with 0', async () => {
  const line = new CommandLine();
  const foreign = [
    line.put('.cursor/mcp.json', '{ broken'),
    line.put('.claude/settings.json', '{"hooks": '),
    line.put('.codex/config.toml', 'a = = 1'),
  ];
  const { status, stdout, stderr } = await line.run(['uninstall', '--yes']);
  expect({ status, stdout }).toStrictEqual({ status: 0, stdout: 'nothing to do\n' });
  for (const file of foreign) expect(stderr).toContain(`${file} is left alone: nothing of ours is in it, and it`);
  const named = await line.run(['uninstall', '--host', 'cursor', '--yes', '--json']);
  expect(named.document()).toMatchObject({ ok: true, problems: [], foreign: [{ host: 'cursor', path: foreign[0] }] });

  // Paths with this program's name may be ours, and receipts are.
  line.put('.cursor/mcp.json', '{"mcpServers": {"memory": {"command": "agent-memory-service"} broken');
  expect(await line.run(['uninstall', '--yes'])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('left alone'),
  });
  rmSync(join(line.machine.home, '.cursor'), { recursive: true });
  await line.run(['init', '--host', 'kiro', '--yes']);
  line.put('.kiro/settings/mcp.json', '{ broken');
  expect(await line.run(['uninstall', '--yes'])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('left alone'),
  });
});

test.each(['init', 'uninstall'])('%s with both --all and --host is a usage error of one line', async (command) => {
  const line = new CommandLine();
  line.put('.cursor/x', '');
  const before = line.snapshot();
  const { status, stdout, stderr } = await line.run([command, '--all', '--host', 'kiro', '--yes']);
  expect({ status, stdout }).toStrictEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^agent-memory-service: --host and --all exclude each other.*\n/);
  expect(line.snapshot()).toStrictEqual(before);
});

test('init writes nothing without consent, for hosts not installed or for unknown names', async () => {
  const line = new CommandLine();
  line.put('.cursor/x', '');
  const before = line.snapshot();
  expect(await line.run(['init', '--all'])).toMatchObject({ status: 1, stderr: expect.stringContaining('--yes') });
  expect(await line.run(['uninstall'])).toMatchObject({ status: 1, stderr: expect.stringContaining('--yes') });
  for (const more of [['--yes'], ['--dry-run'], []])
    expect(await line.run(['init', '--host', 'curser', ...more])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('claude-desktop, claude-code'),
    });
  expect(line.snapshot()).toStrictEqual(before);
  const empty = new CommandLine();
  expect(await empty.run(['init', '--all', '--yes'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no host was found'),
  });
});

test('a host without a known settings file gets a snippet', async () => {
  const line = new CommandLine();
  const before = line.snapshot();
  const { stderr, stdout, status } = await line.run(['init', '--host', 'antigravity', '--yes']);
  expect({ status, stdout }).toStrictEqual({ status: 0, stdout: 'nothing to do\n' });
  expect(stderr).toContain('antigravity: add this by hand to Antigravity, agent panel');
  expect(stderr).toContain('"mcpServers"');
  expect(line.snapshot()).toStrictEqual(before);
});

test('rules without a file to write to are reported', async () => {
  const line = new CommandLine();
  const rulesOf = async () => (await line.run(['init', '--host', 'cursor,goose', '--rules', '--dry-run'])).stderr;
  expect(await rulesOf()).toContain('Goose has no rules file that could be written.');
  expect(await rulesOf()).not.toContain('Cursor reads rules');
  rmSync(join(line.machine.project, '.git'), { recursive: true });
  expect(await rulesOf()).toContain('Cursor reads rules from projects only: run this in a repository.');
});

test('a project gets a character named after it', async () => {
  const line = new CommandLine();
  const { document } = await line.run(['init', '--host', 'vscode', '--project', '--dry-run', '--json']);
  const { files, diffs } = document();
  expect(files).toMatchObject([{ path: join(line.machine.project, '.vscode/mcp.json'), action: 'create' }]);
  expect(diffs[0]).toContain('"SERVICE_CHARACTER": "project"');
});

test('two projects of the same name get separate characters, which hooks find by folder', async () => {
  const line = new CommandLine();
  const folders = ['clientA/api', 'clientB/api'].map((path) => repository(join(line.root, path)));
  const args = ['init', '--host', 'cursor', '--project', '--yes'];
  const named = (folder: string) =>
    JSON.parse(readFileSync(join(folder, '.cursor/mcp.json'), 'utf8')).mcpServers.memory.env.SERVICE_CHARACTER;
  for (const folder of folders) expect(await line.run(args, {}, folder)).toMatchObject({ status: 0 });
  expect(folders.map(named)).toStrictEqual(['api', 'api (clientB)']);
  const dry = [...args.slice(0, -1), '--dry-run', '--json'];
  expect((await line.run(dry, {}, folders[1])).document().files).toMatchObject([{ action: 'keep' }]);
  // The character may be given.
  expect(await line.run([...args, '--character', 'Ada'], {}, folders[0])).toMatchObject({ status: 0 });
  const server = (character: string, content: string) => {
    const call = { name: 'add_memory_direct', arguments: { content, category: 'decisions' } };
    const input = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    spawnSync(process.execPath, [program], { input, env: { HOME: line.machine.home, SERVICE_CHARACTER: character } });
  };
  server('Ada', 'The first project is built with make.');
  server('api (clientB)', 'The second project is built with ninja.');
  const session = await openSession({ path: join(line.data, 'memory.db') });
  const { characters } = await session.call<{ characters: object[] }>('list_characters');
  await session.close();
  expect(characters).toMatchObject([1, 2, 3].map(() => ({ categoryPreset: 'developer' })));
  const context = (cwd: string, session: string) =>
    spawnSync(process.execPath, [program, 'hook', 'SessionStart', '--host', 'claude-code'], {
      input: JSON.stringify({ session_id: session, cwd, source: 'startup' }),
      env: { HOME: line.machine.home, PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
    }).stdout;
  // A hook whose time is up, on a busy machine, gives nothing; the next session gets it.
  const toolOf = (cwd: string) => {
    for (const session of ['first', 'second', 'third']) {
      const tools = [...context(cwd, `${session} ${cwd}`).matchAll(/built with (\w+)/g)].map(([, tool]) => tool);
      if (tools.length > 0) return tools;
    }
  };
  expect(folders.map(toolOf)).toStrictEqual([['make'], ['ninja']]);
});

test('keys are written only with --with-key, into files for the user alone, and are never shown', async () => {
  const line = new CommandLine();
  const env = { SERVICE_AI_API_KEY: 'a-key-of-no-known-shape', SERVICE_DB: join(line.root, 'other.db') };
  const file = line.put('.cursor/mcp.json', '{"mcpServers": {"one": {"env": {"ONE_TOKEN": "their-own"}}}}');
  const [shown] = (await line.run(['init', '--host', 'cursor', '--dry-run', '--json'], env)).document().diffs;
  expect(shown).toContain(`"SERVICE_DB": "${env.SERVICE_DB}"`);
  expect(shown).not.toContain('SERVICE_AI_API_KEY');
  const { stdout, stderr } = await line.run(['init', '--host', 'cursor', '--host', 'kiro', '--with-key', '--yes'], env);
  expect(readFileSync(file, 'utf8')).toContain(env.SERVICE_AI_API_KEY);
  expect(stderr).toContain('SERVICE_AI_API_KEY');
  expect(`${stdout}${stderr}`).not.toMatch(/a-key|their-own/);
  const { mode } = statSync(join(line.machine.home, '.kiro/settings/mcp.json'));
  expect(mode & 0o777).toBe(0o600);
});

test('host entries carry the shell’s store path; the folder selects the character unless one is named', async () => {
  const line = new CommandLine();
  const env = { XDG_DATA_HOME: line.root };
  await line.run(['init', '--host', 'cursor', '--character', 'Zoe', '--yes'], env);
  const [shown] = (await line.run(['init', '--host', 'kiro', '--dry-run', '--json'], env)).document().diffs;
  expect(shown).toContain('"SERVICE_CHARACTER": "auto"');
  expect(shown).toContain(`"SERVICE_DB": "${join(line.root, 'agent-memory-service/memory.db')}"`);
  const again = await line.run(['init', '--host', 'cursor', '--hooks', '--yes'], env);
  expect(again.stderr).toContain('Cursor: entry and hooks keep the memory of "Zoe" (memories: 0).');
  expect(readFileSync(join(line.machine.home, '.cursor/hooks.json'), 'utf8')).toContain('--character Zoe');
  await line.run(['init', '--host', 'cursor', '--hooks', '--character', 'auto', '--yes'], env);
  expect(readFileSync(join(line.machine.home, '.cursor/hooks.json'), 'utf8')).not.toContain('--character');
});

test('Claude Code is configured by its own command, and its other files are written', async () => {
  const line = new CommandLine();
  const log = join(line.root, 'log');
  const fake = line.folderFor(join(line.root, 'bin/claude'));
  writeFileSync(fake, `#!/bin/sh\nprintf '%s\\n' "$@" >> ${log}\n`);
  chmodSync(fake, 0o755);
  expect((await line.run(['init', '--host', 'claude-code', '--yes'])).status).toBe(0);
  expect(readFileSync(log, 'utf8')).toMatch(/^mcp\nadd-json\n-s\nuser\nmemory\n\{"type":"stdio"/);
  expect(JSON.parse(readFileSync(join(line.machine.home, '.claude.json'), 'utf8')).mcpServers.memory).toBeDefined();
  await line.run(['uninstall', '--yes']);
  expect(readFileSync(log, 'utf8')).toContain('mcp\nremove\n-s\nuser\nmemory\n');
  const left = readdirSync(line.machine.home).filter((name) => name !== '.cache' && !name.includes('.bak-'));
  expect(left).toStrictEqual(['.local']);
});
