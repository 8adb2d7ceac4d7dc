import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appType, appUri } from '../support/app-client.ts';
import { temporaryFolder } from '../support/harness.ts';
import { startServe } from '../support/served.ts';
import { program, Spawned, startServer } from '../support/spawned.ts';

const store = () => join(temporaryFolder(), 'memory.db');

describe('the command line', () => {
  const run = async (args: string[], env: Record<string, string> = {}) => {
    const child = new Spawned(env, args);
    const out: string[] = [];
    child.child.stdout.removeAllListeners('data').on('data', (text: string) => out.push(text));
    child.child.stdin.end();
    return { code: await child.ended(), stdout: out.join(''), stderr: child.stderr };
  };

  // test/bin/command-line.test.ts reads the other lines without a process of their own.
  test('--help and --version print help and version', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(await run(['--version'])).toStrictEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const help = await run(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const word of ['init', 'search', 'demo']) expect(help.stdout).toContain(word);
    expect(await run(['help'])).toStrictEqual(help);
    expect(await run(['version'])).toMatchObject({ stdout: `${version}\n` });
  });

  test.each([
    ['an unknown command', ['frobnicate'], {}, /unknown command "frobnicate"/],
    ['an unknown flag', ['--frobnicate'], {}, /^agent-memory-service: unknown option "--frobnicate"; --help shows/],
    ['a bad tier', [], { SERVICE_TIER: 'GOLD' }, /SERVICE_TIER must be one of FREE, STARTER, DEVELOPER, BUSINESS/],
  ])('%s prints one line on stderr and exits with 2', async (_, args, env, message) => {
    const { code, stdout, stderr } = await run(args, env as Record<string, string>);
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(message);
  });

  test('an unusable store prints one line on stderr and exits with 1', async () => {
    const path = store();
    writeFileSync(path, 'no database '.repeat(200));
    const { code, stdout, stderr } = await run([], { SERVICE_DB: path });
    expect({ code, stdout }).toStrictEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(readFileSync(path, 'utf8')).toBe('no database '.repeat(200));
  });

  test.skipIf(process.platform !== 'linux').each([[], ['serve'], ['tenants', 'list']])(
    'a store below a folder that cannot be created: one line, exit 1 (%s %s)',
    async (...args) => {
      // It used to loop for ever.
      const { code, stdout, stderr } = await run(args, { SERVICE_DB: '/proc/nowhere/memory.db' });
      expect({ code, stdout }).toStrictEqual({ code: 1, stdout: '' });
      expect(stderr.trim()).toMatch(/^agent-memory-service: The store [^\n]*folder cannot be made[^\n]*$/);
    },
  );

  test('an empty setting counts as unset', async () => {
    const server = await startServer(store(), { SERVICE_TIER: '', SERVICE_CHARACTER: ' ', SERVICE_AI_BASE_URL: '' });
    expect(await server.call('get_tier')).toMatchObject({ tier: 'BUSINESS', unlimited: true });
  });

  test('a user without a home folder is told so, and a hook stays silent for its host', async () => {
    const preload = join(temporaryFolder(), 'homeless.cjs');
    writeFileSync(preload, `require('node:os').homedir = () => { throw new Error('ENOENT'); };`);
    const homeless = { NODE_OPTIONS: `--require=${preload}` };
    const stderr = 'agent-memory-service: this user has no home folder; set HOME.\n';
    expect(await run(['list'], homeless)).toStrictEqual({ code: 2, stdout: '', stderr });
    expect(await run(['hook', 'prompt'], homeless)).toStrictEqual({ code: 0, stdout: '', stderr });
  });

  test('a relative HOME is refused, because it names another store in each folder', async () => {
    const stderr =
      'agent-memory-service: HOME is a relative path, another folder wherever it starts; set an absolute one.\n';
    expect(await run(['list'], { HOME: 'home' })).toStrictEqual({ code: 2, stdout: '', stderr });
    expect(await run(['hook', 'prompt'], { HOME: 'home' })).toStrictEqual({ code: 0, stdout: '', stderr });
  });

  test('the demo runs and leaves no files', async () => {
    const folder = temporaryFolder();
    const { code, stdout } = await run(['demo'], { TMPDIR: folder });
    expect(code).toBe(0);
    for (const step of ['create_character', 'search_memories', 'update_memory', 'get_memory_history', 'Porto']) {
      expect(stdout).toContain(step);
    }
    expect(readdirSync(folder)).toStrictEqual([]);
  });
});

describe('a running server', () => {
  test('stdout has only protocol messages, for any input', async () => {
    const server = await startServer(store(), { SERVICE_LOG_LEVEL: 'debug' });
    server.write('this is no JSON');
    server.write('{"jsonrpc":"2.0","id":');
    server.write('[]');
    server.write('{"jsonrpc":"2.0","id":77,"method":"no/such/method"}');
    server.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}');
    await server.call('create_character', { name: 'Ada' });
    await server.call('add_memory', { characterId: 'Ada', content: 'console.log("hello") 🧠\u2028\n' });
    await server.request('tools/list');
    await server.request('resources/list');
    await server.request('prompts/get', { name: 'nope' });
    await server.call('get_character', { characterId: 'nobody' });
    expect(await server.call('list_memories', { characterId: 'Ada' })).toMatchObject({ total: 1 });
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    server.child.stdin.end();
    expect(await server.ended()).toBe(0);
    for (const line of server.stderr.trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ time: expect.any(String), level: expect.any(String) });
    }
  });

  test.each([
    ['stdin closing', (server: Spawned) => void server.child.stdin.end()],
    ['SIGTERM', (server: Spawned) => void server.child.kill('SIGTERM')],
    ['SIGINT', (server: Spawned) => void server.child.kill('SIGINT')],
  ])('%s stops the server, and running calls are answered', async (_, end) => {
    const path = store();
    const server = await startServer(path);
    await server.call('create_character', { name: 'Ada' });
    const writes = Array.from({ length: 6 }, (_, i) =>
      server.call<{ id: string }>('add_memory_direct', { characterId: 'Ada', content: `m${i}`, category: 'general' }),
    );
    await writes[0];
    end(server);
    expect(await server.ended()).toBe(0);
    const next = await startServer(path);
    const { total } = await next.call<{ total: number }>('list_memories', { characterId: 'Ada' });
    const answered = server.lines.filter((line) => line.includes('"operation":"ADD"') && line.includes('structured'));
    expect(total).toBe(answered.length);
    end(next);
    expect(await next.ended()).toBe(0);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test('a host that stops reading stops the server', async () => {
    const server = await startServer(store());
    server.child.stdout.destroy();
    for (let i = 0; i < 50; i++) server.write(JSON.stringify({ jsonrpc: '2.0', id: 1000 + i, method: 'tools/list' }));
    expect(await server.ended()).toBe(0);
  });

  test('an endless message is skipped in bounded memory, and the server goes on', async () => {
    const server = await startServer(store());
    const { stdin } = server.child;
    const chunk = 'x'.repeat(1024 * 1024);
    stdin.write('{"jsonrpc":"2.0","id":"big","method":"tools/call","params":{"text":"');
    for (let i = 0; i < 64; i++) {
      if (!stdin.write(chunk)) await once(stdin, 'drain');
    }
    stdin.write('"}}\n');
    expect(await server.call('create_character', { name: 'Ada' })).toMatchObject({ name: 'Ada' });
    const [fault] = server.lines.map((line) => JSON.parse(line)).filter(({ error }) => error);
    expect(fault).toMatchObject({ id: 'big', error: { code: -32600, message: expect.stringContaining('16 MiB') } });
    expect(server.stderr).toContain('at most 16 MiB');
    const status = `/proc/${server.child.pid}/status`;
    if (!existsSync(status)) return;
    expect(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1])).toBeLessThan(200 * 1024);
  });

  test('an invalid message is answered as JSON-RPC requires', async () => {
    const server = await startServer(store());
    server.write('{"jsonrpc":"2.0","id":70,"method":"tools/list","params":[1]}');
    server.write('{"jsonrpc":"2.0","id":71.5,"method":"tools/list"}');
    server.write('{"jsonrpc":"2.0","id":72,"method":');
    server.write('[{"jsonrpc":"2.0","id":73,"method":"tools/list"}]');
    await server.request('ping');
    const faults = server.lines.map((line) => JSON.parse(line)).filter(({ error }) => error);
    expect(faults.map(({ id, error }) => [id, error.code])).toStrictEqual([
      [70, -32602],
      [71.5, -32600],
      [null, -32700],
      [null, -32600],
    ]);
  });

  test('the handshake stays below 80 MB of resident memory', async () => {
    const server = await startServer(store());
    await server.request('tools/list');
    const status = `/proc/${server.child.pid}/status`;
    if (!existsSync(status)) return;
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]);
    expect(kilobytes).toBeLessThan(80 * 1024);
  });
});

// Only Linux can limit the file size of a running process.
test.skipIf(process.platform !== 'linux')('a disk error during loading breaks nothing permanently', async () => {
  const path = store();
  const setup = await startServer(path, { SERVICE_TIER: 'DEVELOPER' });
  await setup.call('create_character', { name: 'Ada' });
  setup.child.kill('SIGKILL');
  await setup.ended();
  // Another tier is written when the first call loads the rest.
  const server = new Spawned({ SERVICE_DB: path, SERVICE_TIER: 'BUSINESS' });
  await expect.poll(() => server.stderr).toContain('serving');
  const limitFiles = (bytes: string) =>
    execFileSync('prlimit', [`--pid=${server.child.pid}`, `--fsize=${bytes}:unlimited`]);
  limitFiles('0');
  await server.handshake();
  const refused = await server.request('tools/call', { name: 'get_tier', arguments: {} });
  expect(refused.error?.message).toContain('the disk answers with an error');
  limitFiles('unlimited');
  expect(await server.call('get_tier')).toMatchObject({ tier: 'BUSINESS' });
  server.child.stdin.end();
  expect(await server.ended()).toBe(0);
});

describe('several processes on one store', () => {
  test('each process sees the writes of the other', async () => {
    const path = store();
    const [one, two] = await Promise.all([startServer(path), startServer(path)]);
    await one.call('create_character', { name: 'Ada' });
    const made = await two.call('add_memory_direct', { characterId: 'Ada', content: 'Likes tea.', category: 'facts' });
    const read = await one.call('get_memory', { characterId: 'Ada', memoryId: made.id });
    expect(read).toMatchObject({ content: 'Likes tea.' });
    await one.call('update_memory', { characterId: 'Ada', memoryId: made.id, content: 'Likes coffee.' });
    const { memories } = await two.call<{ memories: { content: string }[] }>('search_memories', {
      characterId: 'Ada',
      query: 'coffee',
    });
    expect(memories).toMatchObject([{ content: 'Likes coffee.' }]);
  });

  test('concurrent writes of processes lose nothing and show no error', async () => {
    const path = store();
    const servers = await Promise.all([1, 2, 3].map(() => startServer(path)));
    await servers[0]?.call('create_character', { name: 'Ada' });
    const each = 30;
    const ids = await Promise.all(
      servers.map(async (server, s) => {
        const stored: string[] = [];
        for (let i = 0; i < each; i++) {
          const input = { characterId: 'Ada', content: `fact ${i} of writer ${s}`, category: 'facts' };
          const { id, error } = await server.call<{ id: string; error?: object }>('add_memory_direct', input);
          expect(error).toBeUndefined();
          stored.push(id);
        }
        return stored;
      }),
    );
    expect(new Set(ids.flat()).size).toBe(servers.length * each);
    const reader = await startServer(path);
    expect(await reader.call('get_character', { characterId: 'Ada' })).toMatchObject({
      memoryCount: servers.length * each,
    });
    for (const id of ids.flat().filter((_, i) => i % 10 === 0)) {
      expect(await reader.call('get_memory', { characterId: 'Ada', memoryId: id })).toMatchObject({ id });
    }
  });

  test('processes that start on a missing store create one', async () => {
    const path = store();
    const servers = await Promise.all([1, 2, 3, 4].map(() => startServer(path)));
    const made = await Promise.all(
      servers.map((server) => server.call<{ error?: { type: string } }>('create_character', { name: 'Ada' })),
    );
    expect(made.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(made.filter(({ error }) => error?.type === 'DuplicateCharacterName')).toHaveLength(3);
  });

  test('processes that start at once create one default character', async () => {
    const path = store();
    const servers = await Promise.all([1, 2, 3].map(() => startServer(path, { SERVICE_CHARACTER: 'Ada' })));
    const read = await Promise.all(servers.map((server) => server.call<{ id: string }>('get_character')));
    expect(new Set(read.map(({ id }) => id)).size).toBe(1);
  });

  test('a process killed during writes loses no acknowledged write', async () => {
    const path = store();
    const setup = await startServer(path);
    await setup.call('create_character', { name: 'Ada' });
    let acknowledged = 0;
    for (let round = 0; round < 2; round++) {
      const server = await startServer(path);
      for (let i = 0; i < 400; i++) {
        const input = { characterId: 'Ada', content: `round ${round} fact ${i}`, category: 'facts' };
        server.call('add_memory_direct', input);
      }
      const answered = () => server.lines.filter((line) => line.includes('"operation":"ADD"')).length;
      await expect.poll(answered).toBeGreaterThanOrEqual(20);
      server.child.kill('SIGKILL');
      await server.ended();
      acknowledged += answered();
    }
    const { memoryCount } = await setup.call<{ memoryCount: number }>('get_character', { characterId: 'Ada' });
    expect(acknowledged).toBeGreaterThanOrEqual(40);
    expect(memoryCount).toBeGreaterThanOrEqual(acknowledged);
    expect(await setup.call('list_memories', { characterId: 'Ada' })).toMatchObject({ total: memoryCount });
  });
});

test('the app’s page is the file in the package', async () => {
  const server = new Spawned({ SERVICE_DB: store() });
  await server.handshake({ extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [appType] } } });
  const { result } = await server.request('resources/read', { uri: appUri });
  const text = readFileSync(join(dirname(program), 'web/app.html'), 'utf8');
  expect(text).toContain('<!doctype html>');
  expect(result?.contents).toMatchObject([{ uri: appUri, mimeType: appType, text }]);
});

test('a local server has no limits of number or rate; serve on the same file applies BUSINESS to callers', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const own = await startServer(path, { SERVICE_RATE_LIMITS: 'on' });
  for (let i = 0; i <= 100; i++) {
    expect(await own.call('create_character', { name: `project ${i}` })).toMatchObject({ status: 'ACTIVE' });
  }
  expect(await own.call('get_tier')).toMatchObject({ unlimited: true, features: { currentCharacterCount: 101 } });
  const { url, key = '' } = await startServe(path);
  const tierOf = async () => {
    const answer = await fetch(`${url}/v1/tier`, { headers: { authorization: `Bearer ${key}` } });
    return ((await answer.json()) as { tier: string }).tier;
  };
  expect(await tierOf()).toBe('BUSINESS');
  await startServer(path);
  expect(await tierOf()).toBe('BUSINESS');
});
