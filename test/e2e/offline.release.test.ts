import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { once } from '../../src/base/once.ts';
import { CommandLine } from '../support/hosts.ts';

const root = join(import.meta.dirname, '../..');
const { name, version } = packageJson;
const program = `node_modules/${name}/dist/agent-memory-service.cjs`;

/** The package as it is published, packed once: npm takes two seconds for it. */
const packed = once(() => {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const said = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [{ filename }] = JSON.parse(said) as [{ filename: string }];
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, filename);
});

/** A machine on which the package is run by npx: it is installed in npx's cache, and nowhere else. */
class ByNpx extends CommandLine {
  readonly cache = join(this.root, 'npm/_npx/1f2e3d');

  constructor() {
    super();
    const modules = join(this.cache, 'node_modules');
    mkdirSync(modules, { recursive: true });
    execFileSync('tar', ['-xzf', packed(), '-C', this.root]);
    renameSync(join(this.root, 'package'), join(modules, name));
    for (const dependency of Object.keys(packageJson.dependencies)) {
      mkdirSync(dirname(join(modules, dependency)), { recursive: true });
      symlinkSync(join(root, 'node_modules', dependency), join(modules, dependency));
    }
  }

  /** A command of the program in the cache. */
  npx(...args: string[]) {
    return this.runApart(args, {}, this.machine.project, join(this.cache, program));
  }

  get copies(): string {
    return join(this.data, 'program');
  }

  /** The copies, without the file that starts one. */
  get kept(): string[] {
    const folder = join(this.copies, `node-${process.versions.modules}`);
    return existsSync(folder) ? readdirSync(folder).filter((one) => !one.endsWith('.cjs')) : [];
  }

  get starter(): string {
    return join(this.copies, `node-${process.versions.modules}/agent-memory-service.cjs`);
  }

  /** Our server as Cursor's file has it. */
  get entry(): { command: string; args: string[]; env: Record<string, string> } {
    return JSON.parse(readFileSync(join(this.machine.home, '.cursor/mcp.json'), 'utf8')).mcpServers.memory;
  }
}

/** How to run a command in a namespace without a network; undefined where that is impossible. */
const unshare = [
  ['unshare', '-n'],
  ['unshare', '-rn'],
].find(([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0);

/** Runs a line without a network; its output, and the CPU seconds of it and its children. */
function withoutNetwork(line: string, input: string, env: Record<string, string>) {
  const [command = '', ...args] = unshare ?? [];
  const { status, stdout, stderr } = spawnSync(
    command,
    [...args, 'bash', '-c', `${line}\ncode=$?; times >&2; exit $code`],
    {
      env: { PATH: '/usr/bin:/bin', ...env },
      input,
      encoding: 'utf8',
    },
  );
  const seconds = [...(stderr.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  );
  return { status, stdout, worked: seconds.reduce((sum, one) => sum + one, 0), isMeasured: seconds.length === 2 };
}

const quoted = (words: string[]) => words.map((word) => `'${word}'`).join(' ');

describe.skipIf(!unshare)('entries of init without network (needs `unshare -n`)', () => {
  test('the server and hooks start offline within two seconds of CPU, without npx’s cache', () => {
    const line = new ByNpx();
    const { status, stderr } = line.npx(
      'init',
      '--host',
      'cursor,claude-code',
      '--hooks',
      '--character',
      'Ada',
      '--yes',
    );
    expect([status, stderr]).toStrictEqual([0, expect.stringContaining('ok  claude-code, cursor: ')]);
    rmSync(line.cache, { recursive: true });

    const { entry } = line;
    expect(entry).toMatchObject({ command: process.execPath, args: [line.starter] });
    const clientInfo = { name: 'test', version: '1' };
    const requests = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
      {
        id: 2,
        method: 'tools/call',
        params: { name: 'add_memory_direct', arguments: { content: 'Ada deploys on Tuesdays.', category: 'facts' } },
      },
    ].map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
    const env = { HOME: line.machine.home, ...entry.env };
    const server = withoutNetwork(quoted([entry.command, ...entry.args]), requests.join(''), env);
    expect(server).toMatchObject({ status: 0, stdout: expect.stringContaining('"id":2'), isMeasured: true });
    expect(server.worked).toBeLessThan(2);

    const settings = JSON.parse(readFileSync(join(line.machine.home, '.claude/settings.json'), 'utf8'));
    const { command } = settings.hooks.UserPromptSubmit[0].hooks[0] as { command: string };
    expect(command).toContain(line.starter);
    const prompt = { session_id: 'one', cwd: line.machine.project, prompt: 'On which day does Ada deploy?' };
    const hook = withoutNetwork(command, JSON.stringify(prompt), { HOME: line.machine.home });
    expect(hook).toMatchObject({ status: 0, stdout: expect.stringContaining('Tuesdays'), isMeasured: true });
    expect(hook.worked).toBeLessThan(2);
  });
});

describe('the program’s copy in the data folder', () => {
  test('the copy is made once, kept when run from itself, and deleted with the last host', () => {
    const line = new ByNpx();
    expect(line.npx('init', '--host', 'cursor', '--dry-run').stdout).toContain(line.starter);
    expect(existsSync(line.copies)).toBe(false);
    line.npx('init', '--host', 'cursor,kiro', '--character', 'Ada', '--yes');
    expect(line.kept).toStrictEqual([expect.stringMatching(`^${version}-[0-9a-f]{8}$`)]);
    const first = line.kept;
    const again = line.runApart(
      ['init', '--host', 'cursor', '--yes', '--json'],
      {},
      line.machine.project,
      line.starter,
    );
    expect(again.document()).toMatchObject({ ok: true, files: [{ action: 'keep' }] });
    expect(line.kept).toStrictEqual(first);
    expect(line.npx('uninstall', '--host', 'kiro', '--yes').status).toBe(0);
    expect(line.kept).toStrictEqual(first);
    const last = line.npx('uninstall', '--yes');
    expect(last).toMatchObject({ status: 0, stderr: expect.stringContaining(`${line.copies} was deleted`) });
    expect(existsSync(line.copies)).toBe(false);
    expect(existsSync(join(line.data, 'memory.db'))).toBe(true);
  });

  test('a failed or unusable copy leaves nothing: init explains and has npx start the program offline', () => {
    const line = new ByNpx();
    const driver = join(line.cache, 'node_modules/better-sqlite3');
    rmSync(driver);
    mkdirSync(driver);
    writeFileSync(join(driver, 'package.json'), '{"name": "better-sqlite3", "main": "index.js"}');
    symlinkSync(join(root, 'node_modules/better-sqlite3/build'), join(driver, 'build'));
    writeFileSync(join(driver, 'index.js'), 'throw new Error("built for another Node");');
    // The command that npx would start.
    const npx = line.folderFor(join(line.root, 'bin/npx'));
    writeFileSync(npx, `#!/bin/sh\nexec ${quoted([process.execPath, join(root, 'dist/agent-memory-service.cjs')])}\n`);
    chmodSync(npx, 0o755);
    const { status, stderr } = line.npx('init', '--host', 'cursor', '--yes');
    expect(stderr).toMatch(
      /could not be copied to .*: its SQLite does not load: Error: built for another Node\. Hosts/,
    );
    expect(status).toBe(0);
    expect(line.entry).toMatchObject({ command: 'npx', args: ['-y', '--prefer-offline', `${name}@${version}`] });
    expect(line.kept).toStrictEqual([]);
  });
});

describe('a SQLite driver that npm has not built, as npm 12 leaves it', () => {
  /** @param rebuild what npm does, in sh */
  function unbuilt(rebuild: (build: string) => string) {
    const line = new ByNpx();
    const modules = join(line.cache, 'node_modules');
    const driver = join(modules, 'better-sqlite3');
    rmSync(driver);
    mkdirSync(driver);
    for (const part of ['package.json', 'lib']) {
      cpSync(join(root, 'node_modules/better-sqlite3', part), join(driver, part), { recursive: true });
    }
    for (const needed of ['bindings', 'file-uri-to-path']) {
      symlinkSync(join(root, 'node_modules', needed), join(modules, needed));
    }
    const npm = line.folderFor(join(line.root, 'bin/npm'));
    const calls = join(line.root, 'calls');
    const build = join(driver, 'build');
    writeFileSync(npm, `#!/bin/sh\necho "$PWD $*" >> ${calls}\n${rebuild(build)}\n`);
    chmodSync(npm, 0o755);
    return { line, build, calls: () => readFileSync(calls, 'utf8').trim().split('\n') };
  }
  const linked = (build: string) => `ln -s ${join(root, 'node_modules/better-sqlite3/build')} ${build}`;
  const says = "builds SQLite's driver for this Node, once";

  test('the driver is built once in the npx cache, and the command continues', () => {
    const { line, build, calls } = unbuilt(linked);
    const options = { cwd: line.machine.project, encoding: 'utf8', input: 'Ada drinks tea' } as const;
    const env = { PATH: `${join(line.root, 'bin')}:/usr/bin:/bin`, HOME: line.machine.home };
    const added = spawnSync(process.execPath, [join(line.cache, program), 'add', '-'], { ...options, env });
    expect(added).toMatchObject({ status: 0, stdout: expect.stringContaining('Ada drinks tea') });
    expect(added.stderr).toContain(says);
    expect(calls()).toStrictEqual([`${line.cache} rebuild better-sqlite3 --dangerously-allow-all-scripts`]);
    expect(line.npx('add', 'Ada drinks coffee')).toMatchObject({ status: 0, stderr: '' });
    rmSync(build);
    const { status: code, stderr: told } = line.npx('init', '--host', 'cursor', '--yes');
    expect([code, told]).toStrictEqual([0, expect.stringMatching(new RegExp(`${says}.*ok {2}cursor: `, 's'))]);
    expect(calls()).toHaveLength(2);
  });

  test('a failed build of the driver is reported with npm’s own message', () => {
    const { line } = unbuilt(() => 'echo "no compiler" >&2; exit 1');
    const { status, stderr } = line.npx('add', 'Ada drinks tea');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^.* builds SQLite's driver .*\n.* can't be built for Node [\d.]+: no compiler\n$/);
  });

  test('the driver of an installed program is not built', () => {
    const { line, calls } = unbuilt(linked);
    const installed = join(line.root, 'installed');
    renameSync(line.cache, installed);
    const { status, stderr } = line.runApart(['add', 'tea'], {}, line.machine.project, join(installed, program));
    expect([status, stderr]).toStrictEqual([1, expect.stringContaining('agent-memory-service doctor says what to do')]);
    expect(calls).toThrow('ENOENT');
  });
});

test('old entries that need the network are reported by doctor and renewed by init, hooks too', () => {
  const line = new ByNpx();
  const npx = line.folderFor(join(line.root, 'bin/npx'));
  // The files that the network would have brought.
  writeFileSync(
    npx,
    `#!/bin/sh\nshift 2\nexec ${quoted([process.execPath, join(root, 'dist/agent-memory-service.cjs')])} "$@"\n`,
  );
  chmodSync(npx, 0o755);
  const env = { SERVICE_CHARACTER: 'Bo', MINE: 'kept' };
  line.put(
    '.cursor/mcp.json',
    JSON.stringify({ mcpServers: { memory: { command: 'npx', args: ['-y', `${name}@0`], env } } }),
  );
  const hook = { type: 'command', command: `npx -y ${name}@0 hook Stop --host claude-code --character Bo` };
  line.put('.claude/settings.json', JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }));
  line.runApart(['init', '--host', 'kiro', '--character', 'Bo', '--yes']);
  const told = line.npx('doctor', '--json').document();
  expect(told.ok).toBe(true);
  const advice = (host: string) => told.hosts.find((one: { host: string }) => one.host === host).advice;
  expect(advice('cursor')).toMatch(/asks the network at each start.*: npx -y agent-memory-service init --host cursor$/);
  expect(advice('claude-code')).toMatch(/asks the network at each start.*init --host claude-code --hooks$/);
  expect(advice('kiro')).toBeUndefined();
  expect(line.npx('init', '--host', 'cursor,claude-code', '--hooks', '--yes').status).toBe(0);
  expect(line.entry).toStrictEqual({ command: process.execPath, args: [line.starter], env });
  const settings = readFileSync(join(line.machine.home, '.claude/settings.json'), 'utf8');
  expect(settings).not.toContain('npx');
});

test('a server that fails to start leaves hosts’ files unchanged, and its message is shown', () => {
  const line = new CommandLine();
  line.put(
    '.cursor/mcp.json',
    '{"mcpServers": {"memory": {"command": "npx", "args": ["-y", "agent-memory-service@0"]}}}',
  );
  mkdirSync(join(line.machine.home, '.kiro'));
  const before = line.snapshot();
  const env = { SERVICE_DB: line.folderFor(join(line.root, 'folder/x')).slice(0, -2) };
  const { status, stdout, stderr } = line.runApart(['init', '--all', '--hooks', '--yes'], env);
  expect({ status, stdout }).toStrictEqual({ status: 1, stdout: 'nothing to do\n' });
  expect(stderr).toMatch(
    /failed {2}cursor: it ended before it answered\. Nothing was written there\. It said:\n {4}agent-memory-service: The store/,
  );
  expect(line.snapshot()).toStrictEqual(before);
  expect(readdirSync(join(line.machine.home, '.cursor'))).toStrictEqual(['mcp.json']);
});

describe('a newer version', () => {
  const newest = (line: CommandLine, answer: string, args: string[]) => line.runApart(args, { NPM_ANSWERS: answer });

  test('update and doctor report a newer version, change nothing and exit with 0', () => {
    const line = new ByNpx();
    expect(newest(line, '"99.1.0"', ['update'])).toMatchObject({
      status: 0,
      stdout: `${version}; 99.1.0 is available\nTo update: in ${root}: git pull && npm ci\n`,
    });
    const { checks } = newest(line, '"99.1.0"', ['doctor', '--json']).document();
    expect(checks[0]).toMatchObject({ name: 'version', ok: true, detail: `${version}; 99.1.0 is available` });
    line.npx('init', '--host', 'kiro,cursor', '--yes');
    const { advice } = line
      .runApart(['update', '--json'], { NPM_ANSWERS: '"99.1.0"' }, line.machine.project, line.starter)
      .document();
    expect(advice).toBe('To update: npx -y agent-memory-service@99.1.0 init --host cursor,kiro');
    expect(newest(line, `"${version}"`, ['update']).stdout).toBe(`${version}, the newest\n`);
  });

  test('a failed request to npm is reported with its reason', () => {
    const line = new CommandLine();
    const answer = JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request failed\nmore' } });
    const { status, stderr } = newest(line, answer, ['update']);
    expect([status, stderr]).toStrictEqual([
      1,
      `agent-memory-service: ${version}; whether it is the newest: npm says: request failed\n`,
    ]);
    expect(newest(line, 'x', ['update', '--json'])).toMatchObject({ status: 1 });
    expect(newest(line, answer, ['doctor', '--json'])).toMatchObject({ status: 0 });
  });
});
