import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { reachThrough } from '../../src/hosts/checks.ts';
import { commandOf, fragility, throughNpx } from '../../src/hosts/commands.ts';
import { handshake } from '../../src/hosts/handshake.ts';
import { hosts } from '../../src/hosts/index.ts';
import { installedIn } from '../../src/hosts/installed.ts';
import { hookCommand, isOurHook, isOurs, readLaunch } from '../../src/hosts/launch.ts';
import { rulesBlock } from '../../src/hosts/rules.ts';
import { estimateTokens } from '../../src/text/tokens.ts';
import { placesOf, ScratchMachine } from '../support/hosts.ts';
import { program } from '../support/spawned.ts';

const version = '1.0.0';
const node = (script: string) => ({ command: process.execPath, args: ['-e', script], env: {} });

test('the entries in all hosts’ files are started; they are equal, so one start proves them all', async () => {
  const scratch = new ScratchMachine();
  const command = { command: process.execPath, args: [program] };
  const env = { SERVICE_DB: join(scratch.root, 'memory.db') };
  for (const scope of ['user', 'project'] as const) {
    const written = placesOf(hosts)
      .filter((place) => place.scope === scope)
      .map(({ host }) => host);
    const { problems, launches } = scratch.init(written, { scope, command, env });
    expect(problems).toStrictEqual([]);
    for (const host of written) {
      expect(installedIn(host, scope, scratch.machine)?.launch).toStrictEqual({
        ...command,
        env: { SERVICE_CHARACTER: 'ada', ...env },
      });
    }
    const checks = await reachThrough(launches, { version, cwd: scratch.root });
    expect(checks).toStrictEqual([
      {
        ok: true,
        hosts: written.map(({ name }) => name),
        ms: expect.any(Number),
        detail: expect.stringMatching(/^agent-memory-service \S+ with \d+ tools$/),
        server: expect.stringContaining('agent-memory-service'),
      },
    ]);
  }
  // The proof leaves no character, no memory, no change.
  const answers = await handshake(
    { ...command, env: { ...env, SERVICE_TOOLSETS: 'characters,review' } },
    {
      version,
      use: async (client) => {
        const ask = async (name: string) => (await client.callTool({ name, arguments: {} })).structuredContent;
        return [await ask('list_characters'), await ask('list_changes')];
      },
    },
  );
  expect(answers.result).toMatchObject([{ total: 0 }, { changes: [] }]);
});

test('a self-test’s search is not logged as a recall', async () => {
  const scratch = new ScratchMachine();
  const env = {
    SERVICE_DB: join(scratch.root, 'memory.db'),
    SERVICE_CHARACTER: 'ada',
    SERVICE_TOOLSETS: 'core,review',
  };
  const launch = { command: process.execPath, args: [program], env };
  const asked = async (client: Client, name: string, input = {}) =>
    (await client.callTool({ name, arguments: input })).structuredContent;
  const checked = await handshake(launch, {
    version,
    use: async (client) => [
      await asked(client, 'search_memories', { query: 'tea' }),
      await asked(client, 'list_recalls'),
    ],
  });
  expect(checked.result).toMatchObject([{ total: 0 }, { recalls: [] }]);
  const other = new Client({ name: 'some-host', version });
  await other.connect(new StdioClientTransport({ ...launch, args: [...launch.args] }));
  onTestFinished(() => other.close());
  await asked(other, 'search_memories', { query: 'coffee' });
  expect(await asked(other, 'list_recalls')).toMatchObject({ recalls: [{ query: 'coffee' }] });
});

test.each([
  ['is missing', { command: '/nowhere/node', args: [], env: {} }, '"/nowhere/node" or its folder was not found'],
  ['ends', node('console.error("no store"); process.exit(3)'), 'it ended before it answered'],
  ['hangs', node('setInterval(() => {}, 1000)'), 'no answer within 0.5 s'],
  [
    'talks',
    node('console.log("Server started"); process.stdin.on("data", () => {}); setTimeout(() => process.exit(), 400)'),
    'it writes other things to stdout than the protocol',
  ],
])('a server that %s is reported', async (_, launch, detail) => {
  const result = await handshake(launch, { version, timeoutMs: detail.includes('0.5') ? 500 : 10_000 });
  expect(result).toMatchObject({ ok: false, detail });
  if (detail.includes('ended')) expect(result.stderr).toBe('no store');
});

test('a server that writes other output to stdout is reported even if it answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'talks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = `console.log('hello'); process.argv.splice(1, 0, ${JSON.stringify(program)}); require(${JSON.stringify(program)});`;
  const env = { SERVICE_DB: join(folder, 'memory.db') };
  const result = await handshake({ ...node(script), env }, { version });
  expect(result).toMatchObject({ ok: false, detail: 'it writes other things to stdout than the protocol' });
});

test('an installed program starts by path, a cached one by the starter, else by npx', () => {
  const at = { node: '/usr/bin/node', version: '3.1.4', platform: 'linux' as const };
  const copies = '/home/ada/data/program';
  const starter = `${copies}/node-${process.versions.modules}/agent-memory-service.cjs`;
  const program = 'node_modules/agent-memory-service/dist/agent-memory-service.cjs';
  const argsOf = (file: string) => commandOf({ ...at, file }, copies).args;
  for (const folder of ['/opt/x', '/usr/lib', '/home/dlx/.nvm/versions/node/v20/lib', '/home/ada/project']) {
    expect(argsOf(`${folder}/${program}`)).toStrictEqual([`${folder}/${program}`]);
  }
  const caches = [
    '/home/ada/.npm/_npx/1f',
    '/home/ada/.cache/pnpm/dlx/1f/2e',
    '/tmp/xfs-1f/dlx-77',
    '/tmp/bunx-1000-x@latest',
  ];
  for (const folder of [...caches, `${copies}/node-${process.versions.modules}/3.1.4-1f`]) {
    expect(argsOf(`${folder}/${program}`)).toStrictEqual([starter]);
  }
  const args = ['-y', '--prefer-offline', 'agent-memory-service@3.1.4'];
  expect(throughNpx(at)).toStrictEqual({ command: 'npx', args });
  expect(throughNpx({ ...at, platform: 'win32' })).toStrictEqual({ command: 'cmd', args: ['/c', 'npx', ...args] });
});

test('entries that need the network or a cache are told from permanent ones', () => {
  const words = (...line: string[]) => fragility({ command: line[0] ?? '', args: line.slice(1) });
  expect(words('npx', '-y', 'agent-memory-service@0')).toContain('asks the network');
  expect(words('cmd', '/c', 'npx', '-y', 'agent-memory-service@0')).toContain('asks the network');
  expect(words('node', 'C:\\npm\\_npx\\1f\\node_modules\\agent-memory-service\\x.cjs')).toContain('emptied');
  expect(words('npx', '-y', '--prefer-offline', 'agent-memory-service@3.1.4')).toBeUndefined();
  expect(words('node', '/opt/x/dist/agent-memory-service.cjs')).toBeUndefined();
});

test('our entries are recognized in every form, and no others', () => {
  const ours = [
    { command: 'npx', args: ['-y', 'agent-memory-service@0'] },
    { command: ['node', '/x/agent-memory-service.cjs'], environment: { A: 1 } },
    { cmd: 'cmd', args: ['/c', 'npx', 'agent-memory-service'] },
    { command: 'C:\\npm\\agent-memory-service.cmd' },
  ];
  for (const entry of ours) expect(isOurs(entry)).toBe(true);
  expect(readLaunch(ours[1])).toStrictEqual({
    command: 'node',
    args: ['/x/agent-memory-service.cjs'],
    env: { A: '1' },
  });
  const others = [
    { command: 'npx', args: ['/home/agent-memory-service/other.js'] },
    { url: 'http://agent-memory-service' },
    null,
    'x',
    { command: 1 },
  ];
  for (const entry of others) expect(isOurs(entry)).toBe(false);
});

test('command lines of hooks are quoted for the shell that runs them', () => {
  const command = { command: '/opt/my node/node', args: ['/x/agent-memory-service.cjs'] };
  const env = { SERVICE_CHARACTER: "Ada's", SERVICE_DB: '/d/memory.db' };
  const { line } = hookCommand(command, 'codex', env, 'linux');
  expect(line('Stop')).toBe(
    `'/opt/my node/node' /x/agent-memory-service.cjs hook Stop --host codex --character 'Ada'\\''s' --db /d/memory.db`,
  );
  expect(isOurHook({ hooks: [{ command: line('Stop') }] }, 'codex')).toBe(true);
  expect(isOurHook({ hooks: [{ command: line('Stop') }] }, 'cursor')).toBe(false);
  expect(hookCommand(command, 'codex', {}, 'win32').line('Stop')).toBe(
    `"/opt/my node/node" /x/agent-memory-service.cjs hook Stop --host codex`,
  );
});

test('the rules take fewer than 150 tokens', () => {
  expect(estimateTokens(rulesBlock('agent-memory'))).toBeLessThan(150);
});

test('every declaration has a unique name, pages, and a way to be found and written', () => {
  expect(new Set(hosts.map(({ name }) => name)).size).toBe(hosts.length);
  for (const { pages, found, server, snippet } of hosts) {
    expect(pages.every((page) => page.startsWith('https://'))).toBe(true);
    expect(pages.length).toBeGreaterThan(0);
    expect([...(found.folders ?? []), ...(found.executables ?? [])].length).toBeGreaterThan(0);
    expect(server.user ?? snippet).toBeDefined();
  }
});
